/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "examples/input.h"
#include "examples/wordsort/sort.h"

enum {
	SAMPLES = 8 /* of each core */
};

int word_order(const void *a, const void *b)
{
	return memcmp(a, b, WORD);
}

static size_t *sizes(void)
{
	return room(weft_size() * sizeof(size_t));
}

/* Where blocks begin that follow each other; returns where the last one ends. */
static size_t place(const size_t *count, size_t *at)
{
	size_t end = 0;

	for (uint32_t i = 0; i < weft_size(); i++) {
		at[i] = end;
		end += count[i];
	}
	return end;
}

/* The words before which ranks 1, 2, .. begin, from all cores' samples. */
static word *splitters(const word *mine, uint32_t n)
{
	uint32_t cores = weft_size(), all = cores * SAMPLES;
	word *samples = room((size_t)all * WORD), own[SAMPLES] = {{0}};
	word *first = room((size_t)cores * WORD);

	for (uint32_t i = 0; i < SAMPLES && n > 0; i++) {
		memcpy(own[i], mine[first_of(i, SAMPLES, n)], WORD);
	}
	need(weft_allgather(own, samples, sizeof(own), WEFT_WORLD,
			    WEFT_FOREVER));
	qsort(samples, all, WORD, word_order);
	for (uint32_t i = 1; i < cores; i++) {
		memcpy(first[i], samples[i * SAMPLES], WORD);
	}
	free(samples);
	return first;
}

/* Sorted words by the rank that they go to, in bytes. */
static void count_out(const word *mine, uint32_t n, size_t *out)
{
	uint32_t cores = weft_size(), to = 0;
	word *first = splitters(mine, n);

	for (uint32_t i = 0; i < n; i++) {
		while (to + 1 < cores &&
		       word_order(mine[i], first[to + 1]) >= 0) {
			to++;
		}
		out[to] += WORD;
	}
	free(first);
}

/* To their cores; what came here, sorted, and its bytes. */
static word *exchange(const word *mine, uint32_t n, size_t *bytes)
{
	size_t *out = sizes(), *out_at = sizes();
	size_t *in = sizes(), *in_at = sizes();
	word *came;

	count_out(mine, n, out);
	need(weft_alltoall(out, in, sizeof(*out), WEFT_WORLD, WEFT_FOREVER));
	place(out, out_at);
	*bytes = place(in, in_at);
	came = room(*bytes);
	need(weft_alltoallv(mine, out, out_at, came, in, in_at, WEFT_WORLD,
			    WEFT_FOREVER));
	qsort(came, *bytes / WORD, WORD, word_order);
	free(out);
	free(out_at);
	free(in);
	free(in_at);
	return came;
}

void sort_run(word *words, uint32_t n, uint32_t root)
{
	uint32_t cores = weft_size(), me = weft_rank();
	size_t *count = sizes(), *at = sizes(), bytes;
	word *mine, *came;

	for (uint32_t i = 0; i < cores; i++) {
		count[i] = (size_t)(first_of(i + 1, cores, n) -
				    first_of(i, cores, n)) *
			   WORD;
	}
	place(count, at);
	mine = room(count[me]);
	need(weft_scatterv(words, count, at, mine, count[me], root, WEFT_WORLD,
			   WEFT_FOREVER));
	qsort(mine, count[me] / WORD, WORD, word_order);
	came = exchange(mine, (uint32_t)(count[me] / WORD), &bytes);
	need(weft_gather(&bytes, count, sizeof(bytes), root, WEFT_WORLD,
			 WEFT_FOREVER));
	place(count, at);
	need(weft_gatherv(came, bytes, words, count, at, root, WEFT_WORLD,
			  WEFT_FOREVER));
	free(mine);
	free(came);
	free(count);
	free(at);
}
