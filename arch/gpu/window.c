/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies.  A window's bytes go by whole aligned words but for those at its ends: other
 * cores write words beside mine, and no word of theirs or mine may be torn.  An access
 * takes 280 clocks, so a thread has several under way: they are all begun before
 * the first is waited for.
 */
#include <string.h>

#include "arch/gpu/board.h"

enum {
	WORD = 4,
	LINE = 16,  /* one access of the memory */
	BATCH = 12, /* lines under way */
	PIECE = 256 /* of a copy from window to window */
};

typedef uint64_t line __attribute__((vector_size(LINE), may_alias));

/* Of so many lines, a constant, all aligned. */
static inline void window_lines(bool put, uint8_t *to, const uint8_t *from,
				uint32_t lines)
{
	line w[BATCH];

#pragma clang loop unroll(full)
	for (uint32_t i = 0; i < lines; i++) {
		if (put) {
			w[i] = *(const line *)(from + LINE * i);
		} else {
			ptx_load_quad((uint64_t *)&w[i], from + LINE * i);
		}
	}
#pragma clang loop unroll(full)
	for (uint32_t i = 0; i < lines; i++) {
		if (put) {
			ptx_store_quad(to + LINE * i, (uint32_t *)&w[i]);
		} else {
			*(line *)(to + LINE * i) = w[i];
		}
	}
}

static inline void window_move(bool put, uint8_t *to, const uint8_t *from,
			       size_t n)
{
	for (size_t step; n > 0; n -= step, to += step, from += step) {
		uintptr_t here = (uintptr_t)(put ? from : to);
		uintptr_t window = (uintptr_t)(put ? to : from);
		uint32_t w;

		if (((here | window) & (LINE - 1)) == 0 && n >= LINE) {
			step = n >= BATCH * LINE ? BATCH * LINE : LINE;
			if (step == LINE) {
				window_lines(put, to, from, 1);
			} else {
				window_lines(put, to, from, BATCH);
			}
		} else if ((window & (WORD - 1)) == 0 && n >= WORD) {
			step = WORD;
			if (put) {
				memcpy(&w, from, WORD);
				ptx_store(to, w);
			} else {
				w = ptx_load(from);
				memcpy(to, &w, WORD);
			}
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

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	(void)window;
	gpu_before(rank, GPU_PIECES);
	window_move(true, gpu_at(rank, offset), src, n);
	gpu_after(rank, GPU_PIECES);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)window;
	window_move(false, dst, gpu_at(rank, offset), n);
}

/* By way of a buffer; a piece ends where a line of the target does. */
void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	uint8_t piece[PIECE] __attribute__((aligned(LINE)));

	gpu_before(dst.rank, GPU_PIECES);
	while (n > 0) {
		uint32_t odd = dst.offset & (LINE - 1), step = PIECE - odd;

		step = n < step ? (uint32_t)n : step;
		arch_get(piece + odd, src.rank, src.window, src.offset, step);
		window_move(true, gpu_at(dst.rank, dst.offset), piece + odd,
			    step);
		dst.offset += step;
		src.offset += step;
		n -= step;
	}
	gpu_after(dst.rank, GPU_PIECES);
}
