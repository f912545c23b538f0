/* SPDX-License-Identifier: Apache-2.0 */
/* What programs load and store themselves: the own MPB, memory that cores have in common. */
#include "arch/arch.h"
#include "arch/own.h"
#include "runtime/window.h"

#include <weft/core.h>
#include <weft/mpb.h>

ARCH_COLD void *weft_common(size_t *bytes)
{
	size_t unused;

	bytes = bytes ? bytes : &unused;
#if ARCH_COMMON
	return arch_common(bytes);
#else
	*bytes = 0;
	return NULL;
#endif
}

ARCH_COLD void *weft_mpb_pointer(uint32_t offset)
{
#if ARCH_OWN_POINTER
	if (rt_check(ARCH_WINDOW_MPB, offset, 1, arch_rank()) == WEFT_OK) {
		return arch_own_pointer(offset);
	}
#else
	(void)offset;
#endif
	return NULL;
}

ARCH_COLD int weft_mpb_offset(const volatile void *pointer, uint32_t *offset)
{
	const char *heap = weft_mpb_pointer(rt_heap.offset);
	uintptr_t at = (uintptr_t)pointer - (uintptr_t)heap;

	if (!offset) {
		return WEFT_ERR_NULL;
	}
	if (!heap || at >= rt_heap.bytes) {
		return WEFT_ERR_RANGE;
	}
	*offset = rt_heap.offset + (uint32_t)at;
	return WEFT_OK;
}
