/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transactions: what a core does through the mesh, one at a time.
 *
 * A transaction comes to its target, waits there for its turn if the target
 * serves one at a time, is acted on, and goes back.  Alone it takes exactly what
 * the cost model says.  A core may go on while a write is under way; its next
 * transaction waits for the answer.
 */
#ifndef SIM_BUS_H
#define SIM_BUS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/mesh.h"

struct core;

/* Something that serves one transaction at a time, its ports in turn. */
struct server {
	struct core *first[MESH_PORTS], *last[MESH_PORTS];
	struct core *serving;
	uint64_t free;    /* when it last became so */
	uint32_t port;    /* served last */
	uint32_t waiting; /* in all ports */
	uint32_t backlog; /* with more than so many waiting .. */
	uint64_t slower;  /* .. a service takes so long; 0: never */
};

/* What is not set is 0. */
struct transaction {
	struct place at;
	struct server *server; /* null: as many at once as come */
	enum mesh_port port;   /* of the server */
	uint64_t service;      /* how long it serves */
	bool included;         /* that is part of o_mpb */
	bool brings, fetches;  /* a line, which loads links */
	void (*act)(struct core *core, uint64_t time);
};

enum bus_state {
	BUS_FREE,
	BUS_COMING,
	BUS_LATE, /* coming, held up at a link */
	BUS_QUEUED,
	BUS_SERVED,
};

struct bus {
	enum bus_state state;
	bool stalled;      /* the core stands still until the answer */
	uint64_t answered; /* when the last answer was there */
	struct transaction now;
	struct core *next; /* in the same queue */
};

/* Wait for the answer to the last transaction of the core that runs. */
void bus_claim(struct core *core);

/* Claim, then begin, and return at once; or with the answer. */
void bus_post(struct core *core, const struct transaction *what);
void bus_do(struct core *core, const struct transaction *what);

/* The transaction's next step is due. */
void bus_event(struct core *core, uint64_t time);

#endif
