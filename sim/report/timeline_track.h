/* SPDX-License-Identifier: Apache-2.0 */
/* What the timeline keeps of each core; timeline.c and timeline_copy.c share it. */
#ifndef SIM_REPORT_TIMELINE_TRACK_H
#define SIM_REPORT_TIMELINE_TRACK_H

#include "sim/chip/engine.h"
#include "sim/report/timeline_out.h"

/* A copy that goes on: lines of one window, of another, or from one to another. */
struct copy {
	bool open;
	uint64_t from, until;
	struct side {
		uint32_t rank, next; /* the offset at which it would go on */
		uint32_t bytes;      /* 0: this side is private memory */
	} read, write;
};

/* What a core is in, and has not come out of, as in a hang it never does. */
struct under_way {
	const char *kind, *name; /* the slice is named by both; null: nothing */
	uint64_t since;
	uint32_t offset, value, from; /* of a wait for a word */
};

struct track {
	struct copy copy;
	struct under_way wait, handler;
	struct origin *words; /* of its window: who wrote it */
	struct origin raised; /* its interrupt */
	uint32_t events;      /* of its event ring, so many are written */
	struct sim_image image;
	void (*irq)(enum arch_irq cause);
};

extern struct track *timeline_tracks;

/* What the functions here stand in front of; all cores' are the same. */
extern struct sim_host timeline_real;

static inline uint64_t track_now(void)
{
	return engine.current->cpu->clock;
}

static inline struct track *track_mine(void)
{
	return &timeline_tracks[engine.current->rank];
}

/* timeline.c: something else than this core's copy, which so ends. */
void timeline_other(void);

/*
 * timeline_call.c: of the library's calls by the application, a slice around all that
 * is done for one.  A slice begins; it has ended by then; the run has.
 */
void timeline_calls_create(void);
void timeline_call_begins(void);
void timeline_call_until(uint32_t rank, uint64_t time);
void timeline_calls_end(void);

/* timeline_copy.c: the line of a copy; this core has written; stand in front. */
void timeline_put_copy(uint32_t rank, const struct copy *copy);
void timeline_wrote(uint32_t rank, uint32_t offset, uint32_t n);
void timeline_copies(struct sim_host *host);

#endif
