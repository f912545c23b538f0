/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy and memmove for x86-64.  The C library's memcpy stores past the caches from 256
 * bytes on, and for a few bytes of what is not aligned starts the processor's own loop, which
 * begins slowly; its memmove goes byte by byte.  What is copied here is soon read, often by
 * another core.
 *
 * The accesses are volatile, or the compiler takes the loops for calls of these.
 */
#include <stdint.h>
#include <string.h>

typedef uint64_t pair __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t eight __attribute__((aligned(1), may_alias));
typedef uint32_t four __attribute__((aligned(1), may_alias));
typedef uint16_t two __attribute__((aligned(1), may_alias));

enum {
	BLOCK = 64,
	LOOP_FROM =
		2048, /* bytes: from here on the processor's own loop is quicker */
};

#define MOVE(type, at)                                                         \
	(*(volatile type *)(to + (at)) = *(const volatile type *)(from + (at)))

void *memcpy(void *restrict target, const void *restrict source, size_t n)
{
	uint8_t *to = target;
	const uint8_t *from = source;

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
	if (n >= LOOP_FROM) {
		size_t words = n / sizeof(uint64_t);

		__asm__ volatile("rep movsq"
				 : "+D"(to), "+S"(from), "+c"(words)::"memory");
		n %= sizeof(uint64_t);
	}
#endif
	for (; n >= BLOCK; n -= BLOCK, to += BLOCK, from += BLOCK) {
		MOVE(pair, 0);
		MOVE(pair, 16);
		MOVE(pair, 32);
		MOVE(pair, 48);
	}
	for (; n >= sizeof(pair); n -= sizeof(pair)) {
		MOVE(pair, 0);
		to += sizeof(pair);
		from += sizeof(pair);
	}
	if (n & 8) {
		MOVE(eight, 0);
		to += 8;
		from += 8;
	}
	if (n & 4) {
		MOVE(four, 0);
		to += 4;
		from += 4;
	}
	if (n & 2) {
		MOVE(two, 0);
		to += 2;
		from += 2;
	}
	if (n & 1) {
		MOVE(uint8_t, 0);
	}
	return target;
}

/* memcpy goes forward, and has read what it overwrites if the target is below. */
void *memmove(void *target, const void *source, size_t n)
{
	uint8_t *to = (uint8_t *)target + n;
	const uint8_t *from = (const uint8_t *)source + n;

	if ((uintptr_t)target - (uintptr_t)source >= n) {
		return memcpy(target, source, n);
	}
	for (; n >= sizeof(eight); n -= sizeof(eight)) {
		to -= sizeof(eight);
		from -= sizeof(eight);
		MOVE(eight, 0);
	}
	while (n-- > 0) {
		to--;
		from--;
		MOVE(uint8_t, 0);
	}
	return target;
}
