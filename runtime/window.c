/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/mpb_map.h"
#include "runtime/window.h"

int rt_check_place(struct weft_addr place, size_t bytes)
{
	uint32_t start = 0, size = arch_window_bytes(place.window);

	if (place.rank >= arch_count()) {
		return WEFT_ERR_RANK;
	}
	if (size == 0) {
		return WEFT_ERR_WINDOW;
	}
	if (place.window == ARCH_WINDOW_MPB) {
		start = rt_mpb_heap(&size);
	}
	/* In this order no sum can wrap. */
	if (place.offset < start || place.offset - start > size ||
	    bytes > size - (place.offset - start)) {
		return WEFT_ERR_RANGE;
	}
	return WEFT_OK;
}

int rt_check_flag(weft_rank_t rank, uint32_t flag)
{
	struct weft_addr place = {rank, ARCH_WINDOW_MPB, flag};

	if (flag % sizeof(uint32_t) != 0) {
		return WEFT_ERR_ALIGN;
	}
	return rt_check_place(place, sizeof(uint32_t));
}
