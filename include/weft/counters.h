/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An array of counters for all cores: an object of a delegate (weft/delegate.h), as in
 * weft/queue.h.  All operations go by one delegate.  Beside single counters it adds to
 * many of them in one step, which no atomic operation of a chip does.
 *
 * Cost of an operation: for each counter of it a word got, and one put, at the home, by
 * lines where there are several.  MPB, from the symmetric heap: the counters.
 */
#ifndef WEFT_COUNTERS_H
#define WEFT_COUNTERS_H

#include <weft/delegate.h>
#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Arguments are  index | addend << 16;  WEFT_NOTHING is returned for an index that there is
 * not.  Sums are modulo 2^32.
 */
enum weft_counters_operation {
	/* Add to the counter of that index: what it was. */
	WEFT_COUNTERS_ADD,
	/* Add to it and to all below it: what it was. */
	WEFT_COUNTERS_ADD_BELOW,
	WEFT_COUNTERS_OPERATIONS
};

/* This core's side.  Its members are the library's. */
struct weft_counters {
	weft_rank_t home;
	uint32_t at, n;
};

/*
 * New counters, n of them, 0, in the MPB of that core.  Symmetric, as weft_mpb_alloc; have a
 * barrier before anybody uses them.
 * WEFT_ERR_RANK, _NULL, _SPACE; _SIZE: for none, or more than 65536.  Thread.
 */
int weft_counters_create(struct weft_counters *counters, weft_rank_t home,
			 uint32_t n);

/* Give their space back: symmetric, when no core uses it.  WEFT_ERR_NULL.  Thread. */
int weft_counters_free(struct weft_counters *counters);

/* They, as an object.  The struct must stay where it is.  Any context. */
struct weft_object weft_counters_object(struct weft_counters *counters);

#ifdef __cplusplus
}
#endif
#endif
