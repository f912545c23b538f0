/* SPDX-License-Identifier: Apache-2.0 */
/* What kinds of lock share whose waiting cores watch words of other cores. */
#include "arch/fence.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "runtime/why.h"
#include "sync/any_lock.h"
#include "sync/retry.h"

#include <weft/mpb.h>

ARCH_COLD int polled_create(struct weft_any_lock *lock, weft_rank_t home)
{
	uint32_t n = lock->kind->flags + (lock->kind->slots ? arch_count() : 0);
	int error;

	if (home >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "home");
	}
	error = weft_flags_alloc(n, &lock->at.flags);
	if (!error) {
		lock->at.home = home;
		lock->at.side = POLLED_OUTSIDE;
		lock->mine = 0;
		rt_flags_preset(lock->at.flags, n, 0);
	}
	return error;
}

ARCH_COLD int polled_free(struct weft_any_lock *lock)
{
	return lock->at.side == POLLED_OUTSIDE
		       ? weft_mpb_free(lock->at.flags)
		       : RT_WHY(WEFT_ERR_STATE,
				"the lock is held or waited for");
}

static bool polled_look(struct sync_retry *retry)
{
	struct weft_any_lock *lock = retry->of;

	return lock->kind->look(lock, &retry->by);
}

/*
 * One try, if others may wait in a queue: the holder may need the guard to give back the
 * lock, and each core that stays at the guard until its deadline keeps it from that.
 */
static bool try(struct weft_any_lock *lock, uint64_t deadline)
{
	return lock->kind->take(lock, lock->kind->join ? 0 : deadline);
}

static bool polled_take(struct sync_retry *retry, uint64_t deadline)
{
	return try(retry->of, deadline);
}

static int polled_wait(struct weft_any_lock *lock, uint64_t deadline,
		       const void *site)
{
	struct sync_retry retry = {.look = polled_look,
				   .take = polled_take,
				   .home = lock->at.home,
				   .by = RT_ANYONE,
				   .of = lock,
				   .what = lock->kind->name,
				   .site = site};

	return sync_retry(&retry, deadline);
}

/*
 * It is not free; but my own release of it may be on its way.  Pairs with the
 * leave() of this core's last release: polled_take() reads the lock's words after that
 * has landed.
 */
static ARCH_COLD int take_settled(struct weft_any_lock *lock)
{
	FENCE(polled_released, arch_quiet());
	if (lock->kind->take(lock, 0)) {
		return WEFT_OK;
	}
	rt_in_vain();
	return WEFT_ERR_TIMEOUT;
}

int polled_longer(struct weft_any_lock *lock, weft_us_t within,
		  const void *site)
{
	int error;

	lock->at.side = POLLED_BUSY;
	error = within ? polled_wait(lock, rt_deadline(within), site)
		       : take_settled(lock);
	lock->at.side = error ? POLLED_OUTSIDE : POLLED_HOLDER;
	return error;
}

int polled_acquire(struct weft_any_lock *lock, weft_us_t within,
		   const void *site)
{
	uint64_t deadline = rt_deadline(within);
	int error = WEFT_OK;

	if (lock->at.side != POLLED_OUTSIDE) {
		return RT_WHY(
			WEFT_ERR_STATE,
			"this core holds it, or another fiber waits for it");
	}
	lock->at.side = POLLED_BUSY;
	if (lock->kind->wait) {
		error = lock->kind->wait(lock, deadline);
	} else if (lock->kind->join && within == WEFT_FOREVER) {
		lock->kind->join(lock);
	} else if (!try(lock, deadline)) {
		return polled_longer(lock, within, site);
	}
	lock->at.side = error ? POLLED_OUTSIDE : POLLED_HOLDER;
	return error;
}

int polled_release(struct weft_any_lock *lock)
{
	if (lock->at.side != POLLED_HOLDER) {
		return RT_WHY(WEFT_ERR_STATE, "this core does not hold it");
	}
	lock->at.side = POLLED_BUSY;
	polled_landed();
	lock->kind->leave(lock);
	lock->at.side = POLLED_OUTSIDE;
	return WEFT_OK;
}
