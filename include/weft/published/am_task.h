/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remote enqueue: a core has another one run a function, with some words, and may wait
 * for what it returns (T. von Eicken, "Active Messages", Berkeley 1993, section 4:
 * named as what is to be built on messages; section 4.1.1: a handler that cannot
 * work now queues, in room that is there beforehand).
 *
 * A handler may not wait, nor send requests.  A function that is enqueued here
 * is run by the thread of the other core, in weft_am_run_next, and may do all
 * that a thread may.
 *
 *     static uint32_t area(const uint32_t *words, uint32_t count, weft_rank_t from);
 *     static weft_am_function *const functions[] = {area};
 *
 *     weft_am_functions(functions, 1);                   on all cores
 *     ..
 *     while (!weft_am_run_next(WEFT_FOREVER)) { }        whoever works
 *
 *     weft_am_enqueue(rank, 0, sides, 2, &result, &mine, WEFT_FOREVER);
 *     weft_am_sync(&mine, WEFT_FOREVER);                 whoever asks
 *
 * Order.  What one core has enqueued at another one is run in that order.
 *
 * Full.  A core has room for WEFT_AM_TASKS; what finds none is refused, and weft_am_sync
 * says WEFT_ERR_SPACE of it.
 *
 * A core that stops with something enqueued brings no result: have a deadline.  What it
 * has not taken yet ends with WEFT_ERR_DEAD.
 *
 * These use the endpoint WEFT_AM_LIBRARY, as weft/am_segment.h says, with the errors
 * named there.
 */
#ifndef WEFT_AM_TASK_H
#define WEFT_AM_TASK_H

#include <weft/am_segment.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_AM_TASKS = 16,     /* enqueued at a core, at most */
	WEFT_AM_TASK_WORDS = 6, /* of each */
};

typedef uint32_t weft_am_function(const uint32_t *words, uint32_t count,
				  weft_rank_t from);

/*
 * The functions that others may have this core run.  The table stays the caller's.
 * Errors:  WEFT_ERR_NULL.  Thread.
 */
int weft_am_functions(weft_am_function *const *functions, uint32_t count);

/*
 * Has that core run functions[function].  It is done when that has returned, and
 * *result, if `result` is not null, is then what.  Errors:  WEFT_ERR_SIZE for more
 * than WEFT_AM_TASK_WORDS; WEFT_ERR_RANK, _NULL, _TIMEOUT, _DEAD.  By weft_am_sync:
 * WEFT_ERR_SPACE; WEFT_ERR_NAME if there is no such function; WEFT_ERR_STATE if that
 * core has no functions yet.  Thread; serves if it has to wait.  Cost: two requests.
 */
int weft_am_enqueue(weft_rank_t rank, uint32_t function, const uint32_t *words,
		    uint32_t count, uint32_t *result,
		    struct weft_am_counter *counter, weft_us_t within);

/*
 * Runs what was enqueued first; waits for something if there is nothing.  Errors:
 * WEFT_ERR_TIMEOUT: there was nothing.  WEFT_ERR_DEAD: who enqueued it has stopped;
 * it has been run.  Thread; serves.
 */
int weft_am_run_next(weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
