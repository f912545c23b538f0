/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A lock server.  The home keeps the queue in its private memory, and serves it when it is
 * interrupted, whatever it computes.  No atomic operation is needed: each word has one writer.
 *
 *  SLOT i  at the home, by core i: number of its request | what it is: below
 *  GO      at a core, by the home: the number of the request | whether it has been granted
 *  COME    at the home: how many requests it has taken in
 *  HOLDER  at the home: who has it, rank + 1; for who tries, and for reports of who waits
 *
 * Whose deadline passes keeps its place, and says nothing.  If it asks again before it is
 * granted the lock it goes on waiting; else a bell is rung with the grant, since its request
 * said MAY_LEAVE, and its handler gives the lock back.  So cores with short deadlines do not
 * interrupt the home all the time.  Who only tries looks at HOLDER first, for that reason, and
 * gets an answer at once.  (The home itself withdraws: that is no message.)
 *
 * The home looks when it is told, and takes in requests that it finds at one look in the order
 * of ranks.  So cores are served in the order in which it has heard of them.
 */
#include "runtime/near.h"
#include "runtime/wait.h"
#include "sync/any_lock.h"
#include "sync/heard.h"

#include <weft/published/lock.h>

enum {
	COME,
	HOLDER,
	GO,
	SLOTS,
	ANSWER_US =
		1000000, /* a home that does not answer in that time has stopped */
};

/* Of a slot; above them is the number. */
#define DONE      0u
#define WANT      1u
#define MAY_LEAVE 2u /* wants it, and has a deadline */
#define TRY       3u
#define WHAT      3u
#define NUMBER    (WHAT + 1)
/* Of GO. */
#define GRANTED 1u

#define UNQUEUED UINT32_MAX

struct lock_server {
	struct sync_heard heard;
	struct weft_any_lock *lock;
	bool gone; /* this core has a place, and does not wait */
	/* The home's. */
	uint32_t come;
	uint32_t holder, first, last; /* rank + 1; 0: nobody */
	uint32_t *seen;               /* of each core: its slot */
	uint32_t behind[];            /* rank + 1 of who comes next */
};

static void lock_server_answer(const struct weft_any_lock *lock, uint32_t core,
			       uint32_t slot, uint32_t granted)
{
	arch_flag_write(core, any_lock_at(lock, GO), (slot & ~WHAT) | granted);
}

static void hold(struct lock_server *q, uint32_t core)
{
	uint32_t slot = q->seen[core];

	q->holder = core + 1;
	arch_flag_write(arch_rank(), any_lock_at(q->lock, HOLDER), q->holder);
	lock_server_answer(q->lock, core, slot, GRANTED);
	if ((slot & WHAT) == MAY_LEAVE && core != arch_rank()) {
		sync_ring(core);
	}
}

static void append(struct lock_server *q, uint32_t core)
{
	if (q->behind[core] != UNQUEUED) {
		return; /* the home gave up, and has its place still */
	}
	q->behind[core] = 0;
	if (q->last) {
		q->behind[q->last - 1] = core + 1;
	} else {
		q->first = core + 1;
	}
	q->last = core + 1;
}

static bool wants(uint32_t slot)
{
	return (slot & WHAT) == WANT || (slot & WHAT) == MAY_LEAVE;
}

/* While it is free: to the first who still wants it. */
static void lock_server_grant(struct lock_server *q)
{
	while (!q->holder && q->first) {
		uint32_t core = q->first - 1;

		q->first = q->behind[core];
		q->last = q->first ? q->last : 0;
		q->behind[core] = UNQUEUED;
		if (wants(q->seen[core])) {
			hold(q, core);
		}
	}
}

static void look_at(struct lock_server *q, uint32_t from);

/* The home: what that core says now. */
static void take_in(struct lock_server *q, uint32_t from, uint32_t slot)
{
	uint32_t what = slot & WHAT;

	if (slot == q->seen[from]) {
		return;
	}
	q->seen[from] = slot;
	/* Before it is answered: whoever has its answer finds itself counted. */
	if (what != DONE) {
		arch_flag_write(arch_rank(), any_lock_at(q->lock, COME),
				++q->come);
	}
	if (q->holder == from + 1) {
		q->holder = 0; /* whatever is new, it has done with the lock */
	}
	if (wants(slot)) {
		append(q, from);
	}
	lock_server_grant(q);
	if (what == TRY && q->holder) {
		look_at(q, q->holder - 1); /* it may have released it */
	}
	if (what == TRY && q->holder) {
		lock_server_answer(q->lock, from, slot, 0);
	} else if (what == TRY) {
		hold(q, from);
	}
	if (!q->holder) {
		arch_flag_write(arch_rank(), any_lock_at(q->lock, HOLDER), 0);
	}
}

/* What I say myself I have taken in; it need not have come back to me. */
static void look_at(struct lock_server *q, uint32_t from)
{
	if (from != arch_rank()) {
		take_in(q, from,
			arch_flag_read(arch_rank(),
				       any_lock_at(q->lock, SLOTS + from)));
	}
}

/* In a handler, or with interrupts masked. */
static void lock_server_say(struct lock_server *q, uint32_t what)
{
	const struct weft_any_lock *lock = q->lock;
	uint32_t slot = lock->mine | what;

	arch_flag_write(lock->at.home, any_lock_at(lock, SLOTS + arch_rank()),
			slot);
	if (q->seen) {
		take_in(q, arch_rank(), slot);
	} else {
		sync_ring(lock->at.home);
	}
}

static bool lock_server_has_come(const struct weft_any_lock *lock)
{
	uint32_t go = arch_flag_read(arch_rank(), any_lock_at(lock, GO));

	return (int32_t)(go - lock->mine) >= 0;
}

static void lock_server_heard(struct sync_heard *heard, uint32_t from)
{
	struct lock_server *q = (struct lock_server *)heard;

	if (q->seen) {
		look_at(q, from);
	} else if (q->gone && lock_server_has_come(q->lock)) {
		q->gone = false;
		lock_server_say(q, DONE);
	}
}

static ARCH_COLD int lock_server_create(struct weft_any_lock *lock,
					weft_rank_t home)
{
	uint32_t n = home == arch_rank() ? arch_count() : 0;
	struct lock_server *q =
		rt_near_alloc(sizeof(*q) + 2 * n * sizeof(q->seen[0]));
	int error = q ? polled_create(lock, home) : WEFT_ERR_SPACE;

	if (!error) {
		lock->own = q;
		q->heard.heard = lock_server_heard;
		q->lock = lock;
		q->seen = n ? q->behind + n : NULL;
		for (uint32_t i = 0; i < n; i++) {
			q->behind[i] = UNQUEUED;
		}
		error = sync_hear(&q->heard);
		if (error) {
			polled_free(lock);
		}
	}
	if (error) {
		rt_near_free(q);
	}
	return error;
}

static ARCH_COLD int lock_server_give_back(struct weft_any_lock *lock)
{
	struct lock_server *q = lock->own;

	return q->gone ? WEFT_ERR_STATE : sync_heard_free(lock);
}

/* Ask for it, or tell that this core has done with it. */
static void lock_server_tell(struct weft_any_lock *lock, uint32_t what)
{
	arch_irq_state state = arch_irq_save();

	if (what != DONE) {
		lock->mine += NUMBER;
	}
	lock_server_say(lock->own, what);
	arch_irq_restore(state);
}

/* Who has it, as far as the home says; it may have said that it does no more. */
static uint32_t holder_of(const struct weft_any_lock *lock)
{
	uint32_t home = lock->at.home;
	uint32_t by = arch_flag_read(home, any_lock_at(lock, HOLDER)) - 1;

	if (by != RT_ANYONE &&
	    !(arch_flag_read(home, any_lock_at(lock, SLOTS + by)) & WHAT)) {
		by = RT_ANYONE;
	}
	return by;
}

static int lock_server_await(const struct weft_any_lock *lock,
			     uint64_t deadline, uint32_t from)
{
	return rt_await(any_lock_at(lock, GO), lock->mine, deadline, from,
			"a lock server");
}

/* Is it free?  If it looks so, the home answers, without waiting for others. */
static int try(struct weft_any_lock *lock)
{
	if (holder_of(lock) != RT_ANYONE) {
		return WEFT_ERR_TIMEOUT;
	}
	lock_server_tell(lock, TRY);
	if (lock_server_await(lock, rt_deadline(ANSWER_US), lock->at.home)) {
		lock_server_tell(lock, DONE);
		return WEFT_ERR_TIMEOUT;
	}
	return arch_flag_read(arch_rank(), any_lock_at(lock, GO)) & GRANTED
		       ? WEFT_OK
		       : WEFT_ERR_TIMEOUT;
}

/* The deadline has passed, perhaps just after the grant has come. */
static int give_up(struct weft_any_lock *lock, int error)
{
	struct lock_server *q = lock->own;
	arch_irq_state state = arch_irq_save();

	if (lock_server_has_come(lock)) {
		error = WEFT_OK;
	} else if (q->seen) {
		lock_server_say(q, DONE);
	} else {
		q->gone = true;
	}
	arch_irq_restore(state);
	return error;
}

static int lock_server_wait(struct weft_any_lock *lock, uint64_t deadline)
{
	struct lock_server *q = lock->own;
	arch_irq_state state = arch_irq_save();
	bool gone = q->gone;
	int error;

	q->gone = false;
	arch_irq_restore(state);
	if (!gone && deadline <= arch_cycles()) {
		return try(lock);
	}
	if (!gone) {
		lock_server_tell(lock, rt_never(deadline) ? WANT : MAY_LEAVE);
	}
	error = lock_server_await(lock, deadline, holder_of(lock));
	return error ? give_up(lock, error) : error;
}

static void lock_server_leave(struct weft_any_lock *lock)
{
	lock_server_tell(lock, DONE);
}

const struct weft_lock_kind weft_lock_server = {
	.name = "server",
	.create = lock_server_create,
	.free = lock_server_give_back,
	.acquire = polled_acquire,
	.release = polled_release,
	.flags = SLOTS,
	.slots = true,
	.wait = lock_server_wait,
	.leave = lock_server_leave,
};
