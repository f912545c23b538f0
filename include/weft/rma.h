/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remote memory access: put, get, copy; when they are complete.
 *
 * Only one side acts.  Words are OpenSHMEM's: a put returns when its source may
 * be reused, a get when the data are there.  Data of a put become visible at
 * its target in the order of the calls to that target; across targets nothing is
 * ordered but by weft_quiet.  To tell the target, write a flag after the data
 * (weft_put_signal, weft_flag_write): same target, so the order holds.
 *
 * Addresses are of the symmetric heap (weft/mpb.h), any alignment, any size
 * that fits; 0 bytes is allowed.  Errors: WEFT_ERR_RANK, _WINDOW, _RANGE,
 * _NULL (with bytes > 0); nothing is moved then.
 *
 * Cost on the SCC (model of D. Petrovic, EPFL thesis 6552, section 2): a put of m
 * lines from DRAM 0.19 + m * 0.35 us, a get to DRAM 0.10 + m * 0.61 us, at distance
 * 1; 0.01 us a line and hop more.
 */
#ifndef WEFT_RMA_H
#define WEFT_RMA_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Private memory into a window.  Thread, handler. */
int weft_put(struct weft_addr dst, const void *src, size_t bytes);

/*
 * A window into private memory, as it is at the time of the call or later:
 * what its writer has made complete, or announced by a flag that I have seen,
 * is there.  Thread, handler.
 */
int weft_get(void *dst, struct weft_addr src, size_t bytes);

/*
 * Window to window; either may be my own.  The two ranges must not overlap.
 * Returns as a put does.  Thread, handler.
 */
int weft_copy(struct weft_addr dst, struct weft_addr src, size_t bytes);

/*
 * A put, then the flag at `flag` of the same core's MPB set to value: whoever
 * sees the flag sees the data.  Also WEFT_ERR_ALIGN.  Thread, handler.
 */
int weft_put_signal(struct weft_addr dst, const void *src, size_t bytes,
		    uint32_t flag, uint32_t value);

/*
 * Order puts to each target: those before are seen before those after.  Thread,
 * handler.
 */
void weft_fence(void);

/* All my writes, to all cores, are visible.  Thread, handler. */
void weft_quiet(void);

/*
 * A request stands for one operation that has been started.  It has two
 * states, reached in this order; for a get both come at once.
 *
 * A request is in use from its start until it is REUSABLE: the caller keeps its
 * memory, which the library refers to, and leaves it alone.  Starting it again
 * meanwhile gives WEFT_ERR_STATE, whatever it was started for and is to be started for;
 * the operation under way goes on, and can be waited for.  Once it is REUSABLE it may
 * be started again, and then stands for the new operation only.  It need not be
 * initialised.  With DEBUG=1 a request in use that has gone out of scope, or has been
 * overwritten, is a panic at the next call of a function for threads, or at main's
 * end; memory that was given back and not yet used anew is not noticed.
 */
enum weft_request_state {
	WEFT_REUSABLE = 1, /* the source may be reused */
	WEFT_COMPLETE = 2, /* the data are visible at the target */
};

struct weft_request {
	volatile int32_t state; /* below 0 while it is in use; see weft_test */
	uint32_t peer;          /* the core that an error is about */
	/* The library's. */
	const struct rt_operation *op;
	struct weft_request *next;
	const char *data;
	uint32_t bytes, at, last;
};

/*
 * Start an operation; errors as above, and WEFT_ERR_STATE for a request in use; then
 * nothing has been started.
 * Until it is REUSABLE nothing orders its data with other writes, but for weft_fence
 * and weft_quiet, which wait for it.  Ports without a DMA engine copy during the call,
 * as do others what their engine cannot do (small, unaligned, all channels busy), so that
 * only completion is left to wait for.  Thread.
 */
int weft_put_start(struct weft_addr dst, const void *src, size_t bytes,
		   struct weft_request *request);
int weft_get_start(void *dst, struct weft_addr src, size_t bytes,
		   struct weft_request *request);
int weft_copy_start(struct weft_addr dst, struct weft_addr src, size_t bytes,
		    struct weft_request *request);

/* Has it reached that state?  False for null.  Never waits.  Thread, handler. */
bool weft_test(struct weft_request *request, enum weft_request_state state);

/*
 * Wait until it has: WEFT_OK, WEFT_ERR_TIMEOUT, WEFT_ERR_STATE (never started, or no
 * such state), WEFT_ERR_NULL, or what the operation ended in.  Thread.
 */
int weft_wait(struct weft_request *request, enum weft_request_state state,
	      weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
