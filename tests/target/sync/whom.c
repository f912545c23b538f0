/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,3,17 */
/*
 * Who has a lock, or runs an operation: whoever waits for it notes that core's rank in its
 * record, which reports of hangs show.  The last core has the lock, or runs an operation that
 * takes long, until rank 0 has given up its wait.  Ticket locks know of no core.
 *
 * An operation that applies another one of the same delegate, which it must not, is refused.
 */
#include <weft/published/delegate.h>
#include <weft/published/lock.h>
#include <weft/weft.h>

#include "runtime/wait.h"
#include "tests/target/tap.h"

enum {
	LAST = 0, /* operations */
	AGAIN,
	OPERATIONS,
	SHORT_US = 50,
};

static uint32_t me, last, begun, given_up, round;
static struct weft_any_lock lock;
static struct weft_delegate by;

static bool notes(uint32_t rank)
{
	return !rt_wait.what && rt_wait.word.from == rank;
}

/* Rank 0 waits while the last core has it; then that one goes on. */
static void begin(void)
{
	weft_flag_write(0, begun, round);
	weft_flag_wait(given_up, round, WEFT_FOREVER);
}

static bool locks(const struct weft_lock_kind *kind, uint32_t whom)
{
	bool ok = !weft_any_lock_create(&lock, kind, last);

	round++;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == last) {
		ok &= !weft_any_lock_acquire(&lock, WEFT_FOREVER);
		begin();
		ok &= !weft_any_lock_release(&lock);
	} else if (me == 0) {
		weft_flag_wait(begun, round, WEFT_FOREVER);
		ok &= weft_any_lock_acquire(&lock, SHORT_US) ==
			      WEFT_ERR_TIMEOUT &&
		      notes(whom);
		weft_flag_write(last, given_up, round);
		ok &= !weft_any_lock_acquire(&lock, WEFT_FOREVER) &&
		      !weft_any_lock_release(&lock);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !weft_any_lock_free(&lock) && ok;
}

static uint32_t takes_long(void *state, uint32_t argument)
{
	(void)state;
	if (me == last) {
		begin();
	}
	return argument + me;
}

static uint32_t again(void *state, uint32_t argument)
{
	uint32_t result;

	(void)state;
	return argument + (uint32_t)weft_apply(&by, 0, LAST, 0, &result, 0);
}

static weft_operation *const operations[OPERATIONS] = {takes_long, again};
static const struct weft_object object = {operations, OPERATIONS, NULL};

static bool delegates(const struct weft_delegation *how)
{
	uint32_t result = 0;
	bool ok = !weft_delegate_create(&by, how, 0, &object, 1);

	round++;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == last) {
		ok &= !weft_apply(&by, 0, LAST, 7, &result, WEFT_FOREVER) &&
		      result == 7 + me;
	} else if (me == 0) {
		weft_flag_wait(begun, round, WEFT_FOREVER);
		ok &= weft_apply(&by, 0, AGAIN, 7, &result, SHORT_US) ==
			      WEFT_ERR_PENDING &&
		      notes(last);
		weft_flag_write(last, given_up, round);
		ok &= !weft_delegate_wait(&by, &result, WEFT_FOREVER) &&
		      result == 7 + (uint32_t)WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return !weft_delegate_free(&by) && ok;
}

int main(void)
{
	static const struct weft_lock_kind *const known[] = {
		&weft_lock_tas, &weft_lock_clh, &weft_lock_queue,
		&weft_lock_server, &weft_lock_token};
	static const struct weft_delegation *const combiners[] = {
		&weft_dsm_synch, &weft_cc_synch, &weft_hybcomb};

	tap_begin();
	me = weft_rank();
	last = weft_size() - 1;
	if (weft_flags_alloc(1, &begun) || weft_flags_alloc(1, &given_up)) {
		weft_panic("no flags");
	}
	for (uint32_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		tap_ok(locks(known[i], last), "%s: its holder is noted",
		       weft_lock_name(known[i]));
	}
	tap_ok(locks(&weft_lock_ticket, RT_ANYONE), "ticket: nobody is noted");
	for (uint32_t i = 0; i < sizeof(combiners) / sizeof(combiners[0]);
	     i++) {
		tap_ok(delegates(combiners[i]), "%s: its combiner is noted",
		       weft_delegation_name(combiners[i]));
	}
	return tap_end();
}
