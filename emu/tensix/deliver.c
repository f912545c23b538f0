// SPDX-License-Identifier: Apache-2.0
/* What packets do where they come. */
#include <stdlib.h>
#include <string.h>

#include "emu/tensix/devices.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"

enum {
	UNIT = 16
};

typedef void unit_fn(struct tile *tile, uint32_t address, uint8_t *data,
		     uint32_t bytes);

static void write_unit(struct tile *tile, uint32_t address, uint8_t *data,
		       uint32_t bytes)
{
	tile_write(tile, address, data, bytes);
}

static void read_unit(struct tile *tile, uint32_t address, uint8_t *data,
		      uint32_t bytes)
{
	tile_read(tile, address, data, bytes);
}

/* Those of the request's units, from `address` on, that belong to this step. */
static void units(struct request *r, const struct event *event,
		  uint32_t address, unit_fn *move)
{
	for (uint32_t done = 0, n; done < r->bytes; done += n) {
		uint32_t at = address + done;
		unsigned step = r->split >> (at / UNIT % 64) & 1;

		n = UNIT - at % UNIT;
		n = n < r->bytes - done ? n : r->bytes - done;
		if (event->step == STEP_ALL || event->step == step) {
			move(event->tile, at, r->data + done, n);
		}
	}
}

static void land_inline(struct request *r, struct tile *tile)
{
	for (unsigned i = 0; i < UNIT; i++) {
		uint8_t byte = (uint8_t)(r->addend >> 8 * (i & 3));

		if (r->mask >> i & 1) {
			tile_write(tile, r->target + i, &byte, 1);
		}
	}
}

static void land(struct request *r, const struct event *event)
{
	uint32_t word = r->addend;

	if (r->to_register) {
		if (!r->is_inline) {
			memcpy(&word, r->data, 4);
		}
		device_write(r->core, event->tile, r->target, word);
	} else if (r->is_inline) {
		land_inline(r, event->tile);
	} else {
		units(r, event, r->target, write_unit);
	}
}

/* The source has been read: it may change from here on. */
static void send(struct request *r)
{
	uint32_t *unread = &r->from->nius[r->niu].counters[UNREAD + r->tag];

	tile_read(r->from, r->source, r->data, r->bytes);
	*unread = (*unread - 1) & 255;
	tile_stir(r->from);
}

static void sample(struct request *r, const struct event *event)
{
	uint32_t word;

	if (r->to_register) {
		word = device_read(r->core, event->tile, r->target);
		memcpy(r->data, &word, 4);
	} else {
		units(r, event, r->target, read_unit);
	}
	if (event->step) {
		network_respond(r, event->tile, r->bytes);
	}
}

/* At one time, so nothing comes between. */
static void increment(struct request *r, struct tile *tile)
{
	uint32_t value;

	tile_read(tile, r->target, &r->word, 4);
	value = r->word + r->addend;
	tile_write(tile, r->target, &value, 4);
	if (r->acked) {
		network_respond(r, tile, 4);
	}
}

static void count(struct request *r, enum niu_counter counter)
{
	r->from->nius[r->niu].counters[counter]++;
	network_answered(r);
}

static void happen(struct request *r, const struct event *event)
{
	switch ((enum event_kind)event->kind) {
	case EVENT_SEND:
		send(r);
		break;
	case EVENT_LAND:
		land(r, event);
		break;
	case EVENT_ACK:
		count(r, WRITE_ACKS);
		break;
	case EVENT_SAMPLE:
		sample(r, event);
		break;
	case EVENT_RETURN:
		units(r, event, r->source, write_unit);
		break;
	case EVENT_ANSWERED:
		count(r, READ_RESPONSES);
		break;
	case EVENT_ATOMIC:
		increment(r, event->tile);
		break;
	default: /* EVENT_OLD_VALUE */
		tile_write(r->from, r->source, &r->word, 4);
		count(r, ATOMIC_RESPONSES);
	}
}

void network_event(const struct event *event)
{
	struct request *r = event->request;

	chip.event_pc = r->pc;
	happen(r, event);
	chip.event_pc = 0;
	if (!--r->left) {
		free(r->data);
		free(r);
	}
}
