/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers call by themselves, in a core's own memory: the C library's
 * lies in external memory, where an instruction takes hundreds of clocks.  The
 * loops are kept from being taken for what they are by the compiler, which would
 * make each a call of itself.
 */
#include <string.h>

#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) word_t;
typedef uint64_t __attribute__((may_alias)) pair_t;

#define KEEP() __asm__ volatile("" ::: "memory")

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	char *to = dst;
	const char *from = src;

	/* Far away a pair of words takes as long as a byte. */
	if ((((uintptr_t)to | (uintptr_t)from) & 7) == 0) {
		for (; n >= 8; n -= 8, to += 8, from += 8) {
			*(pair_t *)to = *(const pair_t *)from;
			KEEP();
		}
	}
	while (n-- > 0) {
		*to++ = *from++;
		KEEP();
	}
	return dst;
}

void *memset(void *dst, int value, size_t n)
{
	char *to = dst;
	uint32_t word = (uint8_t)value;

	word |= word << 8;
	word |= word << 16;
	while (n >= sizeof(word) && ((uintptr_t)to & 3) == 0) {
		*(word_t *)to = word;
		to += sizeof(word);
		n -= sizeof(word);
	}
	while (n-- > 0) {
		*to++ = (char)value;
		KEEP();
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
