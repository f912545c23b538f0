/* SPDX-License-Identifier: Apache-2.0 */
#include "links/wire.h"
#include "topology/arith.h"

#include <string.h>

/* G. Marsaglia, "Xorshift RNGs", 2003. */
static bool wire_chance(struct wire *wire, uint32_t of)
{
	uint32_t x = wire->random;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	wire->random = x;
	return x < of;
}

static bool wire_before(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) < 0;
}

static bool wire_loses(struct wire *wire, struct wire_side *side)
{
	side->bursting = wire_chance(wire, side->bursting ? wire->faults.more
							  : wire->faults.loss);
	return side->bursting;
}

/* A copy sets out. */
static void wire_carry(struct wire *wire, struct wire_side *to,
		       const struct link_frame *frame, uint32_t at)
{
	struct wire_copy *copy = wire->free, **place = &to->coming;

	if (!copy) {
		wire->overrun++;
		return;
	}
	wire->free = copy->next;
	copy->bytes = frame->bytes;
	memcpy(copy->data, &frame->header, frame->bytes);
	if (wire_chance(wire, wire->faults.flip)) {
		uint32_t at_byte = wire->random >> 8 & 63;

		wire->flipped++;
		copy->data[at_byte < copy->bytes ? at_byte : 0] ^=
			(uint8_t)(1u << (wire->random & 7));
	}
	if (wire_chance(wire, wire->faults.late)) {
		wire->late++;
		at += wire->faults.late_by;
	}
	copy->at = at;
	while (*place && !wire_before(at, (*place)->at)) {
		place = &(*place)->next;
	}
	copy->next = *place;
	*place = copy;
}

static uint32_t wire_ticks(const struct wire *wire,
			   const struct link_frame *frame)
{
	return wire->speed.frame_ticks +
	       (arith_mul(frame->bytes, wire->speed.ticks_256) >> 8);
}

/* Through the port of that chip, at which the frame arrives at *at.  False: it is crowded. */
static bool wire_port(struct wire *wire, struct wire_side *to,
		      const struct link_frame *frame, uint32_t *at)
{
	uint32_t free = to->port_free_at;

	if (wire->speed.port_ticks == 0) {
		return true;
	}
	if (wire_before(*at, free)) {
		if (free - *at > wire->speed.port_ticks) {
			wire->crowded++;
			return false;
		}
		*at = free;
	}
	*at += wire_ticks(wire, frame);
	to->port_free_at = *at;
	return true;
}

static bool wire_send(struct link_device *device, uint32_t to,
		      struct link_frame *frame)
{
	struct wire_side *side = (struct wire_side *)(void *)device;
	struct wire *wire = side->wire;
	uint32_t at = side->free_at, place = side->put & (WIRE_SENDS - 1);

	if (side->put - side->taken == WIRE_SENDS) {
		return false;
	}
	at = wire_before(at, wire->now) ? wire->now : at;
	at += wire_ticks(wire, frame);
	side->free_at = at;
	side->sent[place] = frame;
	side->sent_at[place] = at;
	side->put++;
	if (wire_loses(wire, side)) {
		wire->lost++;
		return true;
	}
	at += wire->speed.latency;
	if (!wire_port(wire, &wire->side[to], frame, &at)) {
		return true;
	}
	wire_carry(wire, &wire->side[to], frame, at);
	if (wire_chance(wire, wire->faults.repeat)) {
		wire->repeated++;
		wire_carry(wire, &wire->side[to], frame, at);
	}
	return true;
}

static struct link_frame *wire_done(struct link_device *device)
{
	struct wire_side *side = (struct wire_side *)(void *)device;
	uint32_t place = side->taken & (WIRE_SENDS - 1);

	if (side->put == side->taken ||
	    wire_before(side->wire->now, side->sent_at[place])) {
		return 0;
	}
	side->taken++;
	return side->sent[place];
}

static struct link_frame *wire_take(struct link_device *device)
{
	struct wire_side *side = (struct wire_side *)(void *)device;
	struct wire *wire = side->wire;
	struct wire_copy *copy;
	struct link_frame *frame = 0;

	while (!frame && (copy = side->coming) &&
	       !wire_before(wire->now, copy->at)) {
		side->coming = copy->next;
		frame = side->given;
		if (frame) {
			side->given = frame->of_device;
			frame->bytes = copy->bytes;
			memcpy(&frame->header, copy->data, copy->bytes);
		} else {
			wire->overrun++;
		}
		copy->next = wire->free;
		wire->free = copy;
	}
	return frame;
}

static void wire_give(struct link_device *device, struct link_frame *frame)
{
	struct wire_side *side = (struct wire_side *)(void *)device;

	frame->of_device = side->given;
	side->given = frame;
}

void wire_open(struct wire *wire, struct wire_side *side, uint32_t chips,
	       uint32_t most, uint32_t seed, void *memory, size_t bytes)
{
	uint32_t stride = (uint32_t)(sizeof(struct wire_copy) + most + 7) & ~7u;

	memset(wire, 0, sizeof(*wire));
	memset(side, 0, arith_mul(chips, sizeof(*side)));
	wire->side = side;
	wire->chips = chips;
	wire->random = (seed << 1 | 1) ^ 0x9e3779b8;
	for (uint32_t i = 0; i < chips; i++) {
		side[i].wire = wire;
		side[i].device = (struct link_device){
			.send = wire_send,
			.done = wire_done,
			.next = wire_take,
			.give = wire_give,
			.most = most,
		};
	}
	for (uint8_t *at = memory; bytes >= stride;
	     at += stride, bytes -= stride) {
		struct wire_copy *copy = (struct wire_copy *)(void *)at;

		copy->next = wire->free;
		wire->free = copy;
	}
}

bool wire_has(const struct link_device *device)
{
	const struct wire_side *side =
		(const struct wire_side *)(const void *)device;

	return side->coming && !wire_before(side->wire->now, side->coming->at);
}

/* The earlier of it and *at, if it is after now. */
static void wire_earliest(uint32_t now, uint32_t then, bool *some, uint32_t *at)
{
	if (wire_before(now, then) && (!*some || wire_before(then, *at))) {
		*at = then;
		*some = true;
	}
}

bool wire_next(const struct wire *wire, uint32_t now, uint32_t *at)
{
	bool some = false;

	for (uint32_t i = 0; i < wire->chips; i++) {
		const struct wire_side *side = &wire->side[i];
		const struct wire_copy *copy = side->coming;

		while (copy && !wire_before(now, copy->at)) {
			copy = copy->next;
		}
		if (copy) {
			wire_earliest(now, copy->at, &some, at);
		}
		for (uint32_t n = side->taken; n != side->put; n++) {
			wire_earliest(now, side->sent_at[n & (WIRE_SENDS - 1)],
				      &some, at);
		}
	}
	return some;
}
