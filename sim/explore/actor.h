/* SPDX-License-Identifier: Apache-2.0 */
/* What stepwise*.c know of a core; nobody else does. */
#ifndef SIM_EXPLORE_ACTOR_H
#define SIM_EXPLORE_ACTOR_H

#include "sim/explore/stepwise.h"

enum {
	WATCHED = 8, /* reads in one round of a loop that tries again */
};

struct watched {
	enum visible_kind kind;
	uint32_t rank, offset, bytes, step;
	uint8_t was[PROFILE_LINE_MAX];
};

/* What the player knows of a core. */
struct actor {
	struct visible next; /* what it does when it is let .. */
	bool take;           /* .. or it is told to take an interrupt first */
	bool late;           /* the deadline of what it waits for has come */
	bool seen;        /* its next read is part of the wait that is over */
	bool let;         /* it may try again, though nothing has changed */
	uint32_t stop;    /* number of the stop .. */
	uint32_t stops;   /* .. of so many */
	uint64_t stopped; /* its clock then */
	uint64_t timer;   /* when due */
	uint32_t timer_step, pending_step; /* what set it; what raised it */
	struct watched watch[WATCHED];     /* since it tried last */
	uint32_t watching, tries;
	bool stirred;  /* it was interrupted since */
	uint32_t dues; /* deadlines that have come, in what is explored */
};

extern struct actor *actors;

static inline struct actor *actor_me(void)
{
	return &actors[engine.current->rank];
}

/* The oldest write from that core to one other, UINT32_MAX: to any; or null. */
const struct packet *actor_first_to(const struct core *core, uint32_t rank);

/* The core's next deadline has come. */
void actor_due(struct core *core);

/* stepwise_retry.c: a read or an attempt that a loop may be about to repeat. */
void retry_watch(const struct visible *what);
bool retry_may(const struct actor *actor);
void retry_done(void);

#endif
