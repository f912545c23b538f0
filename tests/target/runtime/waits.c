/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 */
/*
 * Waits for many flags at once, and for those of another core: none ends before
 * all are there, what was written before them is seen after, deadlines hold.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "tests/target/tap.h"

enum {
	ROUNDS = 30,
	FLAGS = 19, /* three lines of words, none of them whole */
	FIRST = 5,
	SHORT_US = 300
};

static uint32_t flags, area;

static uint32_t left_of(uint32_t me)
{
	return (me > 0 ? me : arch_count()) - 1;
}

static uint32_t right_of(uint32_t me)
{
	return me + 1 < arch_count() ? me + 1 : 0;
}

/* All are written by my neighbour. */
static uint32_t writer(const void *of, uint32_t i)
{
	(void)of;
	(void)i;
	return left_of(arch_rank());
}

static int await_flags(uint32_t n, uint32_t value, weft_us_t within)
{
	return rt_await_all(weft_rank(), rt_flag(flags, FIRST), n, value,
			    rt_deadline(within), writer, NULL,
			    "a row of flags");
}

/* To my neighbour: n of them in random order, some late, but not `missing`. */
static void write_flags(uint32_t n, uint32_t value, uint32_t missing)
{
	uint32_t i = tap_below(tap_own_random(), n);

	for (uint32_t done = 0; done < n; done++) {
		if ((tap_own_random() & 31) == 0) {
			tap_delay(tap_below(tap_own_random(), 30000));
		}
		if (i != missing) {
			arch_flag_write(right_of(arch_rank()),
					rt_flag(flags, FIRST + i), value);
		}
		i = i + 1 < n ? i + 1 : 0;
	}
}

static bool rows(void)
{
	uint32_t me = arch_rank(), in;
	bool ok = await_flags(0, 1, WEFT_FOREVER) == WEFT_OK;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		uint32_t some = 1 + tap_below(tap_random(), FLAGS);
		uint32_t out = n << 16 | me;

		/* What L1 holds from before must not be what is got after. */
		arch_annotate_optimistic_begin();
		arch_get(&in, me, 0, area, sizeof(in));
		arch_annotate_optimistic_end();
		arch_put(right_of(me), 0, area, &out, sizeof(out));
		write_flags(some, n, FLAGS);
		tap_delay(tap_below(tap_own_random(), 30000));
		ok &= await_flags(some, n, WEFT_FOREVER) == WEFT_OK;
		arch_get(&in, me, 0, area, sizeof(in));
		ok &= in == (n << 16 | left_of(me));
		for (uint32_t i = 0; i < some; i++) {
			ok &= arch_flag_read(me, rt_flag(flags, FIRST + i)) ==
			      n;
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

/* Each flag of a row in turn is the one that stays away. */
static bool one_missing(void)
{
	uint32_t value = ROUNDS;
	bool ok = true;

	for (uint32_t i = 0; i < FLAGS; i += 3) {
		uint64_t before;

		/* all have the same number, to begin with */
		write_flags(FLAGS, ++value, FLAGS);
		ok &= await_flags(FLAGS, value, WEFT_FOREVER) == WEFT_OK;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		write_flags(FLAGS, ++value, i);
		before = weft_cycles();
		ok &= await_flags(FLAGS, value, SHORT_US) == WEFT_ERR_TIMEOUT;
		ok &= weft_cycles() - before >= weft_cycles_in_us(SHORT_US);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return ok;
}

#if ARCH_REMOTE_AWAIT
/* Everybody watches a flag of rank 0, which its owner writes, at last. */
static bool elsewhere(void)
{
	uint32_t me = arch_rank(), in;
	bool ok = true;

	for (uint32_t n = 1; n <= ROUNDS; n++) {
		if (me == 0) {
			tap_delay(tap_below(tap_own_random(), 60000));
			arch_put(0, 0, area, &n, sizeof(n));
			arch_flag_write(0, flags, n);
		}
		ok &= rt_await_at(0, flags, n, ARCH_NEVER, 0,
				  "a flag of rank 0's") == WEFT_OK;
		arch_get(&in, 0, 0, area, sizeof(in));
		ok &= in == n;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	ok &= rt_await_at(0, flags, ROUNDS + 1, rt_deadline(SHORT_US), 0,
			  "a flag that stays away") == WEFT_ERR_TIMEOUT;
	return ok;
}
#endif

int main(void)
{
	tap_begin();
	if (weft_flags_alloc(FIRST + FLAGS, &flags) ||
	    weft_mpb_alloc(32, &area)) {
		weft_panic("no MPB space");
	}
	tap_ok(rows(), "a row of flags is waited for to its last");
	tap_ok(one_missing(), "a row that lacks one ends at its deadline");
#if ARCH_REMOTE_AWAIT
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(elsewhere(), "a flag of another core");
#endif
	return tap_end();
}
