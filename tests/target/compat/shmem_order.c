/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,3,17 time-out=240 */
/* weft-test: boards=mpi modes=fork cores=2,17 */
/* weft-test: boards=scc-sim modes=relaxed cores=3 seeds=6 time-out=240 */
/*
 * OpenSHMEM: what a wait waits for, by each comparison and width, whether a put, an atomic
 * operation or a signal brings it; and order: a fence to one PE, a quiet before a flag at a
 * third one, a signal behind short and long data.
 */
#include "arch/arch.h"
#include "compat/shmem/near.h"
#include "tests/target/tap.h"

#include <weft/weft.h>

#include <shmem.h>

enum {
	ROUNDS = 12,
	MOST = 300,    /* words: longer than a message */
	LATE = 200000, /* cycles */
};

static int np, me, to, from;
static short half;
static int word;
static long long wide;
static uint64_t unsigned_wide, told;
static long data[MOST], flag;

/* Before and after each pair of values: one that does not hold, and one that does. */
static const struct {
	int cmp;
	long long start, missed, hit;
} cases[] = {
	{SHMEM_CMP_EQ, 0, 6, 7},  {SHMEM_CMP_NE, 7, 7, -8},
	{SHMEM_CMP_GT, -9, 7, 8}, {SHMEM_CMP_GE, -9, 6, 7},
	{SHMEM_CMP_LT, 9, 7, -6}, {SHMEM_CMP_LE, 9, 8, 7},
};

/* The neighbour is told only that I have begun; what I wait for comes in two steps. */
static bool waits_for(unsigned i, int by)
{
	int cmp = cases[i].cmp;
	long long missed = cases[i].missed, hit = cases[i].hit;
	bool ok;

	half = (short)cases[i].start;
	word = (int)cases[i].start;
	wide = cases[i].start * (1LL << 33);
	shmem_barrier_all();
	if (by == 0) {
		shmem_short_p(&half, (short)missed, to);
		shmem_int_p(&word, (int)missed, to);
		shmem_longlong_p(&wide, missed * (1LL << 33), to);
	} else {
		shmem_short_p(&half, (short)missed, to);
		shmem_int_atomic_set(&word, (int)missed, to);
		shmem_longlong_atomic_set(&wide, missed * (1LL << 33), to);
	}
	shmem_quiet();
	shmem_barrier_all();
	ok = !shmem_short_test(&half, cmp, 7) &&
	     !shmem_int_test(&word, cmp, 7) &&
	     !shmem_longlong_test(&wide, cmp, 7LL << 33);
	shmem_barrier_all();
	shmem_short_p(&half, (short)hit, to);
	if (by == 0) {
		shmem_int_p(&word, (int)hit, to);
		shmem_longlong_p(&wide, hit * (1LL << 33), to);
	} else {
		shmem_int_atomic_set(&word, (int)hit, to);
		shmem_longlong_atomic_add(&wide, (hit - missed) * (1LL << 33),
					  to);
	}
	shmem_short_wait_until(&half, cmp, 7);
	shmem_int_wait_until(&word, cmp, 7);
	shmem_longlong_wait_until(&wide, cmp, 7LL << 33);
	ok = ok && half == hit && word == hit && wide == hit * (1LL << 33);
	shmem_barrier_all();
	return ok;
}

/* Values above the largest signed one are large. */
static bool unsigned_waits(void)
{
	unsigned_wide = 1;
	shmem_barrier_all();
	shmem_uint64_p(&unsigned_wide, UINT64_MAX - 4, to);
	shmem_uint64_wait_until(&unsigned_wide, SHMEM_CMP_GT, UINT64_MAX - 5);
	return unsigned_wide == UINT64_MAX - 4;
}

/* Data of n words to a PE, then their number. */
static bool in_order(int n)
{
	static long mine[MOST];
	bool ok = true;

	for (int round = 1; round <= ROUNDS; round++) {
		for (int i = 0; i < n; i++) {
			mine[i] = 1000 * round + me + i;
		}
		shmem_long_put(data, mine, (size_t)n, to);
		if (round & 1) {
			shmem_fence();
			shmem_long_p(&flag, round, to);
			shmem_long_wait_until(&flag, SHMEM_CMP_EQ, round);
		} else {
			shmem_long_put_signal(data, mine, (size_t)n, &told,
					      (uint64_t)round, SHMEM_SIGNAL_SET,
					      to);
			shmem_signal_wait_until(&told, SHMEM_CMP_EQ,
						(uint64_t)round);
		}
		for (int i = 0; i < n; i++) {
			ok = ok && data[i] == 1000 * round + from + i;
		}
		shmem_barrier_all();
	}
	return ok;
}

/* PE 0 writes to the last PE, and tells the first of the others, who looks there. */
static bool third(int n)
{
	static long mine[MOST], seen[MOST];
	bool ok = true;

	flag = 0;
	shmem_barrier_all();
	for (int round = 1; round <= ROUNDS; round++) {
		if (me == 0) {
			for (int i = 0; i < n; i++) {
				mine[i] = 7000 * round + i;
			}
			shmem_long_put(data, mine, (size_t)n, np - 1);
			shmem_quiet();
			shmem_long_p(&flag, round, 1 % np);
		}
		if (me == 1 % np) {
			shmem_long_wait_until(&flag, SHMEM_CMP_EQ, round);
			shmem_long_get(seen, data, (size_t)n, np - 1);
			for (int i = 0; i < n; i++) {
				ok = ok && seen[i] == 7000 * round + i;
			}
		}
		shmem_barrier_all();
	}
	return ok;
}

/* Where others write to its memory, who sleeps says so, and when it has been woken no more. */
static bool wakes(void)
{
	word = 0;
	shmem_barrier_all();
	if (near_all() && me == 0) {
		while (!own.near[1].own->asleep) {
			weft_relax();
		}
		shmem_int_p(&word, 1, 1);
	} else if (near_all() && me == 1) {
		shmem_int_wait_until(&word, SHMEM_CMP_EQ, 1);
	}
	return me == 0 || !own.asleep;
}

/* A quiet waits for each of an agent's stages, of which puts take one after the other. */
static bool stages(void)
{
	static long mine[MOST];
	bool ok = true;

	for (int i = 0; i < 4; i++) {
		shmem_barrier_all();
		if (me == np - 1) {
			arch_irq_state state = arch_irq_save();

			tap_delay(LATE);
			arch_irq_restore(state);
		} else if (me == 0) {
			uint64_t since = weft_cycles();

			tap_delay(LATE / 8); /* its agent is not there now */
			shmem_long_put(data, mine, MOST / 8, np - 1);
			shmem_quiet();
			ok &= near_all() || weft_cycles() - since > LATE / 2;
		}
	}
	shmem_barrier_all();
	return ok;
}

int main(void)
{
	bool puts = true, atomics = true;

	shmem_init();
	np = shmem_n_pes();
	me = shmem_my_pe();
	to = (me + 1) % np;
	from = (me + np - 1) % np;
	tap_begin();
	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		puts &= waits_for(i, 0);
		atomics &= waits_for(i, 1);
	}
	tap_ok(puts, "each comparison, of 2, 4 and 8 bytes, by puts");
	tap_ok(atomics, "by atomic operations");
	tap_ok(unsigned_waits(), "values without a sign");
	tap_ok(in_order(1) && in_order(6) && in_order(MOST),
	       "data before a flag, and before a signal");
	tap_ok(wakes(), "who has been woken is awake");
	tap_ok(stages(), "a quiet waits for all that is on its way");
	tap_ok(third(1) && third(MOST), "a quiet, and a flag at a third PE");
	shmem_finalize();
	return tap_end();
}
