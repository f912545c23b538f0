/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy by the processor's own loop.  That of newlib writes past the caches from 256 bytes
 * on, so whoever reads the copy next, a reduction or another process, has it from memory.
 */
#include <string.h>

#if defined(__x86_64__)
void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	void *to = dst;

	__asm__ volatile("rep movsb" : "+D"(to), "+S"(src), "+c"(n)::"memory");
	return dst;
}
#endif
