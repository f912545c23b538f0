/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A matrix of n by n words is transposed; each core has some of its rows, before and
 * after (T. von Eicken, "Active Messages", Berkeley 1993, section 4.2.6.2).  What is of
 * a core is stored there word by word; by rows, of which my columns have as many words
 * as I have rows; or as one block, which it puts in order.
 *
 * Staggered, a core begins with itself, then the next one, and so on, so all cores
 * receive at once.  In naive order all begin with core 0, and go on to core 1 together.
 * By rounds, a core sends a message to each, staggered, then the next one to each, so it
 * need not wait for the room of the one before.  Synchronised, all cores meet before each goes
 * on to its next target.
 */
#ifndef EXAMPLES_AM_TRANSPOSE_H
#define EXAMPLES_AM_TRANSPOSE_H

#include "examples/amkernel.h"

enum transpose_by {
	BY_WORD,
	BY_ROW,
	BY_BLOCK
};

enum transpose_order {
	STAGGERED,
	NAIVE,
	ROUND,
	SYNCHRONISED
};

struct transpose {
	uint32_t n, first, rows; /* mine */
	uint32_t *mine, *came, *pack;
	enum transpose_by by;
	enum transpose_order order;
	uint32_t expected; /* bytes stored here so far */
	uint64_t cycles;   /* that it took */
	struct weft_am_segment segment;
	struct weft_am_remote *there;
};

static inline uint32_t transpose_rows(const struct transpose *t, uint32_t core)
{
	return first_of(core + 1, amk_cores, t->n) -
	       first_of(core, amk_cores, t->n);
}

static inline void transpose_open(struct transpose *t, uint32_t n)
{
	t->n = n;
	t->first = first_of(amk_me, amk_cores, n);
	t->rows = transpose_rows(t, amk_me);
	t->segment.bytes = t->rows * n * (uint32_t)sizeof(*t->came);
	t->mine = room(t->segment.bytes);
	t->segment.memory = t->came = room(t->segment.bytes);
	t->pack = room(t->rows * transpose_rows(t, 0) * sizeof(*t->pack));
	t->there = amk_open(0, &t->segment);
}

/* The words of my rows that core `to` has in its row x; from y on, so many of them. */
static inline void transpose_words(struct transpose *t, uint32_t to, uint32_t x,
				   uint32_t y, uint32_t count)
{
	uint32_t column = first_of(to, amk_cores, t->n) + x;

	for (uint32_t i = 0; i < count; i++) {
		t->pack[i] = t->mine[(y + i) * t->n + column];
	}
	amk_store(&t->there[to],
		  ((size_t)x * t->n + t->first + y) * sizeof(*t->pack), t->pack,
		  count * sizeof(*t->pack));
}

/* All of a core's rows, one after another, as it finds them in its place for mine. */
static inline void transpose_block(struct transpose *t, uint32_t to)
{
	uint32_t column = first_of(to, amk_cores, t->n);
	uint32_t count = transpose_rows(t, to), *at = t->pack;

	for (uint32_t x = 0; x < count; x++) {
		for (uint32_t y = 0; y < t->rows; y++) {
			*at++ = t->mine[y * t->n + column + x];
		}
	}
	if (at > t->pack) {
		amk_store(&t->there[to], (size_t)t->first * count * sizeof(*at),
			  t->pack, (size_t)count * t->rows * sizeof(*at));
	}
}

/* One message to a core: the one of that number.  False if there are none left. */
static inline bool transpose_send(struct transpose *t, uint32_t to, uint32_t k)
{
	uint32_t each = t->by == BY_WORD ? t->rows : 1; /* for a row there */
	uint32_t rows = t->by == BY_BLOCK ? 1 : transpose_rows(t, to);

	if (t->rows == 0 || k >= rows * each) {
		return false;
	}
	if (t->by == BY_BLOCK) {
		transpose_block(t, to);
	} else if (t->by == BY_ROW) {
		transpose_words(t, to, k, 0, t->rows);
	} else {
		transpose_words(t, to, k / each, k % each, 1);
	}
	return true;
}

static inline uint32_t transpose_target(const struct transpose *t, uint32_t i)
{
	uint32_t to = (t->order == NAIVE ? 0 : amk_me) + i;

	return to < amk_cores ? to : to - amk_cores;
}

static inline void transpose_send_all(struct transpose *t)
{
	for (uint32_t i = 0; i < amk_cores; i++) {
		uint32_t to = transpose_target(t, i);

		for (uint32_t k = 0;
		     to != amk_me && transpose_send(t, to, k);) {
			k++;
		}
		if (t->order == SYNCHRONISED) {
			amk_barrier();
		}
	}
}

/* A message to each core, then the next one to each. */
static inline void transpose_send_round(struct transpose *t)
{
	bool any = true;

	for (uint32_t k = 0; any; k++) {
		any = false;
		for (uint32_t i = 1; i < amk_cores; i++) {
			any |= transpose_send(t, transpose_target(t, i), k);
		}
	}
}

static inline void transpose_own(struct transpose *t)
{
	uint32_t rows = t->rows;

	for (uint32_t x = 0; x < rows; x++) {
		for (uint32_t y = 0; y < rows; y++) {
			uint32_t value = t->mine[y * t->n + t->first + x];

			if (t->by == BY_BLOCK) {
				t->came[(t->first + x) * rows + y] = value;
			} else {
				t->came[x * t->n + t->first + y] = value;
			}
		}
	}
}

/* What came becomes mine; blocks are taken apart. */
static inline void transpose_take(struct transpose *t)
{
	const uint32_t *from = t->came;

	if (t->by != BY_BLOCK) {
		memcpy(t->mine, t->came, t->segment.bytes);
		return;
	}
	for (uint32_t core = 0; core < amk_cores; core++) {
		uint32_t begin = first_of(core, amk_cores, t->n);
		uint32_t words = transpose_rows(t, core);

		for (uint32_t x = 0; x < t->rows; x++, from += words) {
			memcpy(t->mine + x * t->n + begin, from,
			       words * sizeof(*from));
		}
	}
}

/* All cores.  Nobody stores into what another still reads: there is a barrier before. */
static inline void transpose_run(struct transpose *t)
{
	uint64_t start;

	amk_barrier();
	start = weft_cycles();
	t->expected += t->rows * (t->n - t->rows) * (uint32_t)sizeof(*t->came);
	transpose_own(t);
	if (t->order == ROUND) {
		transpose_send_round(t);
	} else {
		transpose_send_all(t);
	}
	need(weft_am_wait(&t->segment.stored, t->expected, WEFT_FOREVER));
	transpose_take(t);
	t->cycles += weft_cycles() - start;
}

static inline void transpose_close(struct transpose *t)
{
	amk_close(0, t->there);
	free(t->mine);
	free(t->came);
	free(t->pack);
	*t = (struct transpose){0};
}

static inline enum transpose_order transpose_order_named(const char *order)
{
	return !strcmp(order, "naive")          ? NAIVE
	       : !strcmp(order, "round")        ? ROUND
	       : !strcmp(order, "synchronised") ? SYNCHRONISED
						: STAGGERED;
}

static inline enum transpose_by transpose_named(const char *by)
{
	return !strcmp(by, "word")  ? BY_WORD
	       : !strcmp(by, "row") ? BY_ROW
				    : BY_BLOCK;
}

#endif
