/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The queue.  A core's place in it is two flags of its own MPB:
 *
 *  NEXT  who stands behind me, rank + 1, and whether that core may give up; 0: nobody
 *        has said so yet.  Written by who comes after me.
 *  GO    WAITING, or what became of that.  Of a core that never gives up, one other
 *        writes it: who held the mutex before.  Of a core that may, both change it
 *        in one step: the one who passes the mutex on swaps GO in; the one who gives
 *        up swaps GONE in if it still waits.  Who passes on and finds GONE has that
 *        core's place: it goes on to whoever stands behind, then says VACANT.
 *
 * At the home, TAIL: who came last, rank + 1; 0: the mutex is free.
 * models/mutex.pml searches this.
 */
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "sync/retry.h"

#include <weft/flag.h>
#include <weft/mpb.h>
#include <weft/mutex.h>

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

/* What this core is to a mutex. */
enum side {
	DEAD, /* zeroes: never created, or freed */
	OUTSIDE,
	HOLDER,
	WAITER, /* one of its fibers waits: the others keep out */
	AWAY,   /* gave up, with a place in the queue */
};

static uint32_t at(const struct weft_mutex *m, enum flag flag)
{
	return weft_flag_at(m->flags, flag);
}

static int check(const struct weft_mutex *m)
{
	if (!m) {
		return WEFT_ERR_NULL;
	}
	return rt_context == RT_THREAD ? WEFT_OK : WEFT_ERR_CONTEXT;
}

ARCH_COLD int weft_mutex_create(struct weft_mutex *m, weft_rank_t home)
{
	int error = check(m);

	if (!error) {
		m->side = DEAD;
	}
	if (!error && home >= arch_count()) {
		error = WEFT_ERR_RANK;
	}
	if (!error) {
		error = weft_flags_alloc(FLAGS, &m->flags);
	}
	if (!error) {
		m->home = home;
		m->side = OUTSIDE;
		rt_flags_preset(m->flags, FLAGS, 0); /* used before, perhaps */
	}
	return error;
}

ARCH_COLD int weft_mutex_free(struct weft_mutex *m)
{
	int error = check(m);

	if (!error && m->side != OUTSIDE) {
		error = WEFT_ERR_STATE;
	}
	if (!error) {
		m->side = DEAD;
		error = weft_mpb_free(m->flags);
	}
	return error;
}

/* Of a word that no core leaves half done. */
static bool swapped(uint32_t rank, uint32_t word, uint32_t from, uint32_t to)
{
	uint32_t was = from;

	sync_compare_swap(rank, word, from, to, ARCH_NEVER, &was);
	return was == from;
}

/* Mine now, or I have given up my wait for it, which began behind `before`. */
static int await_turn(struct weft_mutex *m, uint32_t before, uint64_t deadline)
{
	uint32_t me = arch_rank();
	int error;

	m->side = WAITER;
	error = rt_await(at(m, GO), GRANTED, deadline, before, "a mutex");
	if (error && swapped(me, at(m, GO), WAITING, GONE)) {
		m->side = AWAY;
		return error;
	}
	m->side = HOLDER;
	return WEFT_OK;
}

/* Nobody stands behind me: before anybody can, since that core writes here, too. */
static void make_place(const struct weft_mutex *m, uint32_t me)
{
	arch_flag_write(me, at(m, NEXT), 0);
	arch_flag_write(me, at(m, GO), WAITING);
	FENCE(mutex_place, arch_settle(me));
}

/* To the end of the queue. */
static int join(struct weft_mutex *m, uint64_t deadline)
{
	uint32_t me = arch_rank();
	uint32_t before;

	make_place(m, me);
	if (sync_swap(m->home, at(m, TAIL), me + 1, deadline, &before)) {
		m->side = OUTSIDE;
		return WEFT_ERR_TIMEOUT;
	}
	if (!before) {
		m->side = HOLDER;
		return WEFT_OK;
	}
	arch_flag_write(before - 1, at(m, NEXT),
			(me + 1) | (rt_never(deadline) ? 0 : MAY_LEAVE));
	return await_turn(m, before - 1, deadline);
}

/* I gave up: to my place, if I still have it, or to the end. */
static int come_back(struct weft_mutex *m, uint64_t deadline)
{
	if (swapped(arch_rank(), at(m, GO), GONE, WAITING)) {
		return await_turn(m, RT_ANYONE, deadline);
	}
	/* Somebody is passing me over: that takes a moment. */
	m->side = WAITER;
	if (rt_await(at(m, GO), VACANT, deadline, RT_ANYONE, "a mutex")) {
		m->side = AWAY;
		return WEFT_ERR_TIMEOUT;
	}
	return join(m, deadline);
}

static int ask(struct weft_mutex *m)
{
	uint32_t me = arch_rank(), by;

	if (m->side == AWAY) {
		if (arch_flag_read(me, at(m, GO)) != VACANT) {
			return WEFT_ERR_TIMEOUT;
		}
		m->side = OUTSIDE;
	}
	make_place(m, me);
	if (sync_compare_swap(m->home, at(m, TAIL), 0, me + 1, 0, &by) || by) {
		return WEFT_ERR_TIMEOUT;
	}
	m->side = HOLDER;
	return WEFT_OK;
}

int weft_mutex_acquire(struct weft_mutex *m, weft_us_t within)
{
	int error = check(m);

	if (!error && m->side != OUTSIDE && m->side != AWAY) {
		error = WEFT_ERR_STATE;
	}
	if (error) {
		return error;
	}
	if (within == 0) {
		error = ask(m);
		if (error) {
			rt_in_vain();
		}
		return error;
	}
	return m->side == AWAY ? come_back(m, rt_deadline(within))
			       : join(m, rt_deadline(within));
}

/* Another core has come after `core`, and is about to say so there. */
static ARCH_COLD uint32_t await_next(const struct weft_mutex *m, uint32_t core)
{
	sync_await(core, at(m, NEXT), 1, RT_ANYONE, m->home,
		   "who is next at a mutex");
	return arch_flag_read(core, at(m, NEXT));
}

/* Who stands behind `core`; 0: nobody did, and the mutex is free now. */
static uint32_t behind(const struct weft_mutex *m, uint32_t core)
{
	uint32_t next = arch_flag_read(core, at(m, NEXT));

	if (next || swapped(m->home, at(m, TAIL), core + 1, 0)) {
		return next;
	}
	return await_next(m, core);
}

int weft_mutex_release(struct weft_mutex *m)
{
	int error = check(m);
	uint32_t next, was;

	if (!error && m->side != HOLDER) {
		error = WEFT_ERR_STATE;
	}
	if (error) {
		return error;
	}
	m->side = WAITER; /* it may wait for who comes next */
	/* What I wrote while I held it is there before the next holder. */
	FENCE(mutex_release, arch_quiet());
	next = behind(m, arch_rank());
	while (next) {
		uint32_t core = (next & ~MAY_LEAVE) - 1;

		if (!(next & MAY_LEAVE)) {
			arch_flag_write(core, at(m, GO), GRANTED);
			break;
		}
		sync_swap(core, at(m, GO), GRANTED, ARCH_NEVER, &was);
		if (was == WAITING) {
			break;
		}
		next = behind(m, core);
		sync_store(core, at(m, GO), VACANT);
	}
	m->side = OUTSIDE;
	return WEFT_OK;
}
