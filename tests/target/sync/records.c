/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=60 */
/*
 * A wait within a wait: an atomic operation whose word is another core's for long notes
 * that in the record of this core, and leaves there what it found, whether it comes to its
 * turn or gives up.  Reports of hangs show this record.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/wait.h"
#include "sync/atomic.h"
#include "tests/target/tap.h"

enum {
	HOME = 0,
	LONG_US = 300,
	SHORT_US = 30,
	OUTER = 7, /* who the outer wait is for */
};

static uint32_t me, cores, word, given_up;

/*
 * The last core has the guard of atomic operations, for so long, or until the first one has
 * given up.
 */
static void hold(uint32_t us)
{
	uint64_t end;

	if (me == cores - 1) {
		while (!arch_tas(HOME)) {
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == cores - 1) {
		end = weft_cycles() + arch_cycles_in_us(us);
		while (us > 0 && weft_cycles() < end) {
		}
		if (us == 0) {
			weft_flag_wait(given_up, 1, WEFT_FOREVER);
		}
		arch_tas_clear(HOME);
	}
}

static bool is_outer(const void *site)
{
	return rt_wait.what && rt_wait.site == site &&
	       rt_wait.word.offset == RT_A_LOCK && rt_wait.word.from == OUTER &&
	       rt_wait.word.value == HOME;
}

/* One that has the record of a wait for a lock, as lock_queue.c has it. */
static bool leaves(uint64_t deadline, int expected)
{
	uint32_t was;
	bool ok;

	rt_wait_begin(RT_A_LOCK, HOME, OUTER, "a lock", &word);
	ok = sync_fetch_add(HOME, word, 1, deadline, &was) == expected;
	ok &= is_outer(&word);
	rt_wait_end();
	return ok;
}

int main(void)
{
	uint32_t sum = 0;
	bool ok = true;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	if (weft_flags_alloc(1, &word) || weft_flags_alloc(1, &given_up)) {
		weft_panic("no flag");
	}
	hold(LONG_US);
	if (me == 0) {
		ok &= leaves(ARCH_NEVER, WEFT_OK);
	}
	tap_ok(ok, "a wait for the guard");
	hold(0);
	if (me == 0) {
		if (!SYNC_NATIVE) {
			ok &= leaves(weft_cycles() + arch_cycles_in_us(SHORT_US),
				     WEFT_ERR_TIMEOUT);
		}
		weft_flag_write(cores - 1, given_up, 1);
	}
	tap_ok(ok, "one that is given up");
	weft_flag_read(HOME, word, &sum);
	tap_ok(sum == 1, "once it was added");
	return tap_end();
}
