/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places of the MPB as RCCE's programs have them: pointers.  A place is named by an
 * address that no port has memory at, so that a load through it faults and a pointer to
 * private memory is never taken for one.
 */
#ifndef COMPAT_RCCE_GORY_H
#define COMPAT_RCCE_GORY_H

#define GORY 1
#include "compat/rcce/rcce.h"

#include <stdint.h>

#define RCCE_PLACES      (UINTPTR_MAX - 0x0fffffff)
#define RCCE_PLACES_MOST 0x01000000 /* no window is larger */

static inline void *rcce_place(uint32_t offset)
{
	return (void *)(RCCE_PLACES + offset);
}

static inline bool rcce_is_place(const volatile void *p)
{
	return (uintptr_t)p - RCCE_PLACES < RCCE_PLACES_MOST;
}

static inline uint32_t rcce_offset(const volatile void *p)
{
	return (uint32_t)((uintptr_t)p - RCCE_PLACES);
}

#endif
