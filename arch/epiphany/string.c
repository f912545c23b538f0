/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers call by themselves, in a core's own memory: the C library's
 * lies in external memory, where an instruction takes hundreds of clocks.  The
 * loops are kept from being taken for what they are by the compiler, which would
 * make each a call of itself.
 */
#include <board.h>

#include <string.h>

typedef uint32_t __attribute__((may_alias)) word_t;

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	epi_copy((uintptr_t)dst, (uintptr_t)src, n, true);
	return dst;
}

void *memset(void *dst, int value, size_t n)
{
	char *to = dst;
	uint32_t word = (uint32_t)value << 24;

	word |= word >> 8;
	word |= word >> 16;
	while (n > 0) {
		if (n >= sizeof(word) && ((uintptr_t)to & 3) == 0) {
			*(word_t *)to = word;
			to += sizeof(word);
			n -= sizeof(word);
		} else {
			*to++ = (char)word;
			n--;
		}
		__asm__ volatile("" ::: "memory");
	}
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
