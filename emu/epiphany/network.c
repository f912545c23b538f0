// SPDX-License-Identifier: Apache-2.0
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/timing.h"

/* When each core's port, and at the end the external memory's, is free. */
static uint64_t *port_free;

/* Index of a target's row in tables of all targets. */
static uint32_t slot(int target)
{
	return target == TARGET_EXTERNAL ? chip.count : (uint32_t)target;
}

static uint32_t distance(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

static uint32_t hops(const struct core *from, int target)
{
	const struct core *to;

	if (target == TARGET_EXTERNAL) {
		return 0; /* its time is measured, whichever the core */
	}
	to = &chip.cores[target];
	return distance(core_row(from), core_row(to)) +
	       distance(core_column(from), core_column(to));
}

/* What the seed adds to one transaction in four. */
static uint64_t jitter(void)
{
	if (!chip.seed || chip_random(4)) {
		return 0;
	}
	return chip_random(chip.delay + 1);
}

static uint64_t *table(void)
{
	return host_reserve((chip.count + 1) * sizeof(uint64_t), "arrivals");
}

/* In order for each target: never before what this core sent there earlier. */
static uint64_t in_order(struct core *from, int target, uint64_t time)
{
	uint64_t *last;

	if (!from->sent) {
		from->sent = table();
	}
	last = &from->sent[slot(target)];
	if (time < *last) {
		time = *last;
	}
	*last = time;
	return time;
}

uint64_t network_write(struct core *from, uint64_t now, int target,
		       uint32_t offset, unsigned size, uint64_t value)
{
	uint64_t least = (3 * hops(from, target) + 1) / 2;
	uint64_t service = T_PORT, soonest, time, behind;

	if (target == TARGET_EXTERNAL) {
		service = T_EXTERNAL_WRITE;
	}
	if (!port_free) {
		port_free = table();
	}
	soonest = now + (least < T_WRITE_LEAST ? T_WRITE_LEAST : least);
	time = soonest;
	if (time < port_free[slot(target)]) {
		time = port_free[slot(target)];
	}
	port_free[slot(target)] = time + service;
	behind = time - soonest;
	event_add((struct event){
		.kind = EVENT_WRITE,
		.time = in_order(from, target, time + jitter()),
		.core = (int32_t)from->index,
		.target = target,
		.offset = offset,
		.size = (uint8_t)size,
		.value = value,
	});
	return behind > T_SLACK ? behind - T_SLACK : 0;
}

/* There and back; half of it until the request arrives. */
static uint64_t round_trip(const struct core *from, int target)
{
	return target == TARGET_EXTERNAL
		       ? T_EXTERNAL_READ
		       : T_READ + T_READ_HOP * hops(from, target);
}

void network_read(struct core *from, int target, struct event event)
{
	event.core = (int32_t)from->index;
	event.target = target;
	/* The clock of the instruction itself counts. */
	event.time = from->clock - 1 + round_trip(from, target) / 2 + jitter();
	event_add(event);
}

void network_dma_read(struct core *from, uint64_t now, int target,
		      struct event event)
{
	event.kind = EVENT_DMA_READ;
	event.core = (int32_t)from->index;
	event.target = target;
	event.time = now + round_trip(from, target) / 2 + jitter();
	event_add(event);
}

static uint64_t read_target(const struct event *event)
{
	if (event->target == TARGET_EXTERNAL) {
		return memory_read(&chip.external, event->offset, event->size);
	}
	if (event->offset >= REGISTERS) {
		return registers_read(&chip.cores[event->target],
				      event->offset - REGISTERS, true);
	}
	return memory_read(&chip.cores[event->target].sram, event->offset,
			   event->size);
}

static void write_target(const struct event *event)
{
	if (event->target == TARGET_EXTERNAL) {
		memory_write(&chip.external, event->offset, event->size,
			     event->value);
	} else if (event->offset >= REGISTERS) {
		registers_write(&chip.cores[event->target],
				event->offset - REGISTERS,
				(uint32_t)event->value, true);
	} else {
		memory_write(&chip.cores[event->target].sram, event->offset,
			     event->size, event->value);
	}
}

/* The answer to a load starts its way back. */
static void reply(const struct event *event, uint64_t value)
{
	uint64_t all = round_trip(&chip.cores[event->core], event->target);
	struct event answer = *event;

	answer.kind = EVENT_REPLY;
	answer.time = event->time + all - all / 2;
	answer.value = value;
	event_add(answer);
}

/* Atomic, since it happens at the target at one time. */
static void testset(const struct event *event)
{
	uint64_t old = read_target(event);

	if (!old) {
		write_target(event);
	}
	reply(event, old);
}

static void accept_reply(const struct event *event)
{
	struct core *core = &chip.cores[event->core];

	if (core->state != CORE_WAITS) {
		return; /* it was reset meanwhile */
	}
	core->r[event->unit] = (uint32_t)event->value;
	if (event->size == 3) {
		core->r[event->unit + 1] = (uint32_t)(event->value >> 32);
	}
	core->remote_stalls += event->time - core->clock;
	core_wake(core, event->time);
}

/* The data travel on to where the channel writes: its core, or another one. */
static void dma_data(const struct event *event)
{
	struct core *core = &chip.cores[event->core];
	uint64_t all = round_trip(core, event->target);
	struct event data = *event;
	uint32_t offset;

	data.kind = EVENT_DMA_DATA;
	data.value = read_target(event);
	data.target = chip_target(core, event->address, &offset);
	data.offset = offset;
	data.time = event->time + all - all / 2;
	event_add(data);
}

void network_arrive(const struct event *event)
{
	switch (event->kind) {
	case EVENT_WRITE:
		write_target(event);
		break;
	case EVENT_READ:
		reply(event, read_target(event));
		break;
	case EVENT_TESTSET:
		testset(event);
		break;
	case EVENT_REPLY:
		accept_reply(event);
		break;
	case EVENT_DMA_READ:
		dma_data(event);
		break;
	case EVENT_DMA_DATA:
		write_target(event);
		dma_arrived(&chip.cores[event->core], event->unit,
			    event->generation);
		break;
	}
}
