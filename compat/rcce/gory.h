/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Places of the MPB as RCCE's programs have them: pointers.  Where a core may look into its
 * own MPB by pointers (weft/mpb.h), a place is that pointer.  Elsewhere it is an address that no
 * port has memory at, so that a load through it faults.  Either way a pointer to private memory
 * is never taken for one.
 */
#ifndef COMPAT_RCCE_GORY_H
#define COMPAT_RCCE_GORY_H

#define GORY 1
#include "compat/rcce/rcce.h"

#include <stdint.h>

void *rcce_place(uint32_t offset);
bool rcce_is_place(const volatile void *p);
uint32_t rcce_offset(const volatile void *p); /* of one that is a place */

#endif
