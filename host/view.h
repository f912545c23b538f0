/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a core of the run lies in the memory of its vehicle, for who looks there from
 * outside while it runs (weft-run --watch, tools/live_cores.py).  The run does nothing
 * else for being watched.
 */
#ifndef HOST_VIEW_H
#define HOST_VIEW_H

#include <stdint.h>

enum {
	VIEW_PARTS = 3
};

struct host_view {
	uint32_t
		index; /* of the core, as the board's vehicle module counts them */
	uintptr_t
		base; /* of the image, where it is loaded like a library; else 0 */
	struct {
		uint64_t at, bytes; /* as the core sees it; 0 bytes: no part */
		const void *here;
	} part[VIEW_PARTS];    /* its private memory */
	const void *window;    /* window 0, or null: it is not within reach */
	const uint64_t *clock; /* null: it has none but the host's */
	double us;             /* what one of the clock's ticks is */
	/*
	 * What it does in the vehicle, a word: 1, it waits for a word, 2, it sleeps; and
	 * of the former rank, offset, value, and what it has seen.  Null: it does not say.
	 */
	const void *waiting, *word;
	const uint64_t
		*moved; /* bytes through windows so far; null: nobody counts */
};

/* Null: nobody looks. */
extern const char *host_view_path;

/* Appends a line of JSON to that file.  Several processes may do so. */
void host_view(const struct host_view *view);

#endif
