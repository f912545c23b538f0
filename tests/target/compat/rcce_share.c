/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu cores=1,2,3,17,48 time-out=240 */
/* weft-test: boards=mpi modes=fork,threads cores=1,2,3,17 time-out=240 */
/* weft-test: boards=scc-sim-chips cores=4 tap=no exit=70 expect=no_memory_in_common */
/*
 * RCCE's memory of all cores: blocks that come and go, sums that go round by a lock and by
 * barriers, a block that each fills for another.
 */
#include "tests/target/tap.h"

#include <RCCE.h>

enum {
	N = 500,
	ROUNDS = 6
};

static int np, me;

/* First fit, in whole lines; a gap in the middle is used again. */
static bool blocks(void)
{
	size_t got = 0;
	t_vcharp a = RCCE_shmalloc(1), b = RCCE_shmalloc(100),
		 c = RCCE_shmalloc(32);
	bool ok = a && b == a + 32 && c == b + 128 &&
		  !RCCE_shmalloc((size_t)RCCE_SHM_SIZE_MAX + 1) &&
		  !RCCE_shmalloc(RCCE_SHM_SIZE_MAX) && !RCCE_shmalloc(0);

	RCCE_shfree(b);
	RCCE_shfree(a + 1); /* none */
	ok = ok && RCCE_shmalloc(129) == c + 32 && RCCE_shmalloc(128) == b;
	RCCE_shfree(a);
	RCCE_shfree(b);
	RCCE_shfree(c);
	RCCE_shfree(c + 32);
	ok = ok && RCCE_shmalloc_request((size_t)1 << 30, &got) == a &&
	     got >= 1 << 23 && got <= RCCE_SHM_SIZE_MAX;
	RCCE_shfree(a);
	return ok;
}

/* Nobody's addition is lost, whatever order the lock is taken in. */
static bool under_a_lock(volatile int *sum)
{
	for (int i = 0; i < ROUNDS; i++) {
		RCCE_acquire_lock(0);
		*sum = *sum + me + 1;
		RCCE_shflush();
		RCCE_release_lock(0);
	}
	RCCE_barrier(&RCCE_COMM_WORLD);
	return *sum == ROUNDS * np * (np + 1) / 2;
}

/* A row for each core: what I have read from one I write to the next. */
static bool passes(volatile int *rows)
{
	volatile int *mine = rows + me * N, *next = rows + (me + 1) % np * N;
	int first = me;

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < N; i++) {
			next[i] = 1000 * first + i + round;
		}
		RCCE_shflush();
		RCCE_barrier(&RCCE_COMM_WORLD);
		first = (first + np - 1) % np;
		for (int i = 0; i < N; i++) {
			if (mine[i] != 1000 * first + i + round) {
				return false;
			}
		}
		RCCE_barrier(&RCCE_COMM_WORLD);
	}
	return true;
}

int main(int argc, char **argv)
{
	volatile int *rows, *sum;
	bool ok;

	RCCE_init(&argc, &argv);
	np = RCCE_num_ues();
	me = RCCE_ue();
	tap_begin();
	ok = blocks();
	rows = (volatile int *)RCCE_shmalloc((size_t)np * N * sizeof(int));
	sum = (volatile int *)RCCE_shmalloc(sizeof(int));
	tap_ok(ok && rows && sum, "blocks come and go");
	if (me == 0) {
		*sum = 0;
		RCCE_shflush();
	}
	RCCE_barrier(&RCCE_COMM_WORLD);
	tap_ok(under_a_lock(sum), "a sum under a lock");
	tap_ok(passes(rows), "rows go round");
	RCCE_finalize();
	return tap_end();
}
