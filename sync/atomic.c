/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/context.h"
#include "runtime/window.h"
#include "sync/atomic.h"

#include <weft/flag.h>

static int atomic_check(weft_rank_t rank, uint32_t word, const uint32_t *was)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	return was ? rt_check_flag(rank, word) : WEFT_ERR_NULL;
}

WEFT_REGISTERS int weft_atomic_swap(weft_rank_t rank, uint32_t word,
				    uint32_t value, uint32_t *was)
{
	int error = atomic_check(rank, word, was);

	return error ? error : sync_swap(rank, word, value, ARCH_NEVER, was);
}

WEFT_REGISTERS int weft_atomic_compare_swap(weft_rank_t rank, uint32_t word,
					    uint32_t expected, uint32_t value,
					    uint32_t *was)
{
	int error = atomic_check(rank, word, was);

	return error ? error
		     : sync_compare_swap(rank, word, expected, value,
					 ARCH_NEVER, was);
}

WEFT_REGISTERS int weft_atomic_fetch_add(weft_rank_t rank, uint32_t word,
					 uint32_t addend, uint32_t *was)
{
	int error = atomic_check(rank, word, was);

	return error ? error
		     : sync_fetch_add(rank, word, addend, ARCH_NEVER, was);
}
