/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transactions: what a core does through the mesh, one at a time.
 *
 * A transaction comes to its target, waits there for its turn if the target
 * serves one at a time, is acted on, and goes back.  Alone it takes exactly what
 * the cost model says.  A core may go on while a write is under way; its next
 * transaction waits for the answer.
 */
#ifndef SIM_CHIP_BUS_H
#define SIM_CHIP_BUS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/chip/mesh.h"
#include "sim/chip/visible.h"

struct core;

/* Something that serves one transaction at a time, its ports in turn. */
struct server {
	struct core *first[MESH_PORTS], *last[MESH_PORTS];
	uint64_t free;    /* when it has served who it last began with */
	uint32_t port;    /* where that came in */
	uint32_t waiting; /* in all ports */
	uint32_t pollers; /* cores that look at it again and again */
	uint32_t backlog; /* with more than so many waiting .. */
	uint64_t slower;  /* .. a service takes so long; 0: never */
};

/* What is not set is 0. */
struct transaction {
	enum visible_kind kind;
	struct place at;
	struct server *server; /* null: as many at once as come */
	enum mesh_port port;   /* of the server */
	uint64_t service;      /* how long it serves */
	bool included;         /* that is part of o_mpb */
	bool brings, fetches;  /* a line, which loads links */
	uint64_t in_all;       /* instead of o_mpb and both ways; 0: these */
	void (*act)(struct core *core, uint64_t time);
};

enum bus_state {
	BUS_FREE, /* `answered` is known, though it may be still to come */
	BUS_COMING,
	BUS_LATE, /* coming, held up at a link */
	BUS_QUEUED,
};

struct bus {
	enum bus_state state;
	bool stalled;      /* the core stands still until the answer .. */
	bool chained;      /* .. to a transaction that begins after this one */
	uint64_t answered; /* when the last answer is there */
	struct transaction now, then;
	struct core *next; /* in the same queue */
};

/* Wait for the answer to the last transaction of the core that runs. */
void bus_claim(struct core *core);

/* Begin after the answer to the last one, and return at once; claim before. */
void bus_post(struct core *core, const struct transaction *what);

/* Begin after the answer to the last one, and return with its own. */
void bus_do(struct core *core, const struct transaction *what);

/* How long the server takes for a look by each of its pollers. */
uint64_t bus_polling(const struct server *server);

/* Events: a transaction arrives; it is a server's turn. */
void bus_arrive(struct core *core, uint64_t time);
void bus_turn(struct server *server, uint64_t time);

#endif
