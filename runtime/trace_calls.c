/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The port's calls, as events (runtime/trace.h).  Where arch/traced.mk is in force the
 * linker has all callers come here in place of arch_put and the others.
 *
 *   put, get    a: the other core; b: bytes
 *   copy        a: to << 16 | from; b: bytes
 *   flag        a: whose; b: words << 24 | offset.  Its time is that of the write's end,
 *               so that who sees the flag sees it later
 *   raise       a: the first rank that is interrupted; b: how many
 */
#include "arch/arch.h"
#include "runtime/trace.h"

#if ARCH_TRACED
#define WRAPPED(name, of, with, what, a, b)                                    \
	ARCH_CALL void __real_arch_##name of;                                  \
	ARCH_CALL void __wrap_arch_##name of;                                  \
	ARCH_CALL void __wrap_arch_##name of                                   \
	{                                                                      \
		uint64_t since = RT_TRACE_NOW();                               \
                                                                               \
		__real_arch_##name with;                                       \
		RT_TRACE_SINCE(what, since, a, b);                             \
	}

WRAPPED(put,
	(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	 size_t n),
	(rank, window, offset, src, n), "put", rank, (uint32_t)n)
WRAPPED(get,
	(void *dst, uint32_t rank, uint32_t window, uint32_t offset, size_t n),
	(dst, rank, window, offset, n), "get", rank, (uint32_t)n)
WRAPPED(copy, (struct arch_addr dst, struct arch_addr src, size_t n),
	(dst, src, n), "copy", dst.rank << 16 | src.rank, (uint32_t)n)
WRAPPED(flag_write, (uint32_t rank, uint32_t offset, uint32_t value),
	(rank, offset, value), "flag", rank, 1u << 24 | offset)
WRAPPED(flags_write,
	(uint32_t rank, uint32_t offset, const uint32_t *words, uint32_t n),
	(rank, offset, words, n), "flag", rank, n << 24 | offset)
WRAPPED(raise, (uint32_t first, uint32_t n), (first, n), "raise", first, n)

ARCH_CALL void __real_arch_raise_list(const uint32_t *ranks, uint32_t n);
ARCH_CALL void __wrap_arch_raise_list(const uint32_t *ranks, uint32_t n);
ARCH_CALL void __wrap_arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	uint64_t since = RT_TRACE_NOW();

	__real_arch_raise_list(ranks, n);
	for (uint32_t i = 0; i < n; i++) {
		RT_TRACE_SINCE("raise", since, ranks[i], 1);
	}
}
#endif
