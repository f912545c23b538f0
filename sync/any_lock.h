/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kind of lock (weft/lock.h): what the interface calls, after it has checked its
 * arguments; and, of those kinds that poll (sync/polled.c), what those functions call.
 */
#ifndef SYNC_ANY_LOCK_H
#define SYNC_ANY_LOCK_H

#include "arch/fence.h"
#include "runtime/mpb_map.h"
#include "sync/atomic.h"

#include <weft/flag.h>
#include <weft/lock.h>

struct weft_lock_kind {
	const char *name;
	int (*create)(struct weft_any_lock *lock, weft_rank_t home);
	int (*free)(struct weft_any_lock *lock);
	int (*acquire)(struct weft_any_lock *lock, weft_us_t within,
		       const void *site);
	int (*release)(struct weft_any_lock *lock);

	/* For polled_*. */
	uint32_t flags; /* of each core's MPB */
	bool slots;     /* behind them one for each core */
	/* Is it free?  Who has it, as far as that is known. */
	bool (*look)(const struct weft_any_lock *lock, uint32_t *by);
	/* Take it if it is free, or looks so: no wait but for a guard. */
	bool (*take)(struct weft_any_lock *lock, uint64_t deadline);
	/* Stand in the queue until it is mine; null: there is none. */
	void (*join)(struct weft_any_lock *lock);
	/* In place of all three: in order, with a deadline.  Null: they are there. */
	int (*wait)(struct weft_any_lock *lock, uint64_t deadline);
	/* Let the next one in. */
	void (*leave)(struct weft_any_lock *lock);
};

/* What this core is to a lock of those: its struct's at.side. */
enum {
	POLLED_OUTSIDE,
	POLLED_HOLDER,
	POLLED_BUSY, /* one of its fibers waits, or is about to release it */
};

int polled_create(struct weft_any_lock *lock, weft_rank_t home);
int polled_free(struct weft_any_lock *lock);
int polled_acquire(struct weft_any_lock *lock, weft_us_t within,
		   const void *site);
int polled_release(struct weft_any_lock *lock);

/* The rest of polled_acquire for a lock that has been tried, and is not free. */
int polled_longer(struct weft_any_lock *lock, weft_us_t within,
		  const void *site);

#define POLLED                                                                 \
	.create = polled_create, .free = polled_free,                          \
	.acquire = polled_acquire, .release = polled_release

/*
 * What a holder wrote lands before it lets the next one in.  Pairs with polled_take()
 * there, or with polled_wait(), join() or sync_claim(): it reads after it has the lock.
 */
static inline void polled_landed(void)
{
	FENCE(polled_release, arch_inline_quiet());
}

/* Flag i of the lock. */
static inline uint32_t any_lock_at(const struct weft_any_lock *lock, uint32_t i)
{
	return rt_flag(lock->at.flags, i);
}

/* A compare-and-swap at the home that was done. */
static inline bool any_lock_swapped(const struct weft_any_lock *lock,
				    uint32_t i, uint32_t from, uint32_t to,
				    uint64_t deadline)
{
	uint32_t was;

	return !sync_compare_swap(lock->at.home, any_lock_at(lock, i), from, to,
				  deadline, &was) &&
	       was == from;
}

#endif
