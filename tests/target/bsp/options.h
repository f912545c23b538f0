/* SPDX-License-Identifier: Apache-2.0 */
/* How data go, from CHUNK and SLOT_US in the environment (bsp/order.h).  Before bsp_begin. */
#ifndef TESTS_BSP_OPTIONS_H
#define TESTS_BSP_OPTIONS_H

#include "bsp/order.h"
#include "runtime/boot.h"

static inline void bsp_options_of_test(void)
{
	bsp_options.chunk = rt_env_number("CHUNK", 0, 0, UINT32_MAX);
	bsp_options.slot_us =
		rt_env_number("SLOT_US", ORDER_SLOT_US, 0, UINT32_MAX);
}

#endif
