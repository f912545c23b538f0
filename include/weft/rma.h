/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remote memory access: put, get, copy; when they are complete.
 *
 * Only one side acts, and completion is as in OpenSHMEM: a put returns when its
 * source may be reused, a get returns when the data are there.
 *
 * Order: the data of two puts to one target become visible there in the order
 * of the calls.  Only weft_quiet orders writes to different targets.  To tell
 * the target that data have come, the caller writes a flag at that target after
 * the data (weft_put_signal, weft_flag_write).
 *
 * Addresses are in the symmetric heap (weft/mpb.h).  They may have any
 * alignment, and the size may be 0.  Errors of all copies:  WEFT_ERR_RANK,
 * _WINDOW, _RANGE, and _NULL if bytes > 0; no data are moved then.
 *
 * Cost on the SCC (model of D. Petrovic, EPFL thesis 6552, section 2), at
 * distance 1: a put of m lines from DRAM takes 0.19 + m * 0.35 us.  A get to
 * DRAM takes 0.10 + m * 0.61 us.  Each further hop adds 0.01 us a line.
 */
#ifndef WEFT_RMA_H
#define WEFT_RMA_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies private memory into a window.  Thread, handler. */
int weft_put(struct weft_addr dst, const void *src, size_t bytes);

/*
 * Copies from a window into private memory.  The data are at least as new as
 * the call: they include what their writer has completed by weft_quiet, and
 * what a flag has announced that this core has seen.  Thread, handler.
 */
int weft_get(void *dst, struct weft_addr src, size_t bytes);

/*
 * Copies from window to window; either may be this core's own.  The two ranges
 * must not overlap.  It returns as a put does.  Thread, handler.
 */
int weft_copy(struct weft_addr dst, struct weft_addr src, size_t bytes);

/*
 * A put, after which the flag at `flag` in the MPB of dst.rank is set to
 * `value`: whoever sees the flag sees the data.  Also WEFT_ERR_ALIGN.  Thread,
 * handler.
 */
int weft_put_signal(struct weft_addr dst, const void *src, size_t bytes,
		    uint32_t flag, uint32_t value);

/*
 * Orders this core's writes to each target: earlier ones are seen there before
 * later ones.  Calls that have returned are ordered anyway, so it matters for
 * what weft_put_start and the like have started.  Thread, handler.
 */
void weft_fence(void);

/* Returns when all this core's writes, to all cores, are visible.  Thread, handler. */
void weft_quiet(void);

/*
 * A request stands for one operation that has been started.  It reaches two
 * states, in this order; a get reaches both at once.
 *
 * A request is in use from its start until it is REUSABLE.  During that time
 * the library refers to its memory, so the caller must keep the request and not
 * write to it.  To start it again meanwhile fails with WEFT_ERR_STATE, and the
 * operation under way goes on.  Once it is REUSABLE it may be started again; it
 * then stands for the new operation only.  A request need not be initialised.
 *
 * With DEBUG=1 a request in use that has gone out of scope, or has been
 * overwritten, causes a panic at the next call of a function for threads or at
 * main's end.  This misses memory that has been freed and not yet been written
 * to.
 */
enum weft_request_state {
	WEFT_REUSABLE = 1, /* the source may be reused */
	WEFT_COMPLETE = 2, /* the data are visible at the target */
};

struct weft_request {
	volatile int32_t state; /* below 0 while it is in use; see weft_test */
	uint32_t peer;          /* the core that an error is about */
	/* Only the library uses these. */
	const struct rt_operation *op;
	struct weft_request *next;
	const char *data;
	uint32_t bytes, at, last;
};

/*
 * Start a put, a get or a copy and return.  Errors: those of the blocking call,
 * and WEFT_ERR_STATE for a request in use; then nothing has been started.
 *
 * Until the request is REUSABLE only weft_fence and weft_quiet, which wait for
 * it, order its data with other writes.  A port without a DMA engine copies
 * during the call.  So does one with an engine if the copy is small or not
 * aligned, or if all channels are busy.  Only completion is then left to wait
 * for.  Thread.
 */
int weft_put_start(struct weft_addr dst, const void *src, size_t bytes,
		   struct weft_request *request);
int weft_get_start(void *dst, struct weft_addr src, size_t bytes,
		   struct weft_request *request);
int weft_copy_start(struct weft_addr dst, struct weft_addr src, size_t bytes,
		    struct weft_request *request);

/*
 * Tells whether the request has reached that state, without waiting for it; false for
 * null.  When it has not, a thread's call lasts a moment longer, in which other cores of an
 * emulator can run: so a loop of it ends.  Thread, handler.
 */
bool weft_test(struct weft_request *request, enum weft_request_state state);

/*
 * Waits until the request has reached that state.  Errors:  WEFT_ERR_TIMEOUT;
 * WEFT_ERR_STATE if it was never started, or if there is no such state;
 * WEFT_ERR_NULL; or the error in which the operation has ended.  Thread.
 */
int weft_wait(struct weft_request *request, enum weft_request_state state,
	      weft_us_t within);

#ifdef WEFT_SHORTER
/*
 * The shorter forms of weft_put and weft_get, for words in the symmetric heap: the compiler
 * calls them where it knows the window and that the size is a multiple of 4.  A place that
 * is not aligned is no error here either.
 */
WEFT_REGISTERS int weft_put_words(weft_rank_t rank, uint32_t offset,
				  const void *src, uint32_t words);
WEFT_REGISTERS int weft_get_words(weft_rank_t rank, uint32_t offset, void *dst,
				  uint32_t words);
int weft_put_any(struct weft_addr dst, const void *src,
		 size_t bytes) __asm__("weft_put");
int weft_get_any(void *dst, struct weft_addr src,
		 size_t bytes) __asm__("weft_get");

WEFT_SHORTER int weft_put(struct weft_addr dst, const void *src, size_t bytes)
{
	return WEFT_IS_KNOWN(dst.window == 0 && bytes % 4 == 0) && src
		       ? weft_put_words(dst.rank, dst.offset, src,
					(uint32_t)bytes / 4)
		       : weft_put_any(dst, src, bytes);
}

WEFT_SHORTER int weft_get(void *dst, struct weft_addr src, size_t bytes)
{
	return WEFT_IS_KNOWN(src.window == 0 && bytes % 4 == 0) && dst
		       ? weft_get_words(src.rank, src.offset, dst,
					(uint32_t)bytes / 4)
		       : weft_get_any(dst, src, bytes);
}
#endif

#ifdef __cplusplus
}
#endif
#endif
