/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PEs whose memory this one loads and stores itself (weft_private_of).  If all PEs are so for
 * all, no operation needs an agent.  An owner that waits looks for a while; before it sleeps
 * it says so, and looks once more.  Who has changed something there looks whether it
 * sleeps, and then sends a message.  A full fence lies between the two on both sides.
 *
 * That is for machines that load and store eight bytes at once.
 */
#ifndef COMPAT_SHMEM_NEAR_H
#define COMPAT_SHMEM_NEAR_H

#include "compat/shmem/agent.h"

#define OWN_NEAR (sizeof(void *) == sizeof(uint64_t))

struct near {
	uintptr_t image, heap; /* how far its are from mine */
	const volatile struct own *own;
};

static inline bool near_all(void)
{
	return OWN_NEAR && own.near;
}

/* Where a symmetric object of another PE is for this one. */
static inline void *near_pointer(const void *at, uint32_t pe, const char *who)
{
	uint32_t place = agent_place(at, who);

	return (void *)((uintptr_t)at + (place & OWN_IN_HEAP
						 ? own.near[pe].heap
						 : own.near[pe].image));
}

void near_wake(uint32_t pe);

/* After a change there. */
static inline void near_changed(uint32_t pe)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (own.near[pe].own->asleep) {
		near_wake(pe);
	}
}

/* A value is copied at once, whoever looks meanwhile. */
static inline void near_copy(void *to, const void *from, size_t bytes)
{
	if (((uintptr_t)to | (uintptr_t)from | bytes) % 8 == 0 && bytes <= 64) {
		uint64_t *t = to;
		const uint64_t *f = from;

		for (; bytes > 0; bytes -= 8) {
			__atomic_store_n(t++, *f++, __ATOMIC_RELAXED);
		}
	} else if (bytes == 4 && ((uintptr_t)to | (uintptr_t)from) % 4 == 0) {
		__atomic_store_n((uint32_t *)to, *(const uint32_t *)from,
				 __ATOMIC_RELAXED);
	} else if (bytes == 2 && ((uintptr_t)to | (uintptr_t)from) % 2 == 0) {
		__atomic_store_n((uint16_t *)to, *(const uint16_t *)from,
				 __ATOMIC_RELAXED);
	} else {
		memcpy(to, from, bytes);
	}
}

/* An operation that others may do at the same time. */
uint64_t near_change(void *at, int what, uint64_t value, uint64_t cond);

#endif
