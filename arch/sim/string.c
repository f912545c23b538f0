/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy, memmove and memset, in front of the C library's: those are written in
 * assembly for the host, so no basic block of them would be charged.  These
 * charge four bytes at a time, and are interrupt points every KB.
 */
#include <string.h>

#include "arch/sim/port.h"

#define STRETCH 1024u

static inline SIM_UNCHARGED size_t charge(size_t n)
{
	size_t now = n < STRETCH ? n : STRETCH;

	sim_count((uint32_t)(now + 3) / 4);
	sim_charge((now + 3) / 4 * sim_host->costs.copy_word);
	sim_tick();
	return now;
}

/*
 * The empty assembly keeps the compiler from seeing memcpy or memset in these
 * loops and calling it.
 */
static inline SIM_UNCHARGED void copy_up(char *to, const char *from, size_t n)
{
	for (; n >= 8; to += 8, from += 8, n -= 8) {
		uint64_t word;

		__builtin_memcpy(&word, from, 8);
		__builtin_memcpy(to, &word, 8);
		__asm__ volatile("" ::: "memory");
	}
	for (; n; n--) {
		*to++ = *from++;
		__asm__ volatile("" ::: "memory");
	}
}

static inline SIM_UNCHARGED void fill(char *to, uint64_t word, size_t n)
{
	for (; n >= 8; to += 8, n -= 8) {
		__builtin_memcpy(to, &word, 8);
		__asm__ volatile("" ::: "memory");
	}
	for (; n; n--) {
		*to++ = (char)word;
		__asm__ volatile("" ::: "memory");
	}
}

SIM_UNCHARGED void *memcpy(void *restrict dst, const void *restrict src,
			   size_t n)
{
	char *to = dst;
	const char *from = src;

	while (n) {
		size_t now = charge(n);

		copy_up(to, from, now);
		to += now;
		from += now;
		n -= now;
	}
	return dst;
}

SIM_UNCHARGED void *memmove(void *dst, const void *src, size_t n)
{
	char *to = dst;
	const char *from = src;

	if (to <= from || to >= from + n) {
		return memcpy(dst, src, n);
	}
	while (n) {
		size_t now = charge(n);

		for (; now; now--) {
			n--;
			to[n] = from[n];
			__asm__ volatile("" ::: "memory");
		}
	}
	return dst;
}

SIM_UNCHARGED void *memset(void *dst, int value, size_t n)
{
	uint64_t word = (unsigned char)value * UINT64_C(0x0101010101010101);
	char *to = dst;

	while (n) {
		size_t now = charge(n);

		fill(to, word, now);
		to += now;
		n -= now;
	}
	return dst;
}
