/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started collectives of a team (see weft/started.h): what a core keeps of them.
 *
 * All are one kind: each core gives a value, of 0 bytes or more, all values are combined
 * up the binomial tree of rank 0, and what they combine to comes down.  A broadcast gives
 * zeros on other cores than the root, and is combined by a bitwise or.  A core's
 * subtree in this tree is ranks in a row, and so are those of its children: values are
 * combined in the order of ranks.  In a scan what comes down is what all ranks before a
 * subtree combine to; its core adds its own and, for each child, the subtrees of those
 * before it, whose values are still in their places.
 *
 * They are numbered.  A child writes the value of its subtree into its parent's MPB,
 * then its flag there, which is the number, and interrupts it; a parent the same for the
 * result.  Rounds look at flags, so a merged or a needless interrupt does no harm, and
 * nothing is lost.  There are D places for each value and result, by the number's last
 * bits: a child tells number n only when it has had the result of n - D, for which its
 * parent has used its value; and then it has also copied that result, so its parent may
 * write the one of n.  D is WEFT_STARTED_MOST, or 1 where the MPB is full: then a
 * collective goes up when the one before has come down.
 */
#ifndef COLLECTIVES_STARTED_H
#define COLLECTIVES_STARTED_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "collectives/team/objects.h"

#include <weft/started.h>

enum {
	STARTED_BYTES = 32, /* of a value at most */
	STARTED_MASK = WEFT_STARTED_MOST - 1,
};

struct started;

/* What this core has given, until its result is there. */
struct started_call {
	_Alignas(16) uint32_t value[STARTED_BYTES / 4];
	_Alignas(16) uint32_t own[STARTED_BYTES / 4]; /* of a scan */
	/* What a result does to those below and to recv: all get the same, or a scan. */
	void (*pass)(struct started *s, uint32_t n);
	struct weft_request *request;
	const struct weft_op *op;
	void *recv; /* or null */
	uint32_t count, bytes;
};

struct started {
	struct started *next; /* in the list of teams of this core */
	struct team team;
	uint32_t edges; /* children have edges 0 to this - 1; mine above */
	struct started_room {
		uint32_t fits, depth; /* bytes of a value; D */
	} room;
	uint32_t flags, values; /* offsets: of each edge, and of the result */
	uint32_t begun;         /* by this core's thread */
	uint32_t told;          /* to the parent */
	uint32_t ended;         /* the result has come */
	struct started_call call[WEFT_STARTED_MOST];
};

extern struct started started_world;

/* As exchange_bytes and exchange_place; and the end of a team.  Lean: the least. */
ARCH_COLD uint32_t started_bytes(uint32_t count, bool lean);
ARCH_COLD void started_place(struct started *s, struct team team,
			     uint32_t offset, uint32_t epoch, bool lean);
ARCH_COLD void started_free(struct started *s);

/* For pass(): the value of an edge of this core, and its own to a core below it. */
static inline uint32_t started_child(const struct started *s, uint32_t edge)
{
	return s->team.me + (UINT32_C(1) << edge);
}
void started_take(const struct started *s, uint32_t *to, uint32_t edge,
		  uint32_t n);
void started_tell_child(const struct started *s, uint32_t edge, uint32_t n);

/* As pass(): it is not changed. */
void started_pass_on(struct started *s, uint32_t n);

/* A started_whom. */
uint32_t started_whom_of(void *of);

/* Enters a call, whose value is at call->value; the place is free.  Thread. */
static inline struct started_call *started_next(struct started *s)
{
	return &s->call[(s->begun + 1) & STARTED_MASK];
}
void started_begin(struct started *s);

/* A team's. */
static inline struct started *team_started(struct weft_team *team)
{
	return team == WEFT_WORLD ? &started_world : team->started;
}

#endif
