/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In each core's MPB, NODE: how often this core has released the lock, in the upper half
 * of the word.  At the home, TAIL: which core came last (the lower half), and its NODE once
 * it has released the lock (the upper half).  Who comes swaps its own in and waits for
 * the NODE of the core before it; at first that is core 0's, which is 0 already.
 *
 * A NODE only grows, so the core that waits for it cannot miss it when its owner comes
 * again; that is what nodes are exchanged for in the published lock.  Its owner is then
 * behind the one that waits, so the two counts differ by 1 at most, and half a word is
 * enough.
 */
#include "sync/any_lock.h"
#include "sync/retry.h"

#include <weft/published/lock.h>

enum {
	TAIL,
	NODE,
	FLAGS
};

#define ONCE     (UINT32_C(1) << 16)
#define CORE     (ONCE - 1)
#define RELEASED (~CORE)

_Static_assert(ARCH_CORES_MAX <= ONCE, "a core's number is half a word");

/* What follows me waits for. */
static uint32_t my_place(const struct weft_any_lock *lock)
{
	return (lock->mine + ONCE) | arch_rank();
}

static bool lock_clh_is_free(const struct weft_any_lock *lock, uint32_t tail)
{
	uint32_t node = arch_flag_read(tail & CORE, any_lock_at(lock, NODE));

	return (int32_t)(node - (tail & RELEASED)) >= 0;
}

static uint32_t read_tail(const struct weft_any_lock *lock)
{
	return arch_flag_read(lock->at.home, any_lock_at(lock, TAIL));
}

static bool lock_clh_look(const struct weft_any_lock *lock, uint32_t *by)
{
	uint32_t tail = read_tail(lock);

	*by = tail & CORE;
	return lock_clh_is_free(lock, tail);
}

static bool lock_clh_take(struct weft_any_lock *lock, uint64_t deadline)
{
	uint32_t tail = read_tail(lock);

	return lock_clh_is_free(lock, tail) &&
	       any_lock_swapped(lock, TAIL, tail, my_place(lock), deadline);
}

static void lock_clh_join(struct weft_any_lock *lock)
{
	uint32_t tail;

	sync_swap(lock->at.home, any_lock_at(lock, TAIL), my_place(lock),
		  ARCH_NEVER, &tail);
	sync_await(tail & CORE, any_lock_at(lock, NODE), tail & RELEASED,
		   tail & CORE, lock->at.home, "the core before, at a lock");
}

static void lock_clh_leave(struct weft_any_lock *lock)
{
	lock->mine += ONCE;
	arch_flag_write(arch_rank(), any_lock_at(lock, NODE), lock->mine);
}

const struct weft_lock_kind weft_lock_clh = {
	POLLED,
	.name = "clh",
	.flags = FLAGS,
	.look = lock_clh_look,
	.take = lock_clh_take,
	.join = lock_clh_join,
	.leave = lock_clh_leave,
};
