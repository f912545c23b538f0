/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies.  A window's bytes go by whole aligned words but for those at its ends: other
 * cores write words beside mine, and no word of theirs or mine may be torn.
 */
#include <string.h>

#include "arch/gpu/board.h"

enum {
	WORD = 4,
	LINE = 16, /* one access of the memory */
};

static inline bool window_even(const void *a, const void *b, uintptr_t size)
{
	return (((uintptr_t)a | (uintptr_t)b) & (size - 1)) == 0;
}

/* Bytes until `p` is aligned, n at most. */
static inline size_t window_head(const void *p, size_t n)
{
	size_t head = -(uintptr_t)p & (WORD - 1);

	return head < n ? head : n;
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	uint8_t *to = gpu_at(rank, offset);
	const uint8_t *from = src;
	uint32_t w[LINE / WORD];

	(void)window;
	gpu_before(rank);
	for (size_t head = window_head(to, n); head > 0; head--, n--) {
		ptx_store_byte(to++, *from++);
	}
	for (; n >= LINE && window_even(to, from, LINE); n -= LINE) {
		memcpy(w, __builtin_assume_aligned(from, LINE), LINE);
		ptx_store_line(to, w);
		to += LINE;
		from += LINE;
	}
	for (; n >= WORD; n -= WORD, to += WORD, from += WORD) {
		memcpy(w, from, WORD);
		ptx_store(to, w[0]);
	}
	for (; n > 0; n--) {
		ptx_store_byte(to++, *from++);
	}
	gpu_after(rank);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	const uint8_t *from = gpu_at(rank, offset);
	uint8_t *to = dst;
	uint32_t w[LINE / WORD];

	(void)window;
	for (size_t head = window_head(from, n); head > 0; head--, n--) {
		*to++ = ptx_load_byte(from++);
	}
	for (; n >= LINE && window_even(to, from, LINE); n -= LINE) {
		ptx_load_line(w, from);
		memcpy(__builtin_assume_aligned(to, LINE), w, LINE);
		to += LINE;
		from += LINE;
	}
	for (; n >= WORD; n -= WORD, to += WORD, from += WORD) {
		w[0] = ptx_load(from);
		memcpy(to, w, WORD);
	}
	for (; n > 0; n--) {
		*to++ = ptx_load_byte(from++);
	}
}

/* A word at any address, of whole words; the second is read if the first has not all. */
static inline uint32_t window_any_word(const uint8_t *from)
{
	uint32_t odd = (uintptr_t)from & (WORD - 1), low = ptx_load(from - odd);

	if (odd == 0) {
		return low;
	}
	return low >> (8 * odd) | ptx_load(from - odd + WORD)
					  << (8 * (WORD - odd));
}

void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	uint8_t *to = gpu_at(dst.rank, dst.offset);
	const uint8_t *from = gpu_at(src.rank, src.offset);
	uint32_t w[LINE / WORD];

	gpu_before(dst.rank);
	for (size_t head = window_head(to, n); head > 0; head--, n--) {
		ptx_store_byte(to++, ptx_load_byte(from++));
	}
	for (; n >= LINE && window_even(to, from, LINE); n -= LINE) {
		ptx_load_line(w, from);
		ptx_store_line(to, w);
		to += LINE;
		from += LINE;
	}
	for (; n >= WORD; n -= WORD, to += WORD, from += WORD) {
		ptx_store(to, window_any_word(from));
	}
	for (; n > 0; n--) {
		ptx_store_byte(to++, ptx_load_byte(from++));
	}
	gpu_after(dst.rank);
}
