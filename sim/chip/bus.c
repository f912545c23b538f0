/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A transaction costs two events: it arrives, and its core goes on.
 *
 * When a server begins with a transaction, it is acted on at once, with the time
 * at which the service ends: nothing can look at the target meanwhile but through
 * the same server.  Only when somebody waits is the end of a service an event,
 * the server's turn.
 *
 * Where nothing else can happen before an arrival it is no event at all.
 */
#include "sim/chip/bus.h"
#include "sim/chip/engine.h"

static void arrival_at(struct core *core, uint64_t time)
{
	heap_set(&engine.heap, core->rank * SLOT_KINDS + SLOT_BUS, time);
}

static void turn_at(const struct server *server, uint64_t time)
{
	uint32_t number = (uint32_t)(server - engine.servers);

	heap_set(&engine.heap, engine.count * SLOT_KINDS + number, time);
}

static void launch(struct core *core);

/* Act on it; the answer is on its way. */
static void answer(struct core *core, uint64_t time)
{
	struct bus *bus = &core->bus;

	bus->now.act(core, time);
	if (modes_listen && bus->now.kind != VISIBLE_LAND) {
		struct visible what = visible_of(core, &bus->now);

		modes_after(&what, time);
	}
	bus->state = BUS_FREE;
	bus->answered = time;
	if (!bus->now.in_all) {
		bus->answered += one_way(core, bus->now.at);
	}
	if (bus->now.fetches) {
		bus->answered += mesh_delay(bus->now.at, core->at, time);
	}
	if (bus->chained) {
		bus->chained = false;
		bus->now = bus->then;
		launch(core);
	} else if (bus->stalled) {
		bus->stalled = false;
		bus->answered = later(bus->answered, core->cpu->clock);
		engine_wake(core, bus->answered, bus->answered);
	}
}

static void serve(struct server *server, struct core *core, uint64_t start)
{
	uint64_t time = core->bus.now.service;

	if (server->slower && server->waiting > server->backlog) {
		time = server->slower;
	}
	server->port = core->bus.now.port;
	server->free = start + time;
	if (server->waiting) {
		turn_at(server, server->free);
	}
	answer(core, server->free);
}

static void enqueue(struct server *server, struct core *core)
{
	enum mesh_port port = core->bus.now.port;

	core->bus.state = BUS_QUEUED;
	core->bus.next = NULL;
	if (server->first[port]) {
		server->last[port]->bus.next = core;
	} else {
		server->first[port] = core;
	}
	server->last[port] = core;
	if (server->waiting++ == 0) {
		turn_at(server, server->free);
	}
}

/* From the next port, after the one served last, where somebody waits. */
void bus_turn(struct server *server, uint64_t time)
{
	uint32_t port = server->port;
	struct core *core;

	do {
		port = (port + 1) % MESH_PORTS;
		core = server->first[port];
	} while (!core);
	server->first[port] = core->bus.next;
	server->waiting--;
	serve(server, core, time);
}

uint64_t bus_polling(const struct server *server)
{
	const struct profile *p = &engine.profile;

	return p->contention && !p->coherent ? server->pollers * p->mpb_read
					     : 0;
}

/*
 * Polls are no transactions here.  When they take all the server's time, one
 * waits at every other port whenever somebody comes.
 */
static uint64_t polls_before(const struct server *server)
{
	const struct profile *p = &engine.profile;
	bool busy = bus_polling(server) > p->o_mpb + 2 * p->l_hop;

	return busy ? (MESH_PORTS - 1) * p->mpb_read : 0;
}

/* Who comes at the moment at which a service ends waits for the turn. */
void bus_arrive(struct core *core, uint64_t time)
{
	const struct transaction *now = &core->bus.now;
	struct server *server = now->server;

	if (now->brings && core->bus.state == BUS_COMING) {
		uint64_t way = one_way(core, now->at) - engine.profile.l_hop;
		uint64_t delay = mesh_delay(core->at, now->at, time - way);

		if (delay) {
			core->bus.state = BUS_LATE;
			arrival_at(core, time + delay);
			return;
		}
	}
	if (!server) {
		answer(core, time);
	} else if (server->waiting || server->free > time) {
		enqueue(server, core);
	} else {
		serve(server, core, time + polls_before(server));
	}
}

static void launch(struct core *core)
{
	struct bus *bus = &core->bus;
	uint64_t time;

	core->cpu->clock = later(core->cpu->clock, bus->answered);
	time = bus->now.in_all;
	if (!time) {
		time = engine.profile.o_mpb + one_way(core, bus->now.at);
	}
	time += core->cpu->clock + engine_random(core, engine.jitter);
	if (bus->now.server && bus->now.included) {
		time -= bus->now.service;
	}
	bus->state = BUS_COMING;
	if (heap_next(&engine.heap) > time) {
		bus_arrive(core, time);
	} else {
		arrival_at(core, time);
	}
}

/* The core's clock stands still meanwhile. */
static void stall(struct core *core)
{
	if (core->bus.state != BUS_FREE) {
		core->bus.stalled = true;
		engine_block(core, SIM_NEVER);
	}
	core->cpu->clock = later(core->cpu->clock, core->bus.answered);
	engine_horizon(core);
}

void bus_claim(struct core *core)
{
	stall(core);
}

void bus_post(struct core *core, const struct transaction *what)
{
	if (player) {
		player->access(core, what);
		return;
	}
	modes_before(core);
	core->bus.now = *what;
	launch(core);
	engine_horizon(core);
}

void bus_do(struct core *core, const struct transaction *what)
{
	if (player) {
		player->access(core, what);
		return;
	}
	modes_before(core);
	if (core->bus.state == BUS_FREE) {
		core->bus.now = *what;
		launch(core);
	} else {
		core->bus.then = *what;
		core->bus.chained = true;
	}
	stall(core);
}
