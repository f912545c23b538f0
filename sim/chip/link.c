/* SPDX-License-Identifier: Apache-2.0 */
/* The device that joins chips: links/wire.h in virtual time, a tick a nanosecond. */
#include <stdlib.h>
#include <string.h>

#include "links/wire.h"
#include "sim/chip/chips.h"
#include "sim/chip/host.h"

#define PS_PER_TICK 1000u

enum {
	COPIES = 256, /* under way, of each chip */
	BYTES = 1056, /* of a frame */
	LANES = 2,    /* ARCH_LINK_LANES */
};

/* All chips have the same links; wires of their own join those of one number. */
static struct lane {
	struct wire wire;
	struct wire_side *sides;
	bool *refused; /* that chip's door, since a frame has left */
} lanes[LANES];
static uint32_t n_lanes;
static struct link_frame *spare; /* of our own, to send from */
static uint32_t slot;

/* What a text may set, and what it is unless it does. */
static struct {
	const char *name;
	uint64_t value;
} settings[] = {
	{"latency", 5000}, {"frame", 200},      {"mbps", 1000},
	{"loss", 0},       {"burst", 500000},   {"repeat", 0},
	{"late", 0},       {"late_by", 20000},  {"flip", 0},
	{"seed", 1},       {"links", 1},        {"cut", 0},
	{"cut_us", UINT32_MAX},
};

static uint64_t setting(const char *name)
{
	for (size_t i = 0;; i++) {
		if (!strcmp(settings[i].name, name)) {
			return settings[i].value;
		}
	}
}

void link_option(const char *text)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		size_t n = strlen(settings[i].name);

		if (!strncmp(text, settings[i].name, n) && text[n] == '=') {
			settings[i].value =
				host_number(text + n + 1, UINT32_MAX);
			return;
		}
	}
	die(STATUS_USAGE, "--link %s: the link has no such setting", text);
}

/* Of a million, as the wire has it. */
static uint32_t chance(const char *name)
{
	uint64_t ppm = setting(name);

	return ppm >= 1000000 ? UINT32_MAX
			      : (uint32_t)(ppm * UINT32_MAX / 1000000);
}

static uint32_t tick(uint64_t time)
{
	return (uint32_t)(time / PS_PER_TICK);
}

static void link_due(uint32_t chip, uint64_t time)
{
	irq_link(&engine.cores[chips.firsts[chip]], time + engine.profile.irq);
}

/* The next frame to come, or to have left. */
static void link_event_after(uint64_t time)
{
	uint32_t at, least = UINT32_MAX;

	for (uint32_t i = 0; i < n_lanes; i++) {
		if (wire_next(&lanes[i].wire, tick(time), &at) &&
		    at - tick(time) < least) {
			least = at - tick(time);
		}
	}
	if (least < UINT32_MAX) {
		heap_set(&engine.heap, slot,
			 (time / PS_PER_TICK + least) * PS_PER_TICK);
	}
}

static void lane_event(struct lane *lane, uint64_t time)
{
	lane->wire.now = tick(time);
	for (uint32_t i = 0; i < chips.n; i++) {
		if (wire_has(&lane->sides[i].device)) {
			link_due(i, time);
		} else if (lane->refused[i]) {
			lane->refused[i] = false;
			link_due(i, time);
		}
	}
}

static void link_event(uint64_t time)
{
	for (uint32_t i = 0; i < n_lanes; i++) {
		lane_event(&lanes[i], time);
	}
	link_event_after(time);
}

/* From some moment on one link may carry nothing. */
static void link_cut(struct lane *lane, uint64_t time)
{
	if (lane == &lanes[setting("cut")] &&
	    time / PS_PER_TICK / 1000 >= setting("cut_us")) {
		lane->wire.faults.loss = lane->wire.faults.more = UINT32_MAX;
	}
}

/* An access of the door that runs to a device; returns its chip. */
static uint32_t link_access(struct lane *lane)
{
	struct core *core = engine.current;

	bus_claim(core);
	modes_before(core);
	core->cpu->clock += engine.profile.o_mpb;
	engine_sync(core);
	lane->wire.now = tick(core->cpu->clock);
	link_cut(lane, core->cpu->clock);
	return chips_of(core->rank);
}

static void reap(struct link_device *device)
{
	struct link_frame *frame;

	while ((frame = device->done(device))) {
		frame->next = spare;
		spare = frame;
	}
}

static bool send(uint32_t number, uint32_t to, const void *bytes, uint32_t n)
{
	struct lane *lane = &lanes[number];
	uint32_t chip = link_access(lane);
	struct link_device *device = &lane->sides[chip].device;
	struct link_frame *frame;
	bool sent;

	reap(device);
	frame = spare;
	frame->bytes = n;
	memcpy(&frame->header, bytes, n);
	sent = device->send(device, to, frame);
	if (sent) {
		spare = frame->next;
	}
	lane->refused[chip] = !sent;
	link_event_after(engine.current->cpu->clock);
	engine_horizon(engine.current);
	return sent;
}

static uint32_t receive(uint32_t number, void *bytes)
{
	struct lane *lane = &lanes[number];
	struct link_device *device = &lane->sides[link_access(lane)].device;
	struct link_frame *frame = device->next(device);
	uint32_t n = 0;

	if (frame) {
		n = frame->bytes;
		memcpy(bytes, &frame->header, n);
		device->give(device, frame);
	}
	engine_horizon(engine.current);
	return n;
}

static void alarm_at(uint64_t time)
{
	struct core *core = engine.current;

	irq_alarm(core, later(time, core->cpu->clock));
	engine_horizon(core);
}

static void hold_until(uint64_t time)
{
	irq_hold(engine.current, time);
	engine_horizon(engine.current);
}

/* The frames' memory: as many as can be with a side, and one to receive in. */
static void make_frames(struct lane *lane)
{
	size_t bytes = sizeof(struct link_frame) + BYTES;

	for (uint64_t i = 0; i < chips.n * (WIRE_SENDS + 1); i++) {
		struct link_frame *frame = host_alloc(bytes);

		frame->next = spare;
		spare = frame;
	}
	for (uint32_t i = 0; i < chips.n; i++) {
		struct link_device *device = &lane->sides[i].device;

		device->give(device, host_alloc(bytes));
	}
}

static void make_lane(uint32_t number)
{
	size_t room = chips.n * COPIES * (sizeof(struct wire_copy) + BYTES + 8);
	struct lane *lane = &lanes[number];
	uint64_t mbps = setting("mbps");

	lane->sides = host_alloc(chips.n * sizeof(*lane->sides));
	lane->refused = host_alloc(chips.n * sizeof(*lane->refused));
	wire_open(&lane->wire, lane->sides, (uint32_t)chips.n, BYTES,
		  (uint32_t)setting("seed") + number, host_alloc(room), room);
	lane->wire.speed = (struct wire_speed){
		.latency = (uint32_t)setting("latency"),
		.frame_ticks = (uint32_t)setting("frame"),
		.ticks_256 = mbps ? (uint32_t)(256000 / mbps) : 0,
	};
	lane->wire.faults = (struct wire_faults){
		.loss = chance("loss"),
		.more = setting("loss") ? chance("burst") : 0,
		.repeat = chance("repeat"),
		.late = chance("late"),
		.flip = chance("flip"),
		.late_by = (uint32_t)setting("late_by"),
	};
	make_frames(lane);
}

void link_create(void)
{
	uint64_t n = setting("links");

	if (n < 1 || n > LANES) {
		die(STATUS_USAGE, "--link links=%llu: 1 to %u",
		    (unsigned long long)n, LANES);
	}
	if (chips.n == 1) {
		return;
	}
	slot = engine_add_event(link_event);
	n_lanes = (uint32_t)n;
	for (uint32_t i = 0; i < n_lanes; i++) {
		make_lane(i);
	}
}

void link_ops(struct sim_host *host)
{
	uint32_t chip = chips_of(host->rank);

	host->chips = (uint32_t)chips.n;
	host->lanes = (uint32_t)setting("links");
	host->first = chips.firsts[chip];
	host->near = chips.firsts[chip + 1] - host->first;
	host->firsts = chips.firsts;
	host->link_bytes = chips.n > 1 ? BYTES : 0;
	host->link_leave = chips_leave;
	host->link_send = send;
	host->link_receive = receive;
	host->link_alarm = alarm_at;
	host->link_take = irq_link_take;
	host->link_hold = hold_until;
}
