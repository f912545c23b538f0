/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HybLock (D. Petrovic, thesis 6552, EPFL, 2015, section 6.1.1, algorithm 3).
 *
 * At the home, TAIL: who came last, rank + 1; 0: the lock is free.  Who comes swaps
 * itself in.  If a core was there, it sends that one AFTER_YOU, and waits until that one
 * sends YOUR_TURN.  Neither is a word of memory, so nobody polls memory that another core
 * writes.  A core may get the two in either order, since they have different senders.
 *
 * Tags.  All these locks of a core read one FIFO; its messages are one word each, a tag
 * and which of the two it is; the FIFO says from whom.  The tag is the place of the lock's
 * flags in the MPB, the same on all cores.  So locks nest, and are released in any order:
 * what comes is noted at the lock that it is for, whichever the core waits for now.
 *
 * Nothing comes for a lock that this core neither has nor wants.  Its successor, of which
 * there is one for each swap, says so once, and a release that finds TAIL changed waits
 * for that (the published `is_empty` before the compare-and-swap is a first look here).
 *
 * No send blocks for good.  A core has sent the same core two messages before that one has
 * read the first only if the first is a YOUR_TURN, which it is waiting for, or if two fibers
 * of the sender have come after it in two locks, of which it reads both to release them.
 * So the FIFO has words that say that there is room.  Where the chip's own FIFO carries
 * them there are none: four words at most are under way for each lock that a core has
 * or wants.  With more nested locks than fit a sender waits in the network until that core
 * reads, which it does before it waits for a lock and before it gives one back.
 *
 * models/hyblock.pml searches this.
 */
#include "arch/fence.h"
#include "messages/fifo_chip.h"
#include "runtime/panic.h"
#include "runtime/wait.h"
#include "sync/any_lock.h"

#include <weft/published/lock.h>

enum {
	CHIP_WORDS = 8, /* for two locks of a core at a time */
};

enum {
	TAIL,
	COME, /* of my own: another fiber of mine has read so many messages */
	FLAGS
};

/* A message: a tag above this bit. */
#define AFTER_YOU 0u
#define YOUR_TURN 1u
#define TAG_SHIFT 1

/* lock->mine: what has come for it. */
#define MY_TURN    1u
#define NEXT_SHIFT 1 /* who comes next, rank + 1; 0: not known yet */
#define NEXT       (UINT32_MAX << NEXT_SHIFT)

static struct weft_fifo messages;
static uint32_t locks;  /* that exist */
static bool receiving;  /* one of my fibers */
static uint32_t others; /* fibers that wait for what it reads */
static uint32_t come;   /* what COME says */

/* Those that this core has or wants; the last one first. */
static struct weft_any_lock *wanted;

static ARCH_COLD int lock_hyblock_create(struct weft_any_lock *lock,
					 weft_rank_t home)
{
	int error = polled_create(lock, home);

	if (!error && locks == 0) {
		error = fifo_chip_create(&messages, 1, RT_ANYONE, CHIP_WORDS)
				? WEFT_OK
				: fifo_create(&messages, 1, false);
		if (error) {
			polled_free(lock);
		}
	}
	locks += !error;
	return error;
}

static ARCH_COLD int lock_hyblock_give_back(struct weft_any_lock *lock)
{
	int error = polled_free(lock);

	if (!error && --locks == 0) {
		error = weft_fifo_free(&messages);
	}
	return error;
}

/* From now on messages may come for it. */
static void want(struct weft_any_lock *lock)
{
	lock->mine = 0;
	lock->outer = wanted;
	wanted = lock;
}

static void unwant(const struct weft_any_lock *lock)
{
	struct weft_any_lock **at = &wanted;

	while (*at != lock) {
		at = &(*at)->outer;
	}
	*at = lock->outer;
}

static uint32_t tag(const struct weft_any_lock *lock)
{
	return lock->at.flags << TAG_SHIFT;
}

static void lock_hyblock_send(const struct weft_any_lock *lock, uint32_t core,
			      uint32_t what)
{
	uint32_t word = tag(lock) | what;

	fifo_send(&messages, core, &word, 1, ARCH_NEVER,
		  "room for a lock's message");
}

/* At the lock that it is for. */
static void note(const struct fifo_message *m)
{
	struct weft_any_lock *lock = wanted;

	while (lock && tag(lock) != (m->words[0] & ~YOUR_TURN)) {
		lock = lock->outer;
	}
	if (!lock) {
		rt_panic("a message of a lock that this core does not want");
	}
	lock->mine |=
		m->words[0] & YOUR_TURN ? MY_TURN : (m->from + 1) << NEXT_SHIFT;
}

/* Other fibers of mine wait: for what has come, perhaps, or they read now. */
static ARCH_COLD void tell_others(void)
{
	come++;
	for (struct weft_any_lock *l = wanted; l; l = l->outer) {
		arch_flag_write(arch_rank(), any_lock_at(l, COME), come);
	}
}

static void receive(uint32_t from, const char *what)
{
	struct fifo_message m;

	receiving = true;
	fifo_receive(&messages, &m, 1, ARCH_NEVER, from, what);
	receiving = false;
	note(&m);
	if (others) {
		tell_others();
	}
}

/* Until one of those bits of lock->mine is set. */
static void lock_hyblock_await(const struct weft_any_lock *lock, uint32_t bits,
			       uint32_t from, const char *what)
{
	while (!(lock->mine & bits)) {
		if (receiving) {
			others++;
			rt_await(any_lock_at(lock, COME), come + 1, ARCH_NEVER,
				 from, what);
			others--;
		} else {
			receive(from, what);
		}
	}
}

/* Is it free?  As far as TAIL tells, who came last has it. */
static bool lock_hyblock_look(const struct weft_any_lock *lock, uint32_t *by)
{
	*by = arch_flag_read(lock->at.home, any_lock_at(lock, TAIL)) - 1;
	return *by == ARCH_ANYONE;
}

static bool lock_hyblock_swapped(const struct weft_any_lock *lock,
				 uint32_t from, uint32_t to, uint64_t deadline)
{
	return any_lock_swapped(lock, TAIL, from, to, deadline);
}

static bool lock_hyblock_take(struct weft_any_lock *lock, uint64_t deadline)
{
	want(lock);
	if (lock_hyblock_swapped(lock, 0, arch_rank() + 1, deadline)) {
		return true;
	}
	unwant(lock);
	return false;
}

static void lock_hyblock_join(struct weft_any_lock *lock)
{
	uint32_t before;

	want(lock);
	sync_swap(lock->at.home, any_lock_at(lock, TAIL), arch_rank() + 1,
		  ARCH_NEVER, &before);
	if (before) {
		lock_hyblock_send(lock, before - 1, AFTER_YOU);
		lock_hyblock_await(lock, MY_TURN, before - 1,
				   "its turn at a lock");
	}
}

/* What has come already. */
static void read_come(const struct weft_any_lock *lock)
{
	struct fifo_message m;

	while (!receiving && !(lock->mine & NEXT) &&
	       fifo_take(&messages, &m, 1)) {
		note(&m);
	}
}

static void lock_hyblock_leave(struct weft_any_lock *lock)
{
	read_come(lock);
	if (lock->mine & NEXT ||
	    !lock_hyblock_swapped(lock, arch_rank() + 1, 0, ARCH_NEVER)) {
		lock_hyblock_await(lock, NEXT, ARCH_ANYONE,
				   "who is next at a lock");
		lock_hyblock_send(lock, (lock->mine >> NEXT_SHIFT) - 1,
				  YOUR_TURN);
	}
	unwant(lock);
}

const struct weft_lock_kind weft_lock_hyblock = {
	.name = "hyblock",
	.create = lock_hyblock_create,
	.free = lock_hyblock_give_back,
	.acquire = polled_acquire,
	.release = polled_release,
	.flags = FLAGS,
	.look = lock_hyblock_look,
	.take = lock_hyblock_take,
	.join = lock_hyblock_join,
	.leave = lock_hyblock_leave,
};
