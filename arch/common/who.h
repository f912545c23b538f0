/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arch_rank and arch_count, inline, for ports of one chip that have where.c: a load each.
 * They are functions, too.
 */
#ifndef WEFT_ARCH_COMMON_WHO_H
#define WEFT_ARCH_COMMON_WHO_H

#include <stdint.h>

extern uint32_t port_rank, port_count; /* arch/common/port.h */

extern inline __attribute__((gnu_inline)) uint32_t arch_rank(void)
{
	return port_rank;
}

extern inline __attribute__((gnu_inline)) uint32_t arch_count(void)
{
	return port_count;
}

#endif
