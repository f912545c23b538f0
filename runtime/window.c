/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/why.h"
#include "runtime/window.h"

/* WEFT_OK if [offset, offset + bytes) lies within size bytes from start. */
static inline int rt_check_range(uint32_t offset, size_t bytes, uint32_t start,
				 uint32_t size)
{
	/* What is below start wraps to a large one. */
	return bytes <= size && offset - start <= size - bytes
		       ? WEFT_OK
		       : RT_WHY(WEFT_ERR_RANGE,
				"offset and bytes: outside the symmetric heap, "
				"or beyond the window");
}

/* The same within a window other than 0. */
static ARCH_COLD int check_other(uint32_t window, uint32_t offset, size_t bytes)
{
	uint32_t size = arch_window_bytes(window);

	return size > 0 ? rt_check_range(offset, bytes, 0, size)
			: RT_WHY(WEFT_ERR_WINDOW, "no such window");
}

int rt_check(uint32_t window, uint32_t offset, size_t bytes, uint32_t rank)
{
	if (rank >= rt_run.count) {
		return RT_WHY(WEFT_ERR_RANK, "no such core");
	}
	if (window == ARCH_WINDOW_MPB) {
		return rt_check_range(offset, bytes, rt_heap.offset,
				      rt_heap.bytes);
	}
	return check_other(window, offset, bytes);
}

int rt_check_any_flag(weft_rank_t rank, uint32_t flag)
{
	if (flag & 3) {
		return RT_WHY(WEFT_ERR_ALIGN, "a flag: to 4 bytes");
	}
	return rt_check(ARCH_WINDOW_MPB, flag, sizeof(uint32_t), rank);
}
