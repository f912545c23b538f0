/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies.  A window's bytes go by whole aligned words but for those at its ends: other
 * cores write words beside mine, and no word of theirs or mine may be torn.  An access
 * takes 280 clocks, so a thread has several under way: they are all begun before
 * the first is waited for.
 *
 * What takes more than one such batch is shared with the block's helpers, which are warps
 * of their own.  They wait at the block's barrier; the core's thread comes there with a
 * job, and once more for its end.  What is on the stack the core copies alone: no other
 * thread reaches its stack.
 */
#include <string.h>

#include "arch/gpu/board.h"

enum {
	WORD = 4,
	LINE = 16,   /* one access of the memory */
	BATCH = 12,  /* lines under way, of the core */
	SHARE = 8,   /* of a helper */
	PIECE = 1024 /* of a copy from window to window */
};

typedef uint64_t line __attribute__((vector_size(LINE), may_alias));
typedef uint32_t word __attribute__((may_alias));

/* Each and align are constants. */
static inline __attribute__((always_inline)) void
window_plain(void *to, const void *from, uint32_t each, uint32_t align)
{
	if (align == LINE) {
		*(line *)to = *(const line *)from;
	} else if (align == WORD) {
		for (uint32_t i = 0; i < each / WORD; i++) {
			((word *)to)[i] = ((const word *)from)[i];
		}
	} else {
		memcpy(to, from, each);
	}
}

/* Volatile, since another thread reads it behind a barrier, which clang does not know. */
static volatile struct {
	bool put, fence;
	uint8_t *to;
	const uint8_t *from;
	uint32_t lines; /* 0: the core has ended */
} job;

/*
 * Up to n pieces, a constant, of so many bytes each, those that begin within `bytes`,
 * `stride` apart.  They are words or lines of the window; private memory is aligned to
 * `align`, a constant too.
 */
static inline __attribute__((always_inline)) void
window_pieces(bool put, uint8_t *to, const uint8_t *from, uint32_t each,
	      uint32_t align, uint32_t n, size_t bytes, size_t stride)
{
	line w[BATCH];

#pragma clang loop unroll(full)
	for (uint32_t i = 0; i < n && stride * i < bytes; i++) {
		const uint8_t *at = from + stride * i;

		if (put) {
			window_plain(&w[i], at, each, align);
		} else if (each == LINE) {
			ptx_load_quad((uint64_t *)&w[i], at);
		} else {
			w[i][0] = ptx_load(at);
		}
	}
#pragma clang loop unroll(full)
	for (uint32_t i = 0; i < n && stride * i < bytes; i++) {
		uint8_t *at = to + stride * i;

		if (!put) {
			window_plain(at, &w[i], each, align);
		} else if (each == LINE) {
			ptx_store_quad(at, (uint32_t *)&w[i]);
		} else {
			ptx_store(at, (uint32_t)w[i][0]);
		}
	}
}

/* Lines of so many bytes, as many as fit a batch: how many bytes that were. */
static inline size_t window_lines(bool put, uint8_t *to, const uint8_t *from,
				  size_t bytes)
{
	uintptr_t here = (uintptr_t)(put ? from : to);

	bytes = (bytes < BATCH * LINE ? bytes : BATCH * LINE) & -(size_t)LINE;
	if ((here & (LINE - 1)) == 0) {
		window_pieces(put, to, from, LINE, LINE, BATCH, bytes, LINE);
	} else if ((here & (WORD - 1)) == 0) {
		window_pieces(put, to, from, LINE, WORD, BATCH, bytes, LINE);
	} else {
		bytes = LINE;
		window_pieces(put, to, from, LINE, 1, 1, bytes, LINE);
	}
	return bytes;
}

/* Words up to the next line, or to the end. */
static inline size_t window_words(bool put, uint8_t *to, const uint8_t *from,
				  size_t bytes)
{
	uintptr_t here = (uintptr_t)(put ? from : to);
	size_t most = LINE - ((uintptr_t)(put ? to : from) & (LINE - 1));

	bytes = (bytes < most ? bytes : most) & -(size_t)WORD;
	if ((here & (WORD - 1)) == 0) {
		window_pieces(put, to, from, WORD, WORD, LINE / WORD, bytes,
			      WORD);
	} else {
		window_pieces(put, to, from, WORD, 1, LINE / WORD, bytes, WORD);
	}
	return bytes;
}

static __attribute__((noinline)) void
window_alone(bool put, uint8_t *to, const uint8_t *from, size_t n)
{
	for (size_t step; n > 0; n -= step, to += step, from += step) {
		uintptr_t window = (uintptr_t)(put ? to : from);

		if ((window & (LINE - 1)) == 0 && n >= LINE) {
			step = window_lines(put, to, from, n);
		} else if ((window & (WORD - 1)) == 0 && n >= WORD) {
			step = window_words(put, to, from, n);
		} else {
			step = 1;
			if (put) {
				ptx_store_byte(to, *from);
			} else {
				*to = (uint8_t)ptx_load_byte(from);
			}
		}
	}
}

/* One helper's lines of the job: every so many one, so that a warp's lie in a row. */
static void window_help(uint32_t me, uint32_t helpers)
{
	bool put = job.put;
	uint8_t *to = job.to;
	const uint8_t *from = job.from;
	uint32_t lines = job.lines, step = SHARE * helpers;
	bool aligned = (((uintptr_t)to | (uintptr_t)from) & (LINE - 1)) == 0;

	if (job.fence && me < lines) {
		FENCE(gpu_help, ptx_fence()); /* (a), (b) */
	}
	for (; me < lines; me += aligned ? step : helpers) {
		size_t at = (size_t)LINE * me;

		if (aligned) {
			window_pieces(put, to + at, from + at, LINE, LINE,
				      SHARE, (size_t)LINE * (lines - me),
				      (size_t)LINE * helpers);
		} else {
			window_alone(put, to + at, from + at, LINE);
		}
	}
}

_Noreturn void gpu_help(void)
{
	uint32_t columns = ptx_columns();
	uint32_t helpers = columns * (ptx_rows() - 1);
	uint32_t me = columns * (ptx_row() - 1) + ptx_column();

	for (;;) {
		ptx_barrier();
		if (job.lines == 0) {
			ptx_exit();
		}
		window_help(me, helpers);
		ptx_barrier();
	}
}

_Noreturn void gpu_end(void)
{
	job.lines = 0;
	ptx_barrier();
	ptx_exit();
}

/* To a window whose core I have written to since my last fence, the helpers fence, too. */
static void window_move(bool put, uint8_t *to, const uint8_t *from, size_t n,
			uint32_t rank)
{
	uint8_t *window = put ? to : (uint8_t *)from;
	uint32_t head = -(uint32_t)(uintptr_t)window & (LINE - 1);
	size_t body = n - head;

	if (n < BATCH * LINE + LINE || !gpu.helped ||
	    ptx_is_local(put ? from : to)) {
		if (put) {
			gpu_before(rank, GPU_PIECES);
		}
		window_alone(put, to, from, n);
		return;
	}
	body &= -(size_t)LINE;
	job.put = put;
	job.to = to + head;
	job.from = from + head;
	job.lines = (uint32_t)(body / LINE);
	job.fence = put && gpu_dirty(rank, GPU_PIECES);
	ptx_barrier();
	if (put) {
		gpu_before(rank, GPU_PIECES);
	}
	window_alone(put, to, from, head);
	to += head + body;
	window_alone(put, to, from + head + body, n - head - body);
	ptx_barrier();
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	(void)window;
	window_move(true, gpu_at(rank, offset), src, n, rank);
	gpu_after(rank, GPU_PIECES);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)window;
	window_move(false, dst, gpu_at(rank, offset), n, rank);
}

/* By way of a buffer; a piece ends where a line of the target does. */
void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	static uint8_t piece[PIECE] __attribute__((aligned(LINE)));

	while (n > 0) {
		uint32_t odd = dst.offset & (LINE - 1), step = PIECE - odd;

		step = n < step ? (uint32_t)n : step;
		arch_get(piece + odd, src.rank, src.window, src.offset, step);
		arch_put(dst.rank, dst.window, dst.offset, piece + odd, step);
		dst.offset += step;
		src.offset += step;
		n -= step;
	}
}
