/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the cascade, the striped broadcast of many regions: what is where, and the
 * words by which cores tell each other how far they are.
 *
 *   bcast_cascade.c   the root, readers, the public function
 *   cascade_read.c    reading a stripe
 *   cascade_relay.c   a hub that passes lines on
 *   cascade_words.c   one call's place in the tree; telling and waiting
 *   cascade_place.c   words, at start; regions and hubs, at the first call
 *
 * All cores, in an order in which neighbours are close together (topology/squares.h), are
 * cut into regions, each with up to CASCADE_HUBS hubs.  They form a
 * k-ary tree (topology/tree.h) in which those below a region are close to it; the
 * root's region is at its top, and the one that has been there takes its place.
 *
 * All is counted in lines of a strip, as in collectives/bcast/striped.h.  The words:
 *   ready i      at hub i of a region, by that hub, or by the root in its own region:
 *                so many lines of strip i are there;
 *   taken c      at the hubs of a region, in the root's region at the root and in the end at
 *                the hubs, by core c of the region: so many of each strip has it read;
 *   passed i, j  at hub i of a region, in the root's region at the root and in the end at
 *                hub i, by hub i of the j-th region below: so many of strip i has it
 *                copied.
 * The writer of `ready` and of `passed` changes with the root.  Who had such a word written
 * waits for the last value before it leaves the call, so that no two writers meet.
 */
#ifndef COLLECTIVES_CASCADE_H
#define COLLECTIVES_CASCADE_H

#include "collectives/bcast/bcast.h"
#include "collectives/bcast/striped.h"
#include "topology/tree.h"

enum {
	CASCADE_DEGREE_SHIFT = 3,
	CASCADE_SHIFT = 4,
	CASCADE_FIRST = 2, /* as STRIPED_FIRST: each level waits for these */
	CASCADE_STEP = 4 * STRIPED_STEP,
	CASCADE_HUBS = 1 << CASCADE_SHIFT,
	CASCADE_REGIONS = 256, /* at most */
};

struct cascade {
	/* The team's barrier, the count of lines; my region's hubs, `taken` and `ready`. */
	struct striped striped;
	uint32_t passed;       /* flags */
	uint32_t regions;      /* how many; 0: it has no words */
	uint32_t degree_shift; /* log2 of the degree of their tree */
	uint32_t most;         /* cores of the largest */
	uint32_t mine, cores;  /* my region, and how many are in it */
	uint32_t place;        /* mine among them */
	uint16_t *core;        /* their ranks */
	bool found;            /* the tables are made, at the first call */
	uint32_t width;        /* of a row of the mesh */
	uint16_t *order;       /* all ranks, region by region */
	uint16_t *hub;         /* where in it each region's first hub is */
	uint16_t *at, *tree; /* the region at a place of the tree; its place */
	uint32_t root, top;  /* of the last call: the root, and its region */
};

extern struct cascade cascade_world;

/* cascade_place.c: words for so many cores; 0: they are too few. */
ARCH_COLD uint32_t cascade_bytes(uint32_t count);
ARCH_COLD void cascade_place(struct cascade *own, struct barrier_best *barrier,
			     uint32_t offset, uint32_t epoch);
ARCH_COLD void cascade_preset(void *own);
/* The tables, before the first call: some ten instructions for each core. */
ARCH_COLD void cascade_find(struct cascade *own);
/* The region of a rank: some hundred instructions. */
ARCH_COLD uint32_t cascade_region(const struct cascade *own, uint32_t rank);

/* One call, at this core. */
struct cascade_call {
	struct striped_call call; /* as a reader, or the root */
	struct cascade *own;
	uint32_t top;      /* the root's region */
	uint32_t above;    /* the region above mine .. */
	uint32_t among;    /* .. and which of those below it mine is */
	uint32_t children; /* so many regions are below mine: */
	uint32_t below;    /* these places of the tree */
	/*
	 * Hubs of a region that have a strip in this call.  The others do as if they were
	 * none: whoever has nothing to copy from a hub might tell it so in a call that
	 * the hub has not entered, where another core still writes the same word.
	 */
	uint32_t hubs;
	uint32_t i;     /* I am hub i; job->hubs: none of them */
	bool by_memory; /* .. and read my strip when I copy it */
};

static inline bool cascade_is_hub(const struct cascade_call *job)
{
	return job->i < job->hubs;
}

/* Is my region the root's? */
static inline bool cascade_at_top(const struct cascade_call *job)
{
	return job->top == job->own->mine;
}

static inline uint32_t cascade_hub(const struct cascade *own, uint32_t region,
				   uint32_t i)
{
	return own->order[own->hub[region] + i];
}

/* The word `passed` of a strip, by the first of the regions below. */
static inline uint32_t cascade_passed_flag(const struct cascade *own,
					   uint32_t i)
{
	return rt_flag(own->passed, i << CASCADE_DEGREE_SHIFT);
}

/*
 * cascade_words.c.  Begin a call whose job->call has its size, root and lines: count
 * them, the barriers if it is time for them, and find my place.  Below, lines are the
 * call's, from 0; results are WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int cascade_begin(struct cascade_call *job);

/* To `rank`, or to my region's hubs: I have read so many lines of each strip. */
void cascade_taken(const struct cascade_call *job, uint32_t rank,
		   uint32_t lines);
void cascade_taken_at_hubs(const struct cascade_call *job, uint32_t lines);

/* I have read the stripe: to who waits for that, if it is not the last one. */
void cascade_taken_stripe(const struct cascade_call *job);

/* To `rank`, by a hub: I have copied so many lines of my strip. */
void cascade_passed(const struct cascade_call *job, uint32_t rank,
		    uint32_t lines);

/* All of my region have read so many; hubs i of the regions below have copied them. */
int cascade_await_region(const struct cascade_call *job, uint32_t lines);
int cascade_await_below(const struct cascade_call *job, uint32_t i,
			uint32_t lines);

/* cascade_read.c: what this core has yet to read of the stripe under way; 0 at first. */
struct cascade_strip {
	char *to;
	uint32_t bytes; /* left */
	uint32_t at;    /* the next line */
	uint32_t there; /* lines that were seen to be there, all stripes */
};

struct cascade_reader {
	struct cascade_strip strip[CASCADE_HUBS];
	uint32_t last; /* of the strips */
	uint32_t left; /* strips that have more bytes */
	uint32_t next; /* the strip to be looked at first */
};

void cascade_read_begin(const struct cascade_call *job,
			struct cascade_reader *r);

/* Reads up to `most` lines of a strip that has some; false: none has. */
bool cascade_read(const struct cascade_call *job, struct cascade_reader *r,
		  uint32_t most);

/* Some are left: of which strip come the next ones?  A wait for them. */
uint32_t cascade_first(const struct cascade_reader *r);
int cascade_read_await(const struct cascade_call *job,
		       const struct cascade_reader *r);

/* cascade_relay.c: the call of a hub that is not in the root's region. */
int cascade_relay(struct cascade_call *job);

#endif
