/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A vehicle says here where each core of the run lies in its memory.  weft-run --watch
 * reads that memory from outside while the run goes on (tools/live_cores.py).  The run does
 * nothing else for it.
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
	 * `waiting` is what the core does now: 1, it waits for a word; 2, it sleeps.  If it
	 * waits, `word` has rank, offset, value, and what it has seen.  Null: not known.
	 */
	const void *waiting, *word;
	const uint64_t
		*moved; /* bytes through windows so far; null: the image counts, or nobody */
};

/* The file for host_view; null: the run is not watched. */
extern const char *host_view_path;

/* Appends a line of JSON to that file.  Several processes may do so. */
void host_view(const struct host_view *view);

#endif
