/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Seven ways in which many senders share the places of one queue (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, sections 3.3 and 6.3.1).  Every core has such
 * a queue at the same place of its MPB, and receives from it by looking.
 *
 *   tas        under the test-and-set register of the queue's home
 *   ttas       under a word there, which is read until it is free, and then swapped
 *   ticket     under a lock of tickets
 *   array      under T. Anderson's lock: who waits looks at a word that no other core looks at
 *   blocking   under a lock whose waiting cores queue up and give their time to other fibers,
 *              or sleep, until the holder wakes them: weft_lock_queue, for one queue
 *   lock_free  a place is drawn by fetch-and-add, then claimed by compare-and-swap
 *   fai        a place is drawn by fetch-and-add, which is its sender's from then on
 *
 * Under a lock a place is only claimed: it is filled after that.  A slot's first word, its
 * stamp, says which place it is, and whether it is filled, as in published/mailbox.c; of
 * lock_free it is FREE, CLAIMED, or READY and more.  Whoever finds the queue full backs
 * off, from 1 us to 128, and serves its own queue meanwhile.
 *
 * A program that includes this may say how many places a queue has, QUEUE_PLACES, which may
 * be a variable, and what happens before each look at the core's own queue, QUEUE_LOOK.
 */
#ifndef BENCH_QUEUE_CLAIM_H
#define BENCH_QUEUE_CLAIM_H

#include <string.h>

#include "arch/arch.h"
#include "sync/atomic.h"
#include "sync/retry.h"

#include <weft/published/lock.h>
#include <weft/weft.h>

#include "common.h"

#ifndef QUEUE_PLACES
#define QUEUE_PLACES 16
#endif
#define QUEUE_MASK ((uint32_t)QUEUE_PLACES - 1)
#ifndef QUEUE_LOOK
#define QUEUE_LOOK()
#endif

enum queue_kind {
	QUEUE_TAS,
	QUEUE_TTAS,
	QUEUE_TICKET,
	QUEUE_ARRAY,
	QUEUE_BLOCKING,
	QUEUE_LOCK_FREE,
	QUEUE_FAI,
	QUEUE_KINDS
};

enum {
	QUEUE_WORDS = 7, /* of a message */
	QUEUE_LINE = 32,
	QUEUE_TURNS = 64,  /* of the array: more than cores */
	QUEUE_LONGEST = 7, /* back-off: 2^7 us */
	/* Words at each core, */
	TAIL = 0,
	LOCK, /* or the next ticket */
	SERVING,
	TURN,
	QUEUE_FLAGS = TURN + QUEUE_TURNS,
	/* and of a slot of lock_free. */
	FREE = 0,
	CLAIMED,
	READY,
};

static const char *const queue_name[QUEUE_KINDS] = {
	"tas", "ttas", "ticket", "array", "blocking", "lock_free", "fai",
};

static struct {
	enum queue_kind kind;
	uint32_t flags, slots;
	uint32_t next, turn; /* place that is received next; of the array */
	void (*take)(const uint32_t *words, uint32_t n);
	struct weft_any_lock lock;
} queue;

static inline uint32_t queue_at(uint32_t word)
{
	return weft_flag_at(queue.flags, word);
}

static inline uint32_t queue_slot(uint32_t place)
{
	return queue.slots + (place & QUEUE_MASK) * QUEUE_LINE;
}

/* The stamp of a slot that is free for that place; filled, it is as many more as words. */
static inline uint32_t queue_stamp(uint32_t place)
{
	return place & ~QUEUE_MASK;
}

static inline uint32_t queue_fetch_add(uint32_t home, uint32_t word)
{
	uint32_t was = 0;

	sync_fetch_add(home, queue_at(word), 1, ARCH_NEVER, &was);
	return was;
}

static inline bool queue_swapped(uint32_t home, uint32_t offset, uint32_t from,
				 uint32_t to)
{
	uint32_t was = to;

	return !sync_compare_swap(home, offset, from, to, ARCH_NEVER, &was) &&
	       was == from;
}

/* Handle a message, if there is one. */
static bool queue_poll(void)
{
	bool stamped = queue.kind != QUEUE_LOCK_FREE;
	uint32_t me = arch_rank(), slot = queue_slot(queue.next);
	uint32_t empty = stamped ? queue_stamp(queue.next) : READY - 1;
	uint32_t stamp, words[QUEUE_WORDS];

	QUEUE_LOOK();
	stamp = arch_flag_read(me, slot);
	if ((int32_t)(stamp - empty) <= 0) {
		return false;
	}
	arch_get(words, me, ARCH_WINDOW_MPB, slot + 4, 4 * (stamp - empty));
	arch_flag_write(me, slot,
			stamped ? queue_stamp(queue.next + QUEUE_PLACES)
				: FREE);
	queue.next++;
	queue.take(words, stamp - empty);
	return true;
}

/* The queue is full, for the nth time in a row. */
static void queue_back_off(uint32_t n)
{
	uint64_t us = UINT64_C(1) << (n < QUEUE_LONGEST ? n : QUEUE_LONGEST);
	uint64_t until = weft_cycles() + weft_cycles_in_us(us);

	while (!queue_poll() && weft_cycles() < until) {
	}
}

static void queue_lock(uint32_t home)
{
	switch (queue.kind) {
	case QUEUE_TAS:
		while (!arch_tas(home)) {
		}
		break;
	case QUEUE_TTAS:
		do {
			while (arch_flag_read(home, queue_at(LOCK))) {
			}
		} while (!queue_swapped(home, queue_at(LOCK), 0, 1));
		break;
	case QUEUE_TICKET:
		queue.turn = queue_fetch_add(home, LOCK);
		sync_await(home, queue_at(SERVING), queue.turn, home, home,
			   "a queue's lock");
		break;
	case QUEUE_ARRAY:
		queue.turn = queue_fetch_add(home, LOCK) % QUEUE_TURNS;
		sync_await(home, queue_at(TURN + queue.turn), 1, home, home,
			   "a queue's lock");
		break;
	default:
		weft_any_lock_acquire(&queue.lock, WEFT_FOREVER);
	}
}

static void queue_unlock(uint32_t home)
{
	arch_settle(home); /* the tail, before who comes next reads it */
	switch (queue.kind) {
	case QUEUE_TAS:
		arch_tas_clear(home);
		break;
	case QUEUE_TTAS:
		arch_flag_write(home, queue_at(LOCK), 0);
		break;
	case QUEUE_TICKET:
		arch_flag_write(home, queue_at(SERVING), queue.turn + 1);
		break;
	case QUEUE_ARRAY:
		arch_flag_write(home, queue_at(TURN + queue.turn), 0);
		queue.turn = (queue.turn + 1) % QUEUE_TURNS;
		arch_flag_write(home, queue_at(TURN + queue.turn), 1);
		break;
	default:
		weft_any_lock_release(&queue.lock);
	}
}

/* The place at the tail, if it is free. */
static bool queue_claim_locked(uint32_t home, uint32_t *place)
{
	bool is_free;

	queue_lock(home);
	*place = arch_flag_read(home, queue_at(TAIL));
	is_free =
		arch_flag_read(home, queue_slot(*place)) == queue_stamp(*place);
	if (is_free) {
		arch_flag_write(home, queue_at(TAIL), *place + 1);
	}
	queue_unlock(home);
	return is_free;
}

/* The place that was drawn before. */
static bool queue_claim_drawn(uint32_t home, uint32_t place)
{
	uint32_t slot = queue_slot(place);

	return queue.kind == QUEUE_FAI
		       ? arch_flag_read(home, slot) == queue_stamp(place)
		       : queue_swapped(home, slot, FREE, CLAIMED);
}

static void queue_send(uint32_t home, const uint32_t *words, uint32_t n)
{
	bool drawn = queue.kind >= QUEUE_LOCK_FREE;
	uint32_t place = drawn ? queue_fetch_add(home, TAIL) : 0;
	uint32_t line[1 + QUEUE_WORDS], full = 0;

	while (drawn ? !queue_claim_drawn(home, place)
		     : !queue_claim_locked(home, &place)) {
		queue_back_off(full++);
	}
	line[0] = n + (queue.kind == QUEUE_LOCK_FREE ? READY - 1
						     : queue_stamp(place));
	memcpy(line + 1, words, n * sizeof(*words));
	arch_flags_write(home, queue_slot(place), line, 1 + n);
}

/* Collective: every core's queue is empty again. */
static void queue_empty(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < QUEUE_PLACES; i++) {
		weft_flag_write(weft_rank(), queue_slot(i), 0);
	}
	weft_flag_write(weft_rank(), queue_at(TAIL), 0);
	queue.next = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Collective, once: every core's queue, empty. */
static void queue_open(const char *name,
		       void (*take)(const uint32_t *words, uint32_t n))
{
	uint32_t kind = 0;

	while (kind < QUEUE_KINDS && strcmp(name, queue_name[kind])) {
		kind++;
	}
	queue.kind = (enum queue_kind)kind;
	queue.take = take;
	if (kind == QUEUE_KINDS || weft_size() > QUEUE_TURNS ||
	    weft_flags_alloc(QUEUE_FLAGS, &queue.flags) ||
	    weft_mpb_alloc(QUEUE_PLACES * QUEUE_LINE, &queue.slots) ||
	    (kind == QUEUE_BLOCKING &&
	     weft_any_lock_create(&queue.lock, &weft_lock_queue, 0))) {
		weft_panic("no such queue, too many cores, or no MPB space");
	}
	weft_flag_write(weft_rank(), queue_at(TURN), 1);
	queue_empty();
}

#endif
