/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers call by themselves, in a core's own memory: the C library's
 * lies in external memory, where an instruction takes hundreds of clocks.  The
 * loops are kept from being taken for what they are by the compiler, which would
 * make each a call of itself.
 */
#include <string.h>

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t __attribute__((may_alias)) pair_t;

#define KEEP() __asm__ volatile("" ::: "memory")

/* Where to copy by pairs of words: far away each access takes as long. */
static bool aligned(uintptr_t bits)
{
	return (bits & (sizeof(pair_t) - 1)) == 0;
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	char *to = dst;
	const char *from = src;

	if (aligned((uintptr_t)to | (uintptr_t)from)) {
		for (; n >= sizeof(pair_t); n -= sizeof(pair_t)) {
			*(pair_t *)to = *(const pair_t *)from;
			to += sizeof(pair_t);
			from += sizeof(pair_t);
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
	if (aligned((uintptr_t)to)) {
		for (; n >= sizeof(pair_t); n -= sizeof(pair_t)) {
			*(pair_t *)to = (uint64_t)word << 32 | word;
			to += sizeof(pair_t);
			KEEP();
		}
	}
	while (n-- > 0) {
		*to++ = (char)word;
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
