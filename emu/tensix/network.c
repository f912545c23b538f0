// SPDX-License-Identifier: Apache-2.0
/*
 * When packets come.  All of a request is planned when it starts: a router forwards in 9
 * clocks, on rings that go one way each; a tile's ends of the link are taken one
 * packet after another, a flit a clock; the links between are not.
 */
#include <stdlib.h>

#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

static uint32_t hops(const struct tile *a, const struct tile *b, unsigned niu)
{
	const struct tile *from = niu ? b : a, *to = niu ? a : b;
	uint32_t x = to->router_x + chip.is->width - from->router_x;
	uint32_t y = to->router_y + chip.is->height - from->router_y;

	return x % chip.is->width + y % chip.is->height;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint32_t flits(uint32_t bytes)
{
	return 1 + (bytes + chip.is->flit - 1) / chip.is->flit;
}

static uint64_t way(const struct tile *from, const struct tile *to,
		    unsigned niu)
{
	return 2 * T_DOOR + T_HOP * hops(from, to, niu);
}

bool network_ordered(const struct flight *first, const struct flight *second)
{
	bool link = first->linked && first->kind == REQUEST_READ;

	if (first->from != second->from || first->niu != second->niu ||
	    first->multicast != second->multicast ||
	    first->rectangle != second->rectangle) {
		return false;
	}
	if (!first->linked && (!first->is_static || !second->is_static ||
			       first->vc != second->vc)) {
		return false;
	}
	if (link) {
		return true;
	}
	if (first->kind == REQUEST_READ) {
		return second->kind == REQUEST_READ && first->to_register &&
		       second->to_register;
	}
	if (first->kind == REQUEST_ATOMIC) {
		return second->kind == REQUEST_ATOMIC && first->acked;
	}
	if (second->kind == REQUEST_WRITE) {
		return first->to_register
			       ? second->to_register
			       : first->address < second->address +
							  second->bytes &&
					 second->address <
						 first->address + first->bytes;
	}
	return second->kind == REQUEST_READ;
}

/* The soonest at which it may come, for those that it must come after. */
static uint64_t after_others(struct flights *flights,
			     const struct flight *flight)
{
	uint64_t time = 0;

	for (uint32_t i = 0; i < flights->count;) {
		struct flight *f = &flights->list[i];

		if (f->last <= chip.now) {
			*f = flights->list[--flights->count];
			continue;
		}
		if (network_ordered(f, flight)) {
			time = later(time, f->last);
		}
		i++;
	}
	return time;
}

static void keep(struct flights *flights, const struct flight *flight)
{
	if (flights->count == flights->room) {
		flights->room = flights->room ? 2 * flights->room : 16;
		flights->list =
			realloc(flights->list, flights->room * sizeof(*flight));
		if (!flights->list) {
			die(STATUS_HOST, "out of memory");
		}
	}
	flights->list[flights->count++] = *flight;
}

static void add(enum event_kind kind, uint64_t time, struct request *r,
		struct tile *tile, unsigned step)
{
	r->left++;
	event_add(&(struct event){
		.kind = (uint8_t)kind,
		.time = time,
		.step = (uint8_t)step,
		.tile = tile,
		.request = r,
	});
}

/* Units of 16 bytes land, or are read, in one or two steps. */
static uint64_t add_units(enum event_kind kind, uint64_t first, uint64_t last,
			  struct request *r, struct tile *tile)
{
	bool one = r->target / 16 == (r->target + r->bytes - 1) / 16;

	if (!chip.seed || one) {
		add(kind, last, r, tile, STEP_ALL);
		return last;
	}
	last += chip_jitter();
	add(kind, first, r, tile, 0);
	add(kind, last, r, tile, 1);
	return last;
}

/* It takes `length` clocks of the port; returns when that begins. */
static uint64_t enter(struct port *port, uint64_t soonest, uint64_t length)
{
	uint64_t passed = soonest > port->last ? soonest - port->last : 0;
	uint64_t ahead = port->last > soonest ? port->last - soonest : 0;
	uint64_t first;

	port->work -= passed < port->work ? passed : port->work;
	port->last = later(port->last, soonest);
	first = soonest + (port->work > ahead ? port->work : 0);
	port->work += length;
	return first;
}

static uint32_t length_there(const struct request *r)
{
	if (r->kind == REQUEST_ATOMIC) {
		return T_ATOMIC_DONE;
	}
	return r->kind == REQUEST_WRITE && !r->is_inline ? flits(r->bytes) : 2;
}

/* What the request does at one of its targets begins and is over; returns the latter. */
static uint64_t arrive(struct request *r, struct tile *to, uint64_t leaves,
		       enum event_kind kind)
{
	struct flight flight = {
		.address = r->target,
		.bytes = r->bytes,
		.rectangle = r->rectangle,
		.from = (uint16_t)r->from->index,
		.niu = r->niu,
		.vc = r->vc,
		.kind = (uint8_t)r->kind,
		.linked = r->linked,
		.is_static = r->is_static,
		.multicast = r->multicast,
		.to_register = r->to_register,
		.acked = r->acked,
	};
	uint32_t length = length_there(r);
	uint64_t first, last, late, least;

	first = enter(&to->nius[r->niu].in, leaves + way(r->from, to, r->niu),
		      length);
	last = first + length;
	late = chip_jitter();
	least = after_others(&to->flights, &flight);
	first = later(later(first + late, least), r->sent + 1);
	last = later(later(last + late, least), r->sent + 1);
	if (r->kind == REQUEST_ATOMIC || r->to_register) {
		add(kind, last, r, to, STEP_ALL);
	} else {
		last = add_units(kind, first, last, r, to);
	}
	flight.last = last;
	keep(&to->flights, &flight);
	return last;
}

static void acknowledge(struct request *r, struct tile *to, uint64_t time)
{
	struct port *port = &r->from->nius[r->niu].acks;

	time += chip.is->write_fixed + way(to, r->from, r->niu);
	add(EVENT_ACK, enter(port, time, chip.is->ack) + chip_jitter(), r, to,
	    STEP_ALL);
}

/* The first flit leaves then; the initiator has been free for some time. */
static uint64_t leave(const struct request *r, uint32_t length)
{
	struct niu *niu = &r->from->nius[r->niu];
	uint64_t start = later(chip.now + T_READ_SOURCE, niu->out_free);

	niu->out_free = start + length + chip.is->gap;
	niu->busy[niu->starting] = start - T_READ_SOURCE + T_ACCEPT;
	return start;
}

static void count_outstanding(const struct request *r, uint32_t change)
{
	uint32_t *n = &r->from->nius[r->niu].counters[OUTSTANDING + r->tag];

	if (change == 1 && *n == 255 && !r->multicast) {
		request_die(r,
			    "256 requests outstanding with transaction id "
			    "%u",
			    r->tag);
	}
	*n = (*n + change) & 255;
}

/*
 * Two that reserve paths may wait for each other for good: who multicasts must know that
 * nobody else does.
 */
static void reserve(const struct request *r, uint64_t until)
{
	static struct held {
		uint64_t until;
		const struct tile *from;
	} all[CHIPS_MOST][NIUS];
	struct held *held = &all[r->from->chip][r->niu];

	if (held->until > chip.now && held->from != r->from) {
		request_die(r,
			    "a multicast while one of tile %u,%u has not "
			    "arrived everywhere: they can wait for each other "
			    "for good",
			    held->from->x, held->from->y);
	}
	held->until = until;
	held->from = r->from;
}

static void start_write(struct request *r, struct tile *const *targets,
			uint32_t count)
{
	uint32_t *counters = r->from->nius[r->niu].counters;
	uint32_t length = r->is_inline ? 2 : flits(r->bytes);
	uint64_t start, until = 0;

	length = r->multicast ? length * chip.is->multicast / 4 : length;
	start = leave(r, length);
	counters[r->acked ? WRITES_SENT : POSTED_WRITES_SENT]++;
	r->sent = start;
	if (!r->is_inline) {
		counters[UNREAD + r->tag] =
			(counters[UNREAD + r->tag] + 1) & 255;
		r->sent += length + chip_jitter();
		add(EVENT_SEND, r->sent, r, r->from, STEP_ALL);
	}
	if (r->acked) {
		count_outstanding(r, 1);
	}
	for (uint32_t i = 0; i < count; i++) {
		uint64_t last = arrive(r, targets[i], start, EVENT_LAND);

		until = later(until, last);
		if (r->acked) {
			acknowledge(r, targets[i], last);
		}
	}
	if (r->multicast) {
		reserve(r, until);
	}
}

void network_start(struct request *r, struct tile *const *targets,
		   uint32_t count)
{
	r->data = r->kind == REQUEST_ATOMIC ? NULL : host_alloc(r->bytes);
	r->from->moved += r->bytes;
	r->split = (uint64_t)chip_random(UINT32_MAX) << 32 |
		   chip_random(UINT32_MAX);
	if (r->kind == REQUEST_WRITE) {
		start_write(r, targets, count);
		return;
	}
	if (r->kind == REQUEST_ATOMIC && !r->acked) {
		r->from->nius[r->niu].counters[POSTED_ATOMICS]++;
	} else {
		count_outstanding(r, 1);
	}
	arrive(r, targets[0], leave(r, 2),
	       r->kind == REQUEST_READ ? EVENT_SAMPLE : EVENT_ATOMIC);
}

void network_respond(struct request *r, struct tile *at, uint32_t bytes)
{
	struct niu *niu = &at->nius[r->niu];
	uint32_t length = flits(bytes);
	uint64_t start = later(chip.now, niu->out_free);
	uint64_t first;

	niu->out_free = start + length + chip.is->gap;
	start += chip.is->read_fixed + way(at, r->from, r->niu);
	first = enter(&r->from->nius[r->niu].in, start, length) + chip_jitter();
	if (r->kind == REQUEST_ATOMIC) {
		add(EVENT_OLD_VALUE, first + length, r, r->from, STEP_ALL);
		return;
	}
	first = add_units(EVENT_RETURN, first, first + length, r, r->from);
	add(EVENT_ANSWERED, first, r, r->from, STEP_ALL);
}

void network_answered(const struct request *r)
{
	count_outstanding(r, UINT32_MAX);
	tile_stir(r->from);
}
