/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies by the core.  A load from L1 takes 8 clocks, of which those of further loads
 * hide 7; a store takes 5.
 */
#include "arch/tensix/copy.h"

enum {
	WORD = 4,
	BLOCK = 8 * WORD,
};

typedef uint32_t __attribute__((may_alias)) word_t;

static volatile uint8_t *bytes_at(uintptr_t at)
{
	return (volatile uint8_t *)at;
}

static volatile word_t *words_at(uintptr_t at)
{
	return (volatile word_t *)at;
}

/* A call, as each copy has two. */
static __attribute__((noinline)) void copy_bytes(uintptr_t to, uintptr_t from,
						 size_t n)
{
	for (uintptr_t end = from + n; from != end; to++, from++) {
		*bytes_at(to) = *bytes_at(from);
	}
}

static inline void copy_block(volatile word_t *to, const volatile word_t *from)
{
	word_t a = from[0], b = from[1], c = from[2], d = from[3];
	word_t e = from[4], f = from[5], g = from[6], h = from[7];

	to[0] = a;
	to[1] = b;
	to[2] = c;
	to[3] = d;
	to[4] = e;
	to[5] = f;
	to[6] = g;
	to[7] = h;
}

/* Of n, whole words; both ends are aligned. */
static void copy_words(uintptr_t to, uintptr_t from, size_t n)
{
	uintptr_t end = from + n, blocks = from + (n & -(size_t)BLOCK);

	for (; from != blocks; to += BLOCK, from += BLOCK) {
		copy_block(words_at(to), words_at(from));
	}
	for (; from != end; to += WORD, from += WORD) {
		*words_at(to) = *words_at(from);
	}
}

/*
 * Of n, whole words, at least one.  The one end is aligned, the other in the middle of
 * words; all are loaded once, and stored once but for the first and last of scatter's.
 */
static void gather(uintptr_t to, uintptr_t from, size_t n)
{
	const volatile word_t *f = words_at(from & -(uintptr_t)WORD);
	uint32_t down = (from & (WORD - 1)) << 3, rest = *f;

	do {
		uint32_t word = *++f;

		*words_at(to) = rest >> down | word << (32 - down);
		rest = word;
		to += WORD;
		n -= WORD;
	} while (n > 0);
}

static void scatter(uintptr_t to, uintptr_t from, size_t n)
{
	const volatile word_t *f = words_at(from);
	uint32_t up = (to & (WORD - 1)) << 3, rest = *f;

	for (; to & (WORD - 1); rest >>= 8) {
		*bytes_at(to++) = (uint8_t)rest;
	}
	for (; n > WORD; n -= WORD, to += WORD) {
		uint32_t word = *++f;

		*words_at(to) = rest | word << up;
		rest = word >> (32 - up);
	}
	for (; up > 0; up -= 8, rest >>= 8) {
		*bytes_at(to++) = (uint8_t)rest;
	}
}

/* Whole words of the window by `odd`, where the other end is not aligned alike. */
static void copy(uintptr_t to, uintptr_t from, size_t n, uintptr_t window,
		 void (*odd)(uintptr_t to, uintptr_t from, size_t n))
{
	size_t head = -window & (WORD - 1);
	size_t words;

	if (((to | from | n) & (WORD - 1)) == 0) {
		copy_words(to, from, n);
		return;
	}
	head = head < n ? head : n;
	copy_bytes(to, from, head);
	to += head;
	from += head;
	n -= head;
	words = n & -(size_t)WORD;
	if (((to ^ from) & (WORD - 1)) == 0) {
		copy_words(to, from, words);
	} else if (words > 0) {
		odd(to, from, words);
	}
	copy_bytes(to + words, from + words, n - words);
}

void tensix_copy_in(uintptr_t to, uintptr_t from, size_t n)
{
	copy(to, from, n, to, gather);
}

void tensix_copy_out(uintptr_t to, uintptr_t from, size_t n)
{
	copy(to, from, n, from, scatter);
}
