/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vector clocks (C. Fidge; F. Mattern, 1988).
 *
 * A flag's writer leaves what it knows with the value that it writes; whoever
 * reads that value takes it.  Values that were written, and may not have landed,
 * are kept in order, so a reader that still sees an older one learns what
 * belongs to that one.  One core's values land in order: when one has been
 * seen, those before it are gone; but several cores may read a word, and a read
 * that found an older value may end after one that found the newer.  So some older
 * ones stay.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

#define RELEASES_KEPT 64 /* of a word; older ones are thrown together */
#define OLDER_KEPT    8  /* than one that has been seen */

struct release {
	struct release *older;
	uint32_t rank, value;
	uint32_t clock[];
};

struct word {
	struct release *newest;
	uint32_t n;
	uint32_t *lost; /* what those knew that were not kept; or null */
};

static uint32_t *clocks;           /* of each core; of locks; arriving */
static uint32_t *locks, *arriving; /* of each core, too */
static struct word *words;         /* of each core's window */
static struct release *spare;

static uint32_t *row(uint32_t *table, uint32_t rank)
{
	return table + (size_t)rank * engine.count;
}

static void learn(uint32_t *clock, const uint32_t *from)
{
	for (uint32_t i = 0; i < engine.count; i++) {
		clock[i] = from[i] > clock[i] ? from[i] : clock[i];
	}
}

static uint32_t *table(void)
{
	size_t entries = (size_t)engine.count * engine.count;

	return host_alloc(entries * sizeof(uint32_t));
}

void clock_create(void)
{
	clocks = table();
	locks = table();
	arriving = table();
	words = host_reserve(engine.count * engine.profile.window_bytes / 4 *
				     sizeof(*words),
			     "flags' clocks");
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		row(clocks, rank)[rank] = 1;
	}
}

const uint32_t *clock_of(uint32_t rank)
{
	return row(clocks, rank);
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
	return host_alloc(sizeof(*r) + engine.count * sizeof(*r->clock));
}

/* Take one out of the list that `at` is a link of. */
static void drop(struct word *word, struct release **at)
{
	struct release *r = *at;

	*at = r->older;
	r->older = spare;
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
		word->lost = host_alloc(engine.count * sizeof(uint32_t));
	}
	learn(word->lost, (*at)->clock);
	drop(word, at);
}

void clock_write_flag(uint32_t rank, uint32_t window, uint32_t offset,
		      uint32_t value)
{
	struct word *word = word_at(window, offset);
	uint32_t *mine = row(clocks, rank);
	struct release *r;

	if (word->n == RELEASES_KEPT) {
		drop_oldest(word);
	}
	r = new_release();
	r->rank = rank;
	r->value = value;
	memcpy(r->clock, mine, engine.count * sizeof(*mine));
	r->older = word->newest;
	word->newest = r;
	word->n++;
	mine[rank]++;
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
			learn(row(clocks, rank), (*at)->clock);
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
		learn(row(clocks, rank), word->lost);
	}
}

static void release(uint32_t *to, uint32_t rank)
{
	learn(to, row(clocks, rank));
	row(clocks, rank)[rank]++;
}

void clock_take_lock(uint32_t rank, uint32_t home)
{
	learn(row(clocks, rank), row(locks, home));
}

void clock_free_lock(uint32_t rank, uint32_t home)
{
	release(row(locks, home), rank);
}

/* Interrupts merge: who takes one may have been meant by all that were raised. */
void clock_raise(uint32_t rank, uint32_t target)
{
	release(row(arriving, target), rank);
}

void clock_interrupted(uint32_t rank)
{
	learn(row(clocks, rank), row(arriving, rank));
}
