/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,tile36-sim cores=1,2,3,17 */
/* weft-test: boards=scc-sim cores=2 seeds=3 o=software=free */
/* weft-test: boards=scc-qemu,arm-qemu cores=3,17 modes=icount */
/*
 * Locks, delegates and objects that are not there: zeroes, what could not be made, what has
 * been given back.  Each call with one returns a named error, no byte of this core's window
 * changes, and what was given back is what was taken: MPB and heap.  It runs only where no
 * other core is so far ahead that it enters a barrier while this one looks.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/delegate.h>
#include <weft/published/lock.h>
#include <weft/published/mailbox.h>
#include <weft/published/treiber.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	MOST = 8192, /* of a window that is looked at */
	SOON = 1000,
	PIECES = 8, /* of a free heap, at most */
};

static uint8_t before[MOST], after[MOST];
static uint32_t window;

static void look(uint8_t *at)
{
	arch_acquire();
	arch_get(at, weft_rank(), ARCH_WINDOW_MPB, 0, window);
}

static uint32_t zero(void *state, uint32_t argument)
{
	(void)state;
	return argument;
}

static weft_operation *const operations[] = {zero};
static const struct weft_object object = {operations, 1, NULL};

static bool no_lock(struct weft_any_lock *lock)
{
	return weft_any_lock_acquire(lock, SOON) == WEFT_ERR_STATE &&
	       weft_any_lock_release(lock) == WEFT_ERR_STATE &&
	       weft_any_lock_free(lock) == WEFT_ERR_STATE;
}

static bool no_delegate(struct weft_delegate *d)
{
	uint32_t result = 7;

	return weft_apply(d, 0, 0, 1, &result, SOON) == WEFT_ERR_STATE &&
	       weft_delegate_wait(d, &result, SOON) == WEFT_ERR_STATE &&
	       weft_delegate_serve(d, SOON) == WEFT_ERR_STATE &&
	       weft_delegate_leave(d, SOON) == WEFT_ERR_STATE &&
	       weft_delegate_free(d) == WEFT_ERR_STATE && result == 7;
}

static bool no_mailbox(struct weft_mailbox *box)
{
	uint32_t word = 1;

	return weft_mailbox_send(box, &word, 1, SOON) == WEFT_ERR_STATE &&
	       weft_mailbox_receive(box, &word, 1, NULL, SOON) ==
		       WEFT_ERR_STATE &&
	       weft_mailbox_free(box) == WEFT_ERR_STATE;
}

static bool no_fifo(struct weft_fifo *fifo)
{
	uint32_t word = 1;

	return weft_fifo_send(fifo, 0, &word, 1, SOON) == WEFT_ERR_STATE &&
	       weft_fifo_receive(fifo, &word, 1, NULL, NULL, SOON) ==
		       WEFT_ERR_STATE &&
	       weft_fifo_free(fifo) == WEFT_ERR_STATE;
}

/* An operation of an object, as a delegate runs it. */
static uint32_t apply(const struct weft_shared *of, uint32_t operation)
{
	return operation < of->object.n ? of->object.operations[operation](
						  of->object.state, 1 << 16)
					: WEFT_NOTHING;
}

static bool no_object(struct weft_shared *s)
{
	bool ok = weft_shared_free(s) == WEFT_ERR_STATE;

	for (uint32_t i = 0; i < WEFT_QUEUE_OPERATIONS; i++) {
		ok &= apply(s, i) == WEFT_NOTHING;
	}
	return ok;
}

static bool no_objects(struct weft_shared *q, struct weft_shared *s,
		       struct weft_shared *c, struct weft_treiber *t)
{
	uint32_t value = 7;

	return no_object(q) && no_object(s) && no_object(c) &&
	       weft_treiber_push(t, 1) == WEFT_ERR_STATE &&
	       weft_treiber_pop(t, &value) == WEFT_ERR_STATE && value == 7 &&
	       weft_treiber_pop(t, NULL) == WEFT_ERR_NULL &&
	       weft_treiber_free(t) == WEFT_ERR_STATE;
}

static struct weft_any_lock lock;
static struct weft_delegate delegate;
static struct weft_mailbox box;
static struct weft_fifo fifo;
static struct weft_shared queue, stack, counters;
static struct weft_treiber treiber;

/* What a barrier writes has come before anybody looks, or comes when all have. */
static void let_others_look(void)
{
	tap_await_at(weft_rank(), 0,
		     arch_flag_read(weft_rank(), 0) + (1u << 30),
		     arch_cycles() + arch_cycles_in_us(SOON));
}

static bool nothing_there(void)
{
	bool ok;

	let_others_look();
	look(before);
	ok = no_lock(&lock) && no_delegate(&delegate) && no_mailbox(&box) &&
	     no_fifo(&fifo) && no_objects(&queue, &stack, &counters, &treiber);
	look(after);
	let_others_look();
	return ok && memcmp(before, after, window) == 0;
}

/* All that is in memory, as if it were there. */
static void garbage(void)
{
	memset(&lock, 0x5a, sizeof(lock));
	memset(&delegate, 0x5a, sizeof(delegate));
	memset(&box, 0x5a, sizeof(box));
	memset(&fifo, 0x5a, sizeof(fifo));
	memset(&queue, 0x5a, sizeof(queue));
	memset(&stack, 0x5a, sizeof(stack));
	memset(&counters, 0x5a, sizeof(counters));
	memset(&treiber, 0x5a, sizeof(treiber));
}

/* The heap has not a line left. */
static bool no_room(void)
{
	uint32_t at[PIECES], n = 0;
	size_t largest;
	bool ok;

	garbage();
	while (n < PIECES && weft_mpb_free_bytes(&largest) > 0 &&
	       !weft_mpb_alloc(largest, &at[n])) {
		n++;
	}
	ok = weft_any_lock_create(&lock, &weft_lock_queue, 0) ==
		     WEFT_ERR_SPACE &&
	     weft_delegate_create(&delegate, &weft_under_queue, 0, &object,
				  1) == WEFT_ERR_SPACE &&
	     weft_mailbox_create(&box, 0, 1, WEFT_MAILBOX_TRY) ==
		     WEFT_ERR_SPACE &&
	     weft_fifo_create(&fifo, 1) == WEFT_ERR_SPACE &&
	     weft_shared_create(&queue, &weft_queue, 0, 1) == WEFT_ERR_SPACE &&
	     weft_shared_create(&stack, &weft_stack, 0, 1) == WEFT_ERR_SPACE &&
	     weft_shared_create(&counters, &weft_counters, 0, 1) ==
		     WEFT_ERR_SPACE &&
	     weft_treiber_create(&treiber, 0, 1) == WEFT_ERR_SPACE;
	while (n-- > 0) {
		ok &= !weft_mpb_free(at[n]);
	}
	return ok && nothing_there();
}

static bool could_not_be_made(void)
{
	weft_rank_t far = weft_size();
	bool ok;

	garbage();
	ok = weft_any_lock_create(&lock, &weft_lock_queue, far) ==
		     WEFT_ERR_RANK &&
	     weft_delegate_create(&delegate, &weft_under_queue, far, &object,
				  1) == WEFT_ERR_RANK &&
	     weft_mailbox_create(&box, far, 1, WEFT_MAILBOX_TRY) ==
		     WEFT_ERR_RANK &&
	     weft_fifo_create(&fifo, WEFT_FIFO_WORDS + 1) == WEFT_ERR_SIZE &&
	     weft_shared_create(&queue, &weft_queue, far, 1) == WEFT_ERR_RANK &&
	     weft_shared_create(&stack, &weft_stack, far, 1) == WEFT_ERR_RANK &&
	     weft_shared_create(&counters, &weft_counters, far, 1) ==
		     WEFT_ERR_RANK &&
	     weft_treiber_create(&treiber, far, 1) == WEFT_ERR_RANK;
	ok &= nothing_there();
	garbage();
	ok &= weft_mailbox_create(&box, 0, 1 << 20, WEFT_MAILBOX_TRY) ==
		      WEFT_ERR_SPACE &&
	      weft_shared_create(&queue, &weft_queue, 0, 1 << 20) ==
		      WEFT_ERR_SPACE &&
	      weft_shared_create(&stack, &weft_stack, 0, 1 << 20) ==
		      WEFT_ERR_SPACE &&
	      weft_shared_create(&counters, &weft_counters, 0, 1 << 16) ==
		      WEFT_ERR_SPACE &&
	      weft_treiber_create(&treiber, 0, 65535) == WEFT_ERR_SPACE &&
	      weft_treiber_create(&treiber, 0, 65536) == WEFT_ERR_SIZE;
	memset(&lock, 0, sizeof(lock));
	memset(&delegate, 0, sizeof(delegate));
	memset(&fifo, 0, sizeof(fifo));
	ok &= nothing_there();
	return no_room() && ok;
}

/* Where the next blocks of some sizes would lie: what is not given back lies there. */
static uintptr_t heap(void)
{
	uintptr_t sum = 0;

	for (size_t bytes = 16; bytes <= 1024; bytes <<= 1) {
		void *at = tap_room(bytes);

		sum += (uintptr_t)at ^ bytes;
		free(at);
	}
	return sum;
}

static const struct weft_lock_kind *const locks[] = {
	&weft_lock_tas,   &weft_lock_ticket,  &weft_lock_clh,
	&weft_lock_queue, &weft_lock_hyblock, &weft_lock_server,
	&weft_lock_token,
};

static const struct weft_delegation *const kinds[] = {
	&weft_shm_server, &weft_group_server, &weft_handler_server,
	&weft_dsm_synch,  &weft_under_queue,  &weft_mp_server,
	&weft_hybcomb,    &weft_cc_synch,
};

static bool lock_given_back(const struct weft_lock_kind *kind)
{
	size_t mpb = 0, largest;
	uintptr_t used = 0;
	bool ok = true;

	for (uint32_t i = 0; i < 3; i++) { /* the first may keep something */
		mpb = weft_mpb_free_bytes(&largest);
		used = heap();
		memset(&lock, 0x5a, sizeof(lock)); /* as on a stack */
		ok &= !weft_any_lock_create(&lock, kind, 0);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !weft_any_lock_acquire(&lock, WEFT_FOREVER) &&
		      weft_any_lock_free(&lock) == WEFT_ERR_STATE &&
		      !weft_any_lock_release(&lock);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !weft_any_lock_free(&lock) && no_lock(&lock);
	}
	return ok && weft_mpb_free_bytes(&largest) == mpb && heap() == used;
}

static bool delegate_given_back(const struct weft_delegation *how)
{
	size_t mpb = 0, largest;
	uintptr_t used = 0;
	bool ok = true;

	for (uint32_t i = 0; i < 3; i++) {
		mpb = weft_mpb_free_bytes(&largest);
		used = heap();
		ok &= !weft_delegate_create(&delegate, how, 0, &object, 1);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !weft_delegate_free(&delegate) && no_delegate(&delegate);
	}
	return ok && weft_mpb_free_bytes(&largest) == mpb && heap() == used;
}

static bool objects_given_back(void)
{
	size_t mpb = 0, largest;
	uintptr_t used = 0;
	bool ok = true;

	for (uint32_t i = 0; i < 3; i++) {
		mpb = weft_mpb_free_bytes(&largest);
		used = heap();
		ok &= !weft_mailbox_create(&box, 0, 1, WEFT_MAILBOX_TRY) &&
		      !weft_fifo_create(&fifo, 2) &&
		      !weft_shared_create(&queue, &weft_queue, 0, 3) &&
		      !weft_shared_create(&stack, &weft_stack, 0, 3) &&
		      !weft_shared_create(&counters, &weft_counters, 0, 3) &&
		      !weft_treiber_create(&treiber, 0, 3);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= !weft_mailbox_free(&box) && !weft_fifo_free(&fifo) &&
		      !weft_shared_free(&queue) && !weft_shared_free(&stack) &&
		      !weft_shared_free(&counters) &&
		      !weft_treiber_free(&treiber);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= nothing_there();
	}
	return ok && weft_mpb_free_bytes(&largest) == mpb && heap() == used;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	window = arch_window_bytes(ARCH_WINDOW_MPB);
	window = window < MOST ? window : MOST;
	tap_ok(nothing_there(), "zeroes");
	tap_ok(could_not_be_made(), "what could not be made");
	for (size_t i = 0; i < sizeof(locks) / sizeof(locks[0]); i++) {
		ok &= lock_given_back(locks[i]);
	}
	tap_ok(ok, "locks that have been given back");
	ok = true;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		ok &= delegate_given_back(kinds[i]);
	}
	tap_ok(ok, "delegates that have been given back");
	tap_ok(objects_given_back(), "objects that have been given back");
	return tap_end();
}
