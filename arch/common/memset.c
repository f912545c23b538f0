/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memset by words, for ports on which the C library's goes byte by byte, or lies in slow
 * memory.  The loop is kept from being taken for what it is by the compiler, which
 * would make it a call of itself.
 */
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word_t;

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
