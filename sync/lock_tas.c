/* SPDX-License-Identifier: Apache-2.0 */
/* One word at the home: who holds it, rank + 1; 0: nobody. */
#include "sync/any_lock.h"

enum {
	HOLDER,
	FLAGS
};

static bool lock_tas_look(const struct weft_any_lock *lock, uint32_t *by)
{
	*by = arch_flag_read(lock->at.home, any_lock_at(lock, HOLDER)) - 1;
	return *by == ARCH_ANYONE;
}

static bool lock_tas_take(struct weft_any_lock *lock, uint64_t deadline)
{
	return any_lock_swapped(lock, HOLDER, 0, arch_rank() + 1, deadline);
}

static void lock_tas_leave(struct weft_any_lock *lock)
{
	sync_store(lock->at.home, any_lock_at(lock, HOLDER), 0);
}

/* Mostly it is free: no more calls than that takes. */
static int lock_tas_acquire(struct weft_any_lock *lock, weft_us_t within,
			    const void *site)
{
	uint32_t by;

	if (lock->at.side != POLLED_OUTSIDE) {
		return polled_acquire(lock, within, site);
	}
	by = sync_claim(lock->at.home, any_lock_at(lock, HOLDER));
	if (by == 0) {
		lock->at.side = POLLED_HOLDER;
		return WEFT_OK;
	}
	return by == SYNC_BUSY ? polled_acquire(lock, within, site)
			       : polled_longer(lock, within, site);
}

static int lock_tas_release(struct weft_any_lock *lock)
{
	if (lock->at.side != POLLED_HOLDER) {
		return polled_release(lock);
	}
	lock->at.side = POLLED_OUTSIDE;
	polled_landed();
	lock_tas_leave(lock);
	return WEFT_OK;
}

const struct weft_lock_kind weft_lock_tas = {
	.name = "tas",
	.flags = FLAGS,
	.look = lock_tas_look,
	.take = lock_tas_take,
	.leave = lock_tas_leave,
	.create = polled_create,
	.free = polled_free,
	.acquire = lock_tas_acquire,
	.release = lock_tas_release,
};
