/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 */
/*
 * Locks, delegates and a FIFO that are made with more and more of the MPB left, until there is
 * room: each creation that fails has given back what it had taken, of the MPB and of the heap.
 */
#include <stdlib.h>

#include <weft/published/delegate.h>
#include <weft/published/lock.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

static uint32_t zero(void *state, uint32_t argument)
{
	(void)state;
	return argument;
}

static weft_operation *const operations[] = {zero};
static const struct weft_object object = {operations, 1, NULL};
static struct weft_any_lock lock;
static struct weft_delegate delegate;
static struct weft_fifo fifo;

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

/*
 * With more and more of the MPB left, until it can be made: whatever a creation had
 * taken before it failed it has given back.
 */
static bool takes_nothing(int (*create)(uint32_t), int (*give_back)(void),
			  uint32_t kind)
{
	int error = WEFT_ERR_SPACE;
	bool ok = true;

	for (uint32_t left = 0; error; left += 32) {
		size_t largest, mpb;
		uint32_t at;
		uintptr_t used;

		weft_mpb_free_bytes(&largest);
		if (left >= largest || weft_mpb_alloc(largest - left, &at)) {
			return false;
		}
		mpb = weft_mpb_free_bytes(&largest);
		used = heap();
		error = create(kind);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= error ? error == WEFT_ERR_SPACE : !give_back();
		ok &= weft_mpb_free_bytes(&largest) == mpb && heap() == used;
		ok &= !weft_mpb_free(at);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

static int make_lock(uint32_t kind)
{
	return weft_any_lock_create(&lock, locks[kind], 0);
}

static int free_lock(void)
{
	return weft_any_lock_free(&lock);
}

static int make_delegate(uint32_t kind)
{
	return weft_delegate_create(&delegate, kinds[kind], 0, &object, 1);
}

static int free_delegate(void)
{
	return weft_delegate_free(&delegate);
}

static int make_fifo(uint32_t kind)
{
	(void)kind;
	return weft_fifo_create(&fifo, 2);
}

static int free_fifo(void)
{
	return weft_fifo_free(&fifo);
}

int main(void)
{
	bool ok;

	tap_begin();
	ok = takes_nothing(make_fifo, free_fifo, 0);
	tap_ok(ok, "a FIFO");

	for (size_t i = 0; i < sizeof(locks) / sizeof(locks[0]); i++) {
		ok &= takes_nothing(make_lock, free_lock, i);
	}
	tap_ok(ok, "locks");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		ok &= takes_nothing(make_delegate, free_delegate, i);
	}
	tap_ok(ok, "delegates");
	return tap_end();
}
