/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the symmetric heap has held before: bytes that are no counts, no flags and no
 * addresses.  Whatever is made there later must begin with words of its own.
 */
#ifndef TESTS_TARGET_DIRTY_H
#define TESTS_TARGET_DIRTY_H

#include <string.h>

#include <weft/mpb.h>

#include "arch/arch.h"

/* On all cores, after tap_begin and before anything is made. */
static inline void dirty_heap(void)
{
	uint8_t some[ARCH_LINE];
	size_t largest;
	uint32_t at;

	memset(some, 0xa5, sizeof(some));
	weft_mpb_free_bytes(&largest);
	largest &= ~(size_t)(ARCH_LINE - 1);
	if (largest == 0 || weft_mpb_alloc(largest, &at)) {
		return;
	}
	for (uint32_t done = 0; done < largest; done += ARCH_LINE) {
		arch_put(arch_rank(), ARCH_WINDOW_MPB, at + done, some,
			 sizeof(some));
	}
	arch_settle(arch_rank());
	weft_mpb_free(at);
}

#endif
