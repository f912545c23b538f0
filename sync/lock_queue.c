/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock with a queue (J. Mellor-Crummey and M. Scott 1991, section 2.4), on words of MPBs; that
 * a core may give up, and finds its place in the queue again, is ours.
 *
 * A core's place is two flags of its own MPB:
 *
 *  NEXT  who stands behind me, rank + 1, and whether that core may give up; 0: nobody
 *        has said so yet.  Written by who comes after me.
 *  GO    WAITING, or what became of that.  Of a core that never gives up, one other
 *        writes it: who held the lock before.  Of a core that may, both change it
 *        in one step: the one who passes the lock on swaps GO in; the one who gives
 *        up swaps GONE in if it still waits.  Who passes on and finds GONE has that
 *        core's place: it goes on to whoever stands behind, then says VACANT.
 *
 * At the home, TAIL: who came last, rank + 1; 0: the lock is free.
 * models/mutex.pml searches this.
 */
#include "arch/fence.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "runtime/why.h"
#include "sync/any_lock.h"
#include "sync/retry.h"

#include <weft/mpb.h>

enum flag {
	TAIL,
	NEXT,
	GO,
	FLAGS
};

#define WAITING   0u
#define GRANTED   1u         /* waits end here, and at what is above */
#define VACANT    2u         /* my place has been passed over */
#define GONE      UINT32_MAX /* below all of them, as flags count */
#define MAY_LEAVE (1u << 30) /* beside the rank in NEXT */

/* What this core is to a lock: its struct's at.side. */
enum side {
	OUTSIDE,
	HOLDER,
	WAITER, /* one of its fibers waits: the others keep out */
	AWAY,   /* gave up, with a place in the queue */
};

static uint32_t lock_queue_at(const struct weft_any_lock *m, enum flag flag)
{
	return any_lock_at(m, flag);
}

static ARCH_COLD int queue_create(struct weft_any_lock *m, weft_rank_t home)
{
	int error;

	if (home >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "home");
	}
	error = weft_flags_alloc(FLAGS, &m->at.flags);
	if (!error) {
		m->at.home = home;
		m->at.side = OUTSIDE;
		rt_flags_preset(m->at.flags, FLAGS,
				0); /* used before, perhaps */
	}
	return error;
}

static ARCH_COLD int queue_free(struct weft_any_lock *m)
{
	return m->at.side == OUTSIDE ? weft_mpb_free(m->at.flags)
				     : RT_WHY(WEFT_ERR_STATE,
					      "the lock is held or waited for");
}

/* Of a word that no core leaves half done. */
static bool lock_queue_swapped(uint32_t rank, uint32_t word, uint32_t from,
			       uint32_t to)
{
	uint32_t was = from;

	sync_compare_swap(rank, word, from, to, ARCH_NEVER, &was);
	return was == from;
}

/* Mine now, or I have given up my wait for it, which began behind `before`. */
static int await_turn(struct weft_any_lock *m, uint32_t before,
		      uint64_t deadline)
{
	uint32_t me = arch_rank();
	int error;

	m->at.side = WAITER;
	error = rt_await(lock_queue_at(m, GO), GRANTED, deadline, before,
			 "a lock");
	if (error &&
	    lock_queue_swapped(me, lock_queue_at(m, GO), WAITING, GONE)) {
		m->at.side = AWAY;
		return error;
	}
	m->at.side = HOLDER;
	return WEFT_OK;
}

/*
 * Nobody stands behind me: before anybody can, since that core writes here,
 * too.  Pairs with lock_queue_join() of the next core: it writes NEXT after it has read my
 * rank in TAIL.
 */
static void make_place(const struct weft_any_lock *m, uint32_t me)
{
	arch_flag_write(me, lock_queue_at(m, NEXT), 0);
	arch_flag_write(me, lock_queue_at(m, GO), WAITING);
	FENCE(lock_queue_place, arch_settle(me));
}

/* To the end of the queue. */
static int lock_queue_join(struct weft_any_lock *m, uint64_t deadline)
{
	uint32_t me = arch_rank();
	uint32_t before;

	make_place(m, me);
	if (sync_swap(m->at.home, lock_queue_at(m, TAIL), me + 1, deadline,
		      &before)) {
		m->at.side = OUTSIDE;
		return WEFT_ERR_TIMEOUT;
	}
	if (!before) {
		m->at.side = HOLDER;
		return WEFT_OK;
	}
	arch_flag_write(before - 1, lock_queue_at(m, NEXT),
			(me + 1) | (rt_never(deadline) ? 0 : MAY_LEAVE));
	return await_turn(m, before - 1, deadline);
}

/* I gave up: to my place, if I still have it, or to the end. */
static int come_back(struct weft_any_lock *m, uint64_t deadline)
{
	if (lock_queue_swapped(arch_rank(), lock_queue_at(m, GO), GONE,
			       WAITING)) {
		return await_turn(m, RT_ANYONE, deadline);
	}
	/* Somebody is passing me over: that takes a moment. */
	m->at.side = WAITER;
	if (rt_await(lock_queue_at(m, GO), VACANT, deadline, RT_ANYONE,
		     "a lock")) {
		m->at.side = AWAY;
		return WEFT_ERR_TIMEOUT;
	}
	return lock_queue_join(m, deadline);
}

static int lock_queue_ask(struct weft_any_lock *m)
{
	uint32_t me = arch_rank(), by;

	if (m->at.side == AWAY) {
		if (arch_flag_read(me, lock_queue_at(m, GO)) != VACANT) {
			return WEFT_ERR_TIMEOUT;
		}
		m->at.side = OUTSIDE;
	}
	make_place(m, me);
	if (sync_compare_swap(m->at.home, lock_queue_at(m, TAIL), 0, me + 1, 0,
			      &by) ||
	    by) {
		return WEFT_ERR_TIMEOUT;
	}
	m->at.side = HOLDER;
	return WEFT_OK;
}

static int queue_acquire(struct weft_any_lock *m, weft_us_t within,
			 const void *site)
{
	int error;

	(void)site;
	if (m->at.side != OUTSIDE && m->at.side != AWAY) {
		return RT_WHY(
			WEFT_ERR_STATE,
			"this core holds it, or another fiber waits for it");
	}
	if (within > 0) {
		return m->at.side == AWAY
			       ? come_back(m, rt_deadline(within))
			       : lock_queue_join(m, rt_deadline(within));
	}
	error = lock_queue_ask(m);
	if (error) {
		rt_in_vain();
	}
	return error;
}

/* Another core has come after `core`, and is about to say so there. */
static ARCH_COLD uint32_t await_next(const struct weft_any_lock *m,
				     uint32_t core)
{
	sync_await(core, lock_queue_at(m, NEXT), 1, RT_ANYONE, m->at.home,
		   "who is next at a lock");
	return arch_flag_read(core, lock_queue_at(m, NEXT));
}

/* Who stands behind `core`; 0: nobody did, and the lock is free now. */
static uint32_t lock_queue_behind(const struct weft_any_lock *m, uint32_t core)
{
	uint32_t next = arch_flag_read(core, lock_queue_at(m, NEXT));

	if (next || lock_queue_swapped(m->at.home, lock_queue_at(m, TAIL),
				       core + 1, 0)) {
		return next;
	}
	return await_next(m, core);
}

static int queue_release(struct weft_any_lock *m)
{
	uint32_t next, was;

	if (m->at.side != HOLDER) {
		return RT_WHY(WEFT_ERR_STATE, "this core does not hold it");
	}
	m->at.side = WAITER; /* it may wait for who comes next */
	/*
	 * What I wrote while I held it is there before the next holder.  Pairs
	 * with lock_queue_join() and lock_queue_ask() there: it reads after GRANTED, or TAIL at 0.
	 */
	FENCE(lock_queue_release, arch_quiet());
	next = lock_queue_behind(m, arch_rank());
	while (next) {
		uint32_t core = (next & ~MAY_LEAVE) - 1;

		if (!(next & MAY_LEAVE)) {
			arch_flag_write(core, lock_queue_at(m, GO), GRANTED);
			break;
		}
		sync_swap(core, lock_queue_at(m, GO), GRANTED, ARCH_NEVER,
			  &was);
		if (was == WAITING) {
			break;
		}
		next = lock_queue_behind(m, core);
		sync_store(core, lock_queue_at(m, GO), VACANT);
	}
	m->at.side = OUTSIDE;
	return WEFT_OK;
}

const struct weft_lock_kind weft_lock_queue = {
	.name = "queue",
	.create = queue_create,
	.free = queue_free,
	.acquire = queue_acquire,
	.release = queue_release,
};
