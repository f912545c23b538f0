/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file that a run was given by INPUT=, and what programs that compute with it have
 * in common.
 */
#ifndef EXAMPLES_INPUT_H
#define EXAMPLES_INPUT_H

#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

static inline void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static inline void *room(size_t bytes)
{
	void *p = calloc(1, bytes > 0 ? bytes : 1);

	if (!p) {
		weft_panic("no memory");
	}
	return p;
}

/*
 * Collective.  Returns the lowest rank that has the file, there with its text; on all
 * cores the number of cores if none has.
 */
static inline uint32_t input_root(const char **text, size_t *bytes)
{
	uint32_t cores = weft_size(), root = 0;
	const void *data = NULL;
	uint8_t mine = weft_file("input", &data, bytes) == WEFT_OK;
	uint8_t *have = room(cores);

	need(weft_allgather(&mine, have, 1, WEFT_WORLD, WEFT_FOREVER));
	while (root < cores && !have[root]) {
		root++;
	}
	free(have);
	*text = data;
	return root;
}

/* The first of n things that are of part i of `parts`. */
static inline uint32_t first_of(uint32_t i, uint32_t parts, uint32_t n)
{
	uint32_t rest = n % parts;

	return i * (n / parts) + (i < rest ? i : rest);
}

/* After the work: has the root found it right?  What main returns. */
static inline int verdict(bool right, uint32_t root, const char *what,
			  uint64_t cycles)
{
	uint8_t ok = right;

	need(weft_bcast(&ok, 1, root, WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() == root) {
		printf("%s, %u cores, %u us: %s\n", what, (unsigned)weft_size(),
		       (unsigned)(cycles / weft_cycles_in_us(1)),
		       ok ? "as one core computes it" : "WRONG");
	}
	return !ok;
}

#endif
