/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernels on Active Messages have in common, in the manner of Split-C: a
 * segment that all cores have, stores, gets and barriers, in which all serve.  What a
 * core sends is counted, by kinds.
 *
 *   via=poll|irq     how all cores receive; poll
 */
#ifndef EXAMPLES_AMKERNEL_H
#define EXAMPLES_AMKERNEL_H

#include "examples/numbers.h"

enum {
	AMK_OWN = 0,    /* a kernel's endpoint */
	AMK_SHORT = 48, /* bytes of a store that goes by words of messages */
};

/* What a core has started, its own data aside, and how it ended. */
struct amk_traffic {
	uint32_t shorts, gets, atomics, bulks, bytes; /* of the bulks */
	uint32_t wrong, cycles;
};

static uint32_t amk_me, amk_cores;
static struct amk_traffic amk_traffic;
static struct weft_am_counter amk_counter;

/* First, on every core.  A kernel opens its own endpoint before that. */
static inline void amk_begin(const char *via)
{
	amk_me = weft_rank();
	amk_cores = weft_size();
	need(weft_am_begin(strcmp(via, "irq") ? WEFT_AM_POLL
					      : WEFT_AM_INTERRUPT));
}

/* All cores meet. */
static inline void amk_barrier(void)
{
	need(weft_am_barrier(WEFT_FOREVER));
}

/* .. and all messages have been handled that any of them had sent. */
static inline void amk_all_store_sync(void)
{
	need(weft_am_all_store_sync(WEFT_FOREVER));
}

/* Opens a segment of that number on every core; how this core sees all of them. */
static inline struct weft_am_remote *amk_open(uint32_t number,
					      struct weft_am_segment *s)
{
	struct weft_am_remote *all = room(amk_cores * sizeof(*all));

	need(weft_am_segment_open(number, s));
	amk_barrier();
	for (uint32_t n = 0; n < amk_cores; n++) {
		uint32_t i = (amk_me + n) % amk_cores;

		need(weft_am_map(&all[i], i, number, 0, WEFT_FOREVER));
	}
	amk_barrier();
	return all;
}

/* When no core uses it any more. */
static inline void amk_close(uint32_t number, struct weft_am_remote *all)
{
	amk_barrier();
	for (uint32_t i = 0; i < amk_cores; i++) {
		need(weft_am_unmap(&all[i]));
	}
	need(weft_am_segment_close(number));
	free(all);
}

static inline void amk_store(struct weft_am_remote *to, size_t offset,
			     const void *data, size_t bytes)
{
	if (bytes > AMK_SHORT) {
		amk_traffic.bulks++;
		amk_traffic.bytes += (uint32_t)bytes;
	} else {
		amk_traffic.shorts++;
	}
	need(weft_am_store(to, (uint32_t)offset, data, bytes, WEFT_FOREVER));
}

/* A word of another core, and wait for it. */
static inline uint32_t amk_word(struct weft_am_remote *from, size_t offset)
{
	uint32_t word = 0;

	amk_traffic.gets++;
	need(weft_am_get(&word, from, (uint32_t)offset, sizeof(word),
			 &amk_counter, WEFT_FOREVER));
	need(weft_am_sync(&amk_counter, WEFT_FOREVER));
	return word;
}

static inline uint32_t amk_value(const struct amk_traffic *t, size_t at)
{
	uint32_t value;

	memcpy(&value, (const char *)t + at, sizeof(value));
	return value;
}

/* Of all cores the mean (the least-the most). */
static inline void amk_column(const struct amk_traffic *all, const char *name,
			      size_t at)
{
	uint32_t least = UINT32_MAX, most = 0;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < amk_cores; i++) {
		uint32_t value = amk_value(&all[i], at);

		sum += value;
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	printf(" %s %u (%u-%u)", name, (unsigned)(sum / amk_cores),
	       (unsigned)least, (unsigned)most);
}

/* The traffic of a core, in the form of S. Lumetta's table 5.6: bulk as n x bytes. */
static inline void amk_print(const struct amk_traffic *all)
{
	uint32_t bulks = 0;
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < amk_cores; i++) {
		bulks += all[i].bulks;
		bytes += all[i].bytes;
	}
	printf("a core:");
	amk_column(all, "short", offsetof(struct amk_traffic, shorts));
	amk_column(all, "get", offsetof(struct amk_traffic, gets));
	amk_column(all, "atomic", offsetof(struct amk_traffic, atomics));
	printf(" bulk %u x %u B\n",
	       (unsigned)((bulks + amk_cores - 1) / amk_cores),
	       bulks ? (unsigned)(bytes / bulks) : 0);
}

/* All cores, at the end, with what each has found wrong.  What main returns. */
static inline int amk_end(const char *what, uint32_t n, uint32_t wrong,
			  uint64_t cycles)
{
	struct amk_traffic *all = room(amk_cores * sizeof(*all));
	uint32_t bad = 0, most = 0;

	amk_traffic.wrong = wrong;
	amk_traffic.cycles = (uint32_t)cycles;
	amk_barrier();
	need(weft_allgather(&amk_traffic, all, sizeof(*all), WEFT_WORLD,
			    WEFT_FOREVER));
	for (uint32_t i = 0; i < amk_cores; i++) {
		bad += all[i].wrong > 0;
		most = all[i].cycles > most ? all[i].cycles : most;
	}
	if (amk_me == 0) {
		amk_print(all);
		printf("%s, %u cores, n=%u, %u us: %s\n", what,
		       (unsigned)amk_cores, (unsigned)n,
		       (unsigned)(most / weft_cycles_in_us(1)),
		       bad ? "WRONG" : "right");
	}
	free(all);
	return bad > 0;
}

#endif
