/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A transaction's steps are events.  Where nothing else can happen before the
 * next step it is made at once, which gives the same order for less.
 */
#include "sim/bus.h"
#include "sim/engine.h"

static void event_at(struct core *core, uint64_t time)
{
	heap_set(&engine.heap, core->rank * SLOT_KINDS + SLOT_BUS, time);
}

/* Act on it; the answer is on its way. */
static void answer(struct core *core, uint64_t time)
{
	struct bus *bus = &core->bus;

	bus->now.act(core, time);
	bus->state = BUS_FREE;
	bus->answered = time + one_way(core, bus->now.at);
	if (bus->now.fetches) {
		bus->answered += mesh_delay(bus->now.at, core->at, time);
	}
	if (bus->stalled) {
		bus->stalled = false;
		bus->answered = later(bus->answered, core->cpu->clock);
		engine_wake(core, bus->answered, bus->answered);
	}
}

static void serve(struct core *core, uint64_t start)
{
	struct server *server = core->bus.now.server;
	uint64_t time = core->bus.now.service;

	if (server->slower && server->waiting > server->backlog) {
		time = server->slower;
	}
	server->serving = core;
	server->port = core->bus.now.port;
	core->bus.state = BUS_SERVED;
	event_at(core, start + time);
}

static void enqueue(struct core *core)
{
	struct server *server = core->bus.now.server;
	enum mesh_port port = core->bus.now.port;

	core->bus.state = BUS_QUEUED;
	core->bus.next = NULL;
	if (server->first[port]) {
		server->last[port]->bus.next = core;
	} else {
		server->first[port] = core;
	}
	server->last[port] = core;
	server->waiting++;
}

/* From the next port, after the one served last, where somebody waits. */
static void serve_next(struct server *server, uint64_t time)
{
	uint32_t port = server->port;
	struct core *core;

	do {
		port = (port + 1) % MESH_PORTS;
		core = server->first[port];
	} while (!core);
	server->first[port] = core->bus.next;
	server->waiting--;
	serve(core, time);
}

static void served(struct core *core, uint64_t time)
{
	struct server *server = core->bus.now.server;

	server->serving = NULL;
	server->free = time;
	answer(core, time);
	if (server->waiting) {
		serve_next(server, time);
	}
}

static void arrive(struct core *core, uint64_t time)
{
	const struct transaction *now = &core->bus.now;
	struct server *server = now->server;

	if (now->brings && core->bus.state == BUS_COMING) {
		uint64_t way = one_way(core, now->at) - engine.profile.l_hop;
		uint64_t delay = mesh_delay(core->at, now->at, time - way);

		if (delay) {
			core->bus.state = BUS_LATE;
			event_at(core, time + delay);
			return;
		}
	}
	if (!server) {
		answer(core, time);
		return;
	}
	if (server->serving) {
		enqueue(core);
		return;
	}
	/* A wait that has ended may ask for a moment that is over. */
	time = later(time, server->free);
	if (heap_next(&engine.heap) > time + now->service) {
		server->port = now->port;
		served(core, time + now->service);
	} else {
		serve(core, time);
	}
}

void bus_event(struct core *core, uint64_t time)
{
	if (core->bus.state == BUS_SERVED) {
		served(core, time);
	} else {
		arrive(core, time);
	}
}

static void stall(struct core *core)
{
	if (core->bus.state != BUS_FREE) {
		core->bus.stalled = true;
		engine_block(core, SIM_NEVER);
	}
	core->cpu->clock = later(core->cpu->clock, core->bus.answered);
}

void bus_claim(struct core *core)
{
	stall(core);
}

void bus_post(struct core *core, const struct transaction *what)
{
	uint64_t time;

	stall(core);
	time = core->cpu->clock + engine.profile.o_mpb +
	       one_way(core, what->at) + engine_random(core, engine.jitter);
	if (what->server && what->included) {
		time -= what->service;
	}
	core->bus.now = *what;
	core->bus.state = BUS_COMING;
	if (heap_next(&engine.heap) > time) {
		arrive(core, time);
	} else {
		event_at(core, time);
	}
	engine_horizon(core);
}

void bus_do(struct core *core, const struct transaction *what)
{
	bus_post(core, what);
	stall(core);
}
