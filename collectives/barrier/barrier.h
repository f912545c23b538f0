/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers as objects: each team (collectives/team/team.h) has its own, and `.._world` is
 * that of all cores.
 *
 * A barrier returns WEFT_OK when all cores of its team have called it and what they
 * had written before is visible; WEFT_ERR_TIMEOUT if the deadline, on arch_cycles'
 * scale, comes first.  Thread.
 *
 * There are two algorithms.  The *dissemination* barrier (D. Hensgen et al., "Two
 * algorithms for barrier synchronization", 1988) needs nothing but flags; it takes log2 P
 * steps, and in each step every core writes one flag.  The barrier of *lines*, for ports
 * that can wait for a word of another core's MPB (ARCH_REMOTE_AWAIT), joins 8 groups of
 * cores in each step, so it takes log8 P steps; barrier_lines.c explains it.
 *
 * In a team that has cores of several nodes (arch/nodes.h) the lines are of a node's
 * cores.  Then the nodes' leaders have a dissemination barrier, and each tells its
 * node: barrier_nodes.c.  So no other core says anything to another node.
 *
 * Collectives call barrier_until for their own barriers.  It is the faster one that
 * the port allows, whichever one the environment has chosen for weft_barrier.
 */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/team/objects.h"
#include "topology/parts.h"

#include <weft/types.h>

/* The dissemination barrier: barrier_dissemination.c. */
struct barrier_dissemination {
	struct team team;
	uint32_t flags; /* offset of one flag for each step */
	uint32_t epoch; /* the number of this barrier */
	uint32_t given_up; /* offset of a flag: given_up.c */
};

extern struct barrier_dissemination barrier_dissemination_world;

int barrier_dissemination(struct barrier_dissemination *own, uint64_t deadline);

/*
 * At start: the bytes of every MPB that a team of so many cores needs, and where they
 * are.  The first barrier has the number `epoch` + 1.
 */
ARCH_COLD uint32_t barrier_dissemination_bytes(uint32_t count);
ARCH_COLD void barrier_dissemination_place(struct barrier_dissemination *own,
					   struct team team, uint32_t offset,
					   uint32_t epoch);

/*
 * The barrier of lines: barrier_lines.c.  Only where ARCH_REMOTE_AWAIT.  A step joins
 * 2^BARRIER_LINES_LOG2 groups; tests have smaller ones, so that few cores need many steps.
 */
#ifndef BARRIER_LINES_LOG2
#define BARRIER_LINES_LOG2 3
#endif

enum {
	BARRIER_LINES_STEPS = 32 / BARRIER_LINES_LOG2 + 1
};

/* What this core does in one step; barrier_lines.c has the words. */
struct step {
	uint32_t to, and_to; /* ranks of the hubs that it tells, or NOBODY */
	uint32_t mine;       /* offset of the flag of its part, at these hubs */
	uint32_t row, flags; /* offset and flags of the row at its own hub */
	uint32_t cluster;    /* the first cluster of its group */
	struct parts parts;  /* how the clusters of its group are parted */
	uint32_t number;     /* of the step, from 0 */
};

struct barrier_lines {
	uint32_t epoch;     /* the number of this barrier */
	uint32_t given_up;  /* offset of a flag: given_up.c */
	uint32_t steps;     /* how many there are */
	uint32_t hub;       /* rank of this core's hub in the run */
	uint32_t cluster;   /* this core's */
	struct parts cores; /* how the cores are parted into clusters */
	struct step step[BARRIER_LINES_STEPS];
	struct team team;
#if ARCH_NODES
	struct team near; /* those of its node: whose lines these are */
	struct barrier_dissemination across;
	uint32_t over; /* flag of a node's leader: all nodes have come */
#endif
};

/* The cores that meet by lines. */
static inline const struct team *
barrier_lines_near(const struct barrier_lines *lines)
{
#if ARCH_NODES
	return &lines->near;
#else
	return &lines->team;
#endif
}

extern struct barrier_lines barrier_lines_world;

ARCH_CALL int barrier_lines(struct barrier_lines *lines, uint64_t deadline);

ARCH_COLD uint32_t barrier_lines_bytes(uint32_t count);
ARCH_COLD void barrier_lines_place(struct barrier_lines *lines,
				   struct team team, uint32_t offset,
				   uint32_t epoch);

/* barrier_nodes.c: what a team of several nodes has more, and does then. */
#if ARCH_NODES
ARCH_COLD uint32_t barrier_nodes_bytes(uint32_t count);
ARCH_COLD void barrier_nodes_place(struct barrier_lines *lines, uint32_t offset,
				   uint32_t epoch);
int barrier_nodes(struct barrier_lines *lines, uint64_t deadline);
#else
static inline uint32_t barrier_nodes_bytes(uint32_t count)
{
	(void)count;
	return 0;
}

static inline int barrier_nodes(struct barrier_lines *lines, uint64_t deadline)
{
	(void)lines;
	(void)deadline;
	return WEFT_OK;
}
#endif

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

/*
 * Each algorithm begins with arch_quiet.  With others, the wait for them is the
 * acquire that shows what they wrote; a core alone waits for nobody, and may
 * hold copies of its own window that are older than what it has just written
 * there.  Pairs with those own writes: what the core reads after the barrier is
 * as they left it.
 */
static inline void barrier_alone(uint32_t size)
{
	if (size == 1) {
		FENCE(barrier_alone, arch_acquire());
	}
}

/*
 * given_up.c: a team one of whose cores has given up a collective.
 *
 * That core leaves, and uses its chunk buffers for other teams.  Another core of the team,
 * which is late, may find itself let into the same call all the same, by flags that were
 * written before.  Then it must not take for its own what is in these buffers now, nor
 * write there.
 *
 * So a core that gives up tells all cores of the team, by a flag of each, before it leaves.
 * Whoever sees its flag gives up, too: barrier_end_call(), with what the call has come to so
 * far, returns WEFT_ERR_TIMEOUT then, and else that.  It comes after the last read of other
 * cores' buffers.  barrier_given_up() comes before writes there.  It only tells whether
 * the flag is seen: a write that has begun is not stopped.
 *
 * Cost: a look at a flag of the own window; when a core gives up, a flag written for
 * each core.
 */
int barrier_end_call(struct barrier_best *barrier, int error);
bool barrier_given_up(const struct barrier_best *barrier);

/* Returns that error; WEFT_ERR_TIMEOUT if there is none and the flag is seen. */
static inline int barrier_look(const struct barrier_best *barrier, int error)
{
	return !error && barrier_given_up(barrier) ? WEFT_ERR_TIMEOUT : error;
}

static inline int barrier_until(struct barrier_best *barrier, uint64_t deadline)
{
	return barrier_best(barrier, deadline);
}

/* The barrier of collectives whose cores read or write each other's buffers after it. */
int barrier_shared(struct barrier_best *barrier, uint64_t deadline);

/*
 * Returns how many barriers of this object there have been, those of weft_barrier
 * included; between two collectives all cores of the team have the same number.  Returns
 * 0 on ports where barriers are not counted.
 */
static inline uint32_t barrier_count(const struct barrier_best *barrier)
{
	return ARCH_REMOTE_AWAIT ? barrier->epoch : 0;
}

/* A team's barrier, whose `team` says who is in it. */
static inline struct barrier_best *team_barrier(struct weft_team *team)
{
	return team == WEFT_WORLD ? &barrier_best_world : team->barrier;
}

#endif
