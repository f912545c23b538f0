/* SPDX-License-Identifier: Apache-2.0 */
/* What queue, stack and counters have in common (weft/object.h). */
#ifndef SYNC_OBJECT_H
#define SYNC_OBJECT_H

#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/own.h"
#include "runtime/why.h"

#include <weft/object.h>

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

enum {
	OBJECT_MOST = UINT32_MAX >> 4 /* words */
};

static inline int object_check(const void *object, weft_rank_t home,
			       uint32_t words, uint32_t most)
{
	if (!object) {
		return WEFT_ERR_NULL;
	}
	if (home >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "home");
	}
	return words - 1 < most
		       ? WEFT_OK
		       : RT_WHY(WEFT_ERR_SIZE, "words: none, or too many");
}

/* What a kind is made of.  Its words lie behind its flags. */
struct weft_shared_kind {
	weft_operation *const *operations;
	uint32_t n;
	uint32_t flags;
	uint32_t most; /* words */
	bool is_ring;  /* of a power of two words */
};

#endif
