/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers call by themselves, in a core's own memory: the C library's
 * lies in external memory, where an instruction takes hundreds of clocks.
 */
#include <board.h>

#include <string.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	epi_copy((uintptr_t)dst, (uintptr_t)src, n, true);
	return dst;
}

/* The lowest bit that is set; the library's looks it up in a table far away. */
int __ctzsi2(unsigned int word);

int __ctzsi2(unsigned int word)
{
	int n = 0;

	for (int half = 16; half > 0; half >>= 1) {
		if (word << (32 - half) == 0) {
			word >>= half;
			n += half;
		}
	}
	return n;
}
