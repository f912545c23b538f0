/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vector clocks (C. Fidge; F. Mattern, 1988), of pairs of cores (detect_known.c).
 *
 * A flag's writer leaves what it knows with the value that it writes; whoever
 * reads that value takes it.  Of the writer's own writes that is those to the
 * flag's core (rule (b)), and those to others that a quiet or a settle came after;
 * what it has learnt from others has landed already.
 *
 * Values that were written, and may not have landed, are kept in order, so a
 * reader that still sees an older one learns what belongs to that one.  One core's
 * values land in order: when one has been seen, those before it are gone; but
 * several cores may read a word, and a read that found an older value may end
 * after one that found the newer.  So some older ones stay.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

#define RELEASES_KEPT 64  /* of a word; older ones are thrown together */
#define OLDER_KEPT    8   /* than one that has been seen */
#define TOLD_KEPT     256 /* for reports, of each core: a power of two */

struct release {
	struct release *older;
	struct clock *clock;
	uint32_t rank, value;
};

struct word {
	struct release *newest;
	uint32_t n;
	struct clock *lost; /* what those knew that were not kept; or null */
};

static struct {
	struct clock *clock;
	struct clock *lock;     /* of who freed its test-and-set register */
	struct clock *arriving; /* of who interrupts it */
	uint32_t *flagged;      /* when it wrote a flag to each core last */
	struct event told[TOLD_KEPT];
} * cores;

static struct word *words; /* of each core's window */
static struct release *spare;
static struct clock *parcel;

void clock_create(void)
{
	cores = host_alloc(engine.count * sizeof(*cores));
	words = host_reserve(engine.count * engine.profile.window_bytes / 4 *
				     sizeof(*words),
			     "flags' clocks");
	parcel = clock_new();
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		cores[rank].clock = clock_new();
		cores[rank].lock = clock_new();
		cores[rank].arriving = clock_new();
		cores[rank].flagged =
			host_alloc(engine.count * sizeof(uint32_t));
		clock_step(cores[rank].clock, rank);
	}
}

uint32_t clock_now(uint32_t rank)
{
	return clock_done(cores[rank].clock, rank);
}

bool clock_knows(uint32_t rank, const struct event *e)
{
	return e->rank == rank ||
	       e->clock <= clock_done(cores[rank].clock, e->rank);
}

bool clock_knows_landed(uint32_t rank, const struct event *e, uint32_t at)
{
	return e->clock <= clock_landed(cores[rank].clock, e->rank, at);
}

const struct event *clock_told(uint32_t rank, uint32_t of)
{
	uint32_t clock = clock_done(cores[rank].clock, of);
	const struct event *e = &cores[of].told[clock % TOLD_KEPT];

	return rank != of && e->did && e->clock == clock ? e : NULL;
}

/* What others may know from here on; writes to `at` landed up to then. */
static void tell(struct clock *to, const struct event *by, uint32_t at,
		 uint32_t landed)
{
	clock_copy(to, cores[by->rank].clock);
	clock_land(to, by->rank, at, landed);
	cores[by->rank].told[by->clock % TOLD_KEPT] = *by;
	clock_step(cores[by->rank].clock, by->rank);
}

static struct word *word_at(uint32_t window, uint32_t offset)
{
	return &words[(window * engine.profile.window_bytes + offset) / 4];
}

static struct release *new_release(void)
{
	struct release *r = spare;

	if (r) {
		spare = r->older;
		return r;
	}
	r = host_alloc(sizeof(*r));
	r->clock = clock_new();
	return r;
}

/* Take one out of the list that `at` is a link of. */
static void drop(struct word *word, struct release **at)
{
	struct release *r = *at;

	*at = r->older;
	r->older = spare;
	clock_copy(r->clock, NULL);
	spare = r;
	word->n--;
}

static void drop_oldest(struct word *word)
{
	struct release **at = &word->newest;

	while ((*at)->older) {
		at = &(*at)->older;
	}
	if (!word->lost) {
		word->lost = clock_new();
	}
	clock_learn(word->lost, (*at)->clock);
	drop(word, at);
}

bool clock_has_flag(uint32_t window, uint32_t offset, uint32_t value)
{
	const struct release *newest = word_at(window, offset)->newest;

	return newest && newest->value == value;
}

void clock_write_flag(const struct event *by, uint32_t window, uint32_t offset,
		      uint32_t value)
{
	struct word *word = word_at(window, offset);
	struct release *r;

	if (word->n == RELEASES_KEPT) {
		drop_oldest(word);
	}
	r = new_release();
	r->rank = by->rank;
	r->value = value;
	r->older = word->newest;
	word->newest = r;
	word->n++;
	cores[by->rank].flagged[window] = by->clock;
	tell(r->clock, by, window, by->clock);
}

/*
 * Should the value have been written more than once, all of those writes may be
 * meant, and none is taken for unordered that may be ordered.
 */
void clock_read_flag(uint32_t rank, uint32_t window, uint32_t offset,
		     uint32_t value)
{
	struct word *word = word_at(window, offset);
	struct release **at = &word->newest;
	uint32_t writer = UINT32_MAX, older = 0;

	while (*at) {
		if ((*at)->value == value) {
			clock_learn(cores[rank].clock, (*at)->clock);
		}
		if ((*at)->rank == writer && ++older > OLDER_KEPT) {
			drop(word, at);
			continue;
		}
		if ((*at)->value == value && writer == UINT32_MAX) {
			writer = (*at)->rank;
		}
		at = &(*at)->older;
	}
	if (writer == UINT32_MAX && word->lost) {
		clock_learn(cores[rank].clock, word->lost);
	}
}

void clock_take_lock(uint32_t rank, uint32_t home)
{
	clock_learn(cores[rank].clock, cores[home].lock);
}

/* A register is no part of a window: only a quiet orders writes before it. */
void clock_free_lock(const struct event *by, uint32_t home)
{
	tell(parcel, by, home, 0);
	clock_learn(cores[home].lock, parcel);
}

/*
 * Interrupts merge: who takes one may have been meant by all that were raised.  It
 * is taken after flags to its target that were written before: rule (c).
 */
void clock_raise(const struct event *by, uint32_t target)
{
	tell(parcel, by, target, cores[by->rank].flagged[target]);
	clock_learn(cores[target].arriving, parcel);
}

void clock_interrupted(uint32_t rank)
{
	clock_learn(cores[rank].clock, cores[rank].arriving);
}

/* All its writes to one core have landed, .. */
void clock_settle(uint32_t rank, uint32_t at)
{
	clock_land(cores[rank].clock, rank, at, clock_now(rank));
	clock_step(cores[rank].clock, rank);
}

/* .. or to all. */
void clock_quiet(uint32_t rank)
{
	for (uint32_t at = 0; at < engine.count; at++) {
		clock_land(cores[rank].clock, rank, at, clock_now(rank));
	}
	clock_step(cores[rank].clock, rank);
}
