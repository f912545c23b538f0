/* SPDX-License-Identifier: Apache-2.0 */
/*
 * At the home, NEXT: the ticket that the next core draws, by an atomic operation; and
 * SERVING: whose turn it is, written by the holder.  The lock is free if they are equal.
 * They are compared as flags are, so they may wrap.
 */
#include "sync/any_lock.h"
#include "sync/retry.h"

#include <weft/published/lock.h>

enum {
	NEXT,
	SERVING,
	FLAGS
};

static uint32_t read(const struct weft_any_lock *lock, uint32_t i)
{
	return arch_flag_read(lock->at.home, any_lock_at(lock, i));
}

/* A ticket says nothing about cores. */
static bool lock_ticket_look(const struct weft_any_lock *lock, uint32_t *by)
{
	*by = ARCH_ANYONE;
	return read(lock, SERVING) == read(lock, NEXT);
}

/* Draw a ticket only if its turn is now. */
static bool lock_ticket_take(struct weft_any_lock *lock, uint64_t deadline)
{
	lock->mine = read(lock, SERVING);
	return any_lock_swapped(lock, NEXT, lock->mine, lock->mine + 1,
				deadline);
}

static void lock_ticket_join(struct weft_any_lock *lock)
{
	sync_fetch_add(lock->at.home, any_lock_at(lock, NEXT), 1, ARCH_NEVER,
		       &lock->mine);
	sync_await(lock->at.home, any_lock_at(lock, SERVING), lock->mine,
		   ARCH_ANYONE, lock->at.home, "a ticket's turn");
}

static void lock_ticket_leave(struct weft_any_lock *lock)
{
	arch_flag_write(lock->at.home, any_lock_at(lock, SERVING),
			lock->mine + 1);
}

const struct weft_lock_kind weft_lock_ticket = {
	POLLED,
	.name = "ticket",
	.flags = FLAGS,
	.look = lock_ticket_look,
	.take = lock_ticket_take,
	.join = lock_ticket_join,
	.leave = lock_ticket_leave,
};
