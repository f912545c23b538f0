/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What weft has for applications, each as something that can be begun, and ended later:
 * so any of them can be under way while others are called.
 *
 * All cores call the same functions of the same features in the same order.  True: right
 * so far.
 */
#ifndef TESTS_TARGET_WHOLE_FEATURE_H
#define TESTS_TARGET_WHOLE_FEATURE_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/weft.h>

enum {
	FEATURE_CORES = 256 /* that tables of features have room for */
};

/* Microseconds that a call may take before it counts as hung. */
#define FEATURE_SOON 20000000

struct feature {
	const char *name;
	/* Takes what it needs; a barrier follows.  May be null. */
	bool (*open)(void);
	/* The n-th time since the program's start: begins; blocking calls are made here. */
	bool (*start)(uint32_t n);
	/* .. and has ended, with the right result. */
	bool (*end)(uint32_t n);
	/* No core uses it any more; gives back what open took.  May be null. */
	bool (*close)(void);
	/* Of the MPB's heap: bytes, and bytes for each core; lines, so a little more. */
	uint32_t heap, heap_core;
};

extern const struct feature feature_team, feature_collective, feature_started,
	feature_asked, feature_am, feature_call, feature_abcast, feature_event,
	feature_fifo, feature_connection, feature_mutex, feature_delegate,
	feature_bsp, feature_sendrecv, feature_fiber, feature_rma,
	feature_segment;

/* Set before anything: how many, who I am, who is beside me. */
extern struct feature_run {
	uint32_t cores, me, next, prev;
	enum weft_am_reception how;
} feature_run;

/* What core `rank` has to say in round n. */
static inline uint32_t feature_word(uint32_t rank, uint32_t n)
{
	return (rank + 1) * UINT32_C(2654435761) ^ n * UINT32_C(40503);
}

#endif
