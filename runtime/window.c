/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/window.h"

int rt_check_other(uint32_t window, uint32_t offset, size_t bytes)
{
	uint32_t size = arch_window_bytes(window);

	return size > 0 ? rt_check_range(offset, bytes, 0, size)
			: WEFT_ERR_WINDOW;
}

#if ARCH_NEAR
int rt_check(uint32_t window, uint32_t offset, size_t bytes, uint32_t rank)
{
	return rt_check_inline(window, offset, bytes, rank);
}
#endif
