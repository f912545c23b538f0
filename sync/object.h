/* SPDX-License-Identifier: Apache-2.0 */
/* What objects in a window share: queue, stack, counters. */
#ifndef SYNC_OBJECT_H
#define SYNC_OBJECT_H

#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/own.h"

#include <weft/types.h>

/*
 * An operation that this core ran before may have written there.  Pairs with
 * the put or flag write of that one: this one reads the object's words after it
 * has landed.
 */
static inline void object_settle(weft_rank_t home)
{
	if (!ARCH_OWN_WRITES) {
		FENCE(object_settle, arch_settle(home));
	}
}

static inline int object_check(const void *object, weft_rank_t home,
			       uint32_t words)
{
	if (!object) {
		return WEFT_ERR_NULL;
	}
	if (home >= arch_count()) {
		return WEFT_ERR_RANK;
	}
	return words - 1 < UINT32_MAX >> 4 ? WEFT_OK : WEFT_ERR_SIZE;
}

#endif
