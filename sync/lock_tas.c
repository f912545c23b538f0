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

const struct weft_lock_kind weft_lock_tas = {
	POLLED,
	.name = "tas",
	.flags = FLAGS,
	.look = lock_tas_look,
	.take = lock_tas_take,
	.leave = lock_tas_leave,
};
