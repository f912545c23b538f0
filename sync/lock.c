/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/self.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/retry.h"

#include <weft/fiber.h>
#include <weft/lock.h>

enum {
	MAX_RANKS = ARCH_CORES_MAX < 4096 ? ARCH_CORES_MAX : 4096,
	FIBERS = 1 << 15, /* that are told apart, by their numbers */
};

static uint32_t holder; /* a word: who holds the lock here, rank + 1, or 0 */

/* The locks of these homes are this core's: which fiber has each, its number + 1, or 0. */
static uint16_t held[MAX_RANKS];

static ARCH_COLD uint32_t lock_bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return sizeof(uint32_t);
}

static ARCH_COLD void lock_place(const struct rt_run *run, uint32_t offset,
				 uint32_t size)
{
	(void)run;
	(void)size;
	holder = offset;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "locks",
	.bytes = lock_bytes,
	.placed = lock_place,
};
RT_PART(part);

static __attribute__((noinline)) uint16_t
lock_fiber(const struct weft_fiber *me)
{
	return (uint16_t)((me->number & (FIBERS - 1)) + 1);
}

/* Without fibers it can be nobody but main, whose number is 0. */
static inline bool holding(weft_rank_t home)
{
	const struct weft_fiber *me = rt_self();

	return held[home] && (!me || held[home] == lock_fiber(me));
}

static inline int lock_check(weft_rank_t home)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (home >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "home");
	}
	return ARCH_CORES_MAX <= MAX_RANKS || home < MAX_RANKS
		       ? WEFT_OK
		       : RT_WHY(WEFT_ERR_LIMIT, "home: 0 to 4095");
}

/* For who reads the record: 0 becomes RT_ANYONE, not known. */
static uint32_t holder_of(uint32_t word)
{
	return word - 1;
}

static inline bool lock_mine(weft_rank_t home)
{
	const struct weft_fiber *me = rt_self();

	held[home] = 1;
	if (me) {
		held[home] = lock_fiber(me);
	}
	return true;
}

/* This core's release, which may be on its way? */
static bool lock_was_mine(weft_rank_t home, uint32_t by)
{
	return holder_of(by) == arch_rank() && !held[home];
}

static bool lock_take(weft_rank_t home, uint64_t deadline)
{
	uint32_t by = 0;
	int error = sync_compare_swap(home, holder, 0, arch_rank() + 1,
				      deadline, &by);

	if (!error && lock_was_mine(home, by)) {
		/*
		 * Pairs with the sync_store of weft_unlock: the holder is read
		 * after it has landed.
		 */
		FENCE(lock_released, arch_settle(home));
		error = sync_compare_swap(home, holder, 0, arch_rank() + 1,
					  deadline, &by);
	}
	return !error && !by && lock_mine(home);
}

static bool lock_look(struct sync_retry *retry)
{
	uint32_t by = arch_flag_read(retry->home, holder);

	retry->by = holder_of(by);
	return !by;
}

static bool take_it(struct sync_retry *retry, uint64_t deadline)
{
	return lock_take(retry->home, deadline);
}

/* Somebody holds it.  Who only looks disturbs the home less than who tries. */
static int lock_wait(weft_rank_t home, uint64_t deadline, const void *site)
{
	struct sync_retry retry = {.look = lock_look,
				   .take = take_it,
				   .home = home,
				   .what = "a lock",
				   .site = site};

	return sync_retry(&retry, deadline);
}

/* `by` was there at the first try, perhaps this core itself, or SYNC_BUSY. */
static __attribute__((noinline)) int
lock_longer(weft_rank_t home, weft_us_t within, uint32_t by, const void *site)
{
	uint64_t deadline = rt_deadline(within);

	if (holding(home)) {
		return RT_WHY(WEFT_ERR_STATE, "this core holds it already");
	}
	if ((by == SYNC_BUSY || lock_was_mine(home, by)) &&
	    lock_take(home, deadline)) {
		return WEFT_OK;
	}
	return lock_wait(home, deadline, site);
}

WEFT_REGISTERS int weft_lock(weft_rank_t home, weft_us_t within)
{
	int error = lock_check(home);
	uint32_t by;

	if (error) {
		return error;
	}
	by = sync_claim(home, holder);
	if (by == 0) {
		lock_mine(home);
		return WEFT_OK;
	}
	return lock_longer(home, within, by, __builtin_return_address(0));
}

WEFT_REGISTERS int weft_unlock(weft_rank_t home)
{
	int error = lock_check(home);

	if (error) {
		return error;
	}
	if (!holding(home)) {
		return RT_WHY(WEFT_ERR_STATE, "this core does not hold it");
	}
	held[home] = 0;
	/*
	 * What I wrote under the lock lands before the next holder enters.
	 * Pairs with lock_take() there: it reads what the lock guards after it has
	 * seen `holder` at 0.
	 */
	FENCE(lock_release, arch_inline_quiet());
	sync_store(home, holder, 0);
	return WEFT_OK;
}
