/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers of any team, as objects (collectives/team/team.h), with a deadline on
 * arch_cycles' scale; and which of them other collectives use among themselves:
 * the best by flags that the port allows, whatever weft_barrier has been told to be.
 */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include <stdint.h>

#include "arch/arch.h"
#include "collectives/team/team.h"
#include "topology/parts.h"

/* barrier_dissemination.c */
struct barrier_dissemination {
	struct team team;
	uint32_t flags, epoch;
};

extern struct barrier_dissemination barrier_dissemination_world;

int barrier_dissemination(struct barrier_dissemination *own, uint64_t deadline);

/* Bytes of the words of so many cores. */
ARCH_COLD uint32_t barrier_dissemination_bytes(uint32_t count);
ARCH_COLD void barrier_dissemination_place(struct barrier_dissemination *own,
					   struct team team, uint32_t offset,
					   uint32_t epoch);

/* barrier_lines.c; where ARCH_REMOTE_AWAIT.  Tests make the rows shorter. */
#ifndef BARRIER_LINES_LOG2
#define BARRIER_LINES_LOG2 3
#endif

enum {
	BARRIER_LINES_STEPS = 32 / BARRIER_LINES_LOG2 + 1
};

struct step {
	uint32_t to, and_to; /* hubs that I tell, of the run, or NOBODY */
	uint32_t mine;       /* my part's flag there */
	uint32_t row, flags; /* of my own hub */
	uint32_t cluster;    /* the first one of the group */
	struct parts parts;  /* of its clusters */
	uint32_t number;     /* from 0 */
};

struct barrier_lines {
	uint32_t epoch;
	uint32_t steps;
	uint32_t hub;     /* rank in the run */
	uint32_t cluster; /* mine */
	struct parts cores;
	struct step step[BARRIER_LINES_STEPS];
	struct team team;
};

extern struct barrier_lines barrier_lines_world;

int barrier_lines(struct barrier_lines *lines, uint64_t deadline);

ARCH_COLD uint32_t barrier_lines_bytes(uint32_t count);
ARCH_COLD void barrier_lines_place(struct barrier_lines *lines,
				   struct team team, uint32_t offset,
				   uint32_t epoch);

#if ARCH_REMOTE_AWAIT
#define barrier_best       barrier_lines
#define barrier_best_world barrier_lines_world
#define barrier_best_bytes barrier_lines_bytes
#define barrier_best_place barrier_lines_place
#else
#define barrier_best       barrier_dissemination
#define barrier_best_world barrier_dissemination_world
#define barrier_best_bytes barrier_dissemination_bytes
#define barrier_best_place barrier_dissemination_place
#endif

static inline int barrier_until(struct barrier_best *barrier, uint64_t deadline)
{
	return barrier_best(barrier, deadline);
}

/*
 * How many of those there have been, whoever asked for them, weft_barrier maybe: the
 * same on all cores of the team between two collectives.  0 where that is not counted.
 */
static inline uint32_t barrier_count(const struct barrier_best *barrier)
{
	return ARCH_REMOTE_AWAIT ? barrier->epoch : 0;
}

#endif
