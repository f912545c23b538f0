/* SPDX-License-Identifier: Apache-2.0 */
/* See near.h. */
#include <stdlib.h>

#include <weft/barrier.h>
#include <weft/core.h>
#include <weft/reduce.h>

#include "compat/shmem/near.h"

static bool near_find(struct near *near, uint32_t pe)
{
	const struct own *theirs = weft_private_of(pe, &own);
	const void *heap;

	if (!theirs) {
		return false;
	}
	heap = weft_private_of(pe, (const void *)theirs->heap);
	*near = (struct near){(uintptr_t)theirs - (uintptr_t)&own,
			      (uintptr_t)heap - own.heap, theirs};
	return heap;
}

/* One that is out of reach for one leaves all to agents: their operations exclude others. */
void near_begin(void)
{
	struct near *near;
	uint32_t mine = 1, all;

	if (!OWN_NEAR || !weft_private_of(own.me, &own)) {
		return; /* so it is on all PEs */
	}
	near = malloc(own.size * sizeof(*near));
	own_check(weft_barrier(WEFT_WORLD, WEFT_FOREVER), "shmem_init");
	for (uint32_t pe = 0; near && pe < own.size; pe++) {
		mine &= near_find(&near[pe], pe);
	}
	mine &= near != NULL;
	own_check(weft_allreduce(&mine, &all, 1, &weft_min_uint32, WEFT_WORLD,
				 WEFT_FOREVER),
		  "shmem_init");
	if (all) {
		own.near = near;
		own.agents = 0;
	} else {
		free(near);
	}
}

void near_wake(uint32_t pe)
{
	own_check(weft_am_request_to(&agent_targets[pe], NEWS, NULL, 0,
				     WEFT_FOREVER),
		  "news for a PE that waits");
}

#define CHANGE(type)                                                           \
	do {                                                                   \
		type *word = at;                                               \
		type was = __atomic_load_n(word, __ATOMIC_SEQ_CST), now;       \
                                                                               \
		do {                                                           \
			now = (type)change_of(what, was, value, cond);         \
		} while (!__atomic_compare_exchange_n(word, &was, now, false,  \
						      __ATOMIC_SEQ_CST,        \
						      __ATOMIC_SEQ_CST));      \
		return was;                                                    \
	} while (0)

uint64_t near_change(void *at, int what, uint64_t value, uint64_t cond)
{
	switch (what & SHMEMI_SIZE) {
	case 1:
		CHANGE(uint8_t);
	case 2:
		CHANGE(uint16_t);
	case 4:
		CHANGE(uint32_t);
	default:
		CHANGE(uint64_t);
	}
}
