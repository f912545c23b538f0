/* SPDX-License-Identifier: Apache-2.0 */
/* The mutex, as a kind of lock. */
#include "sync/any_lock.h"

static ARCH_COLD int create(struct weft_any_lock *lock, weft_rank_t home)
{
	return weft_mutex_create(&lock->at, home);
}

static ARCH_COLD int give_back(struct weft_any_lock *lock)
{
	return weft_mutex_free(&lock->at);
}

static int acquire(struct weft_any_lock *lock, weft_us_t within,
		   const void *site)
{
	(void)site;
	return weft_mutex_acquire(&lock->at, within);
}

static int release(struct weft_any_lock *lock)
{
	return weft_mutex_release(&lock->at);
}

const struct weft_lock_kind weft_lock_queue = {
	.name = "queue",
	.create = create,
	.free = give_back,
	.acquire = acquire,
	.release = release,
};
