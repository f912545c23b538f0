/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/barrier.h"

#include <weft/barrier.h>

int weft_barrier(weft_us_t within)
{
	return ARCH_BARRIER ? weft_barrier_chip(within)
			    : weft_barrier_dissemination(within);
}
