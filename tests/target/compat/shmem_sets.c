/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=240 */
/* weft-test: boards=scc-sim modes=strict cores=3,48 args=in-order time-out=240 */
/*
 * OpenSHMEM: collectives of all PEs, of teams, also of teams that run backwards, and of
 * active sets; teams that come and go; locks, which are fair.
 */
#include <string.h>

#include "tests/target/tap.h"

#include <shmem.h>

enum {
	N = 37,
	SETS = 48
};

static int np, me;
static long sync_words[SHMEM_REDUCE_SYNC_SIZE];
static int in[SETS * N], out[SETS * N];
static double reals[N], sums[N];
static long lock, counted;
static int ticket, taken;

static int pe_of(shmem_team_t team, int i)
{
	return shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD);
}

static void fill(int seed)
{
	memset(out, 0xee, sizeof(out));
	for (int i = 0; i < SETS * N; i++) {
		in[i] = seed * 1000 + i;
	}
}

static bool broadcasts(shmem_team_t team, int size)
{
	bool ok = true;

	for (int root = 0; root<size; root += size> 3 ? size - 1 : 1) {
		fill(me);
		shmem_team_sync(team);
		shmem_int_broadcast(team, out, in, N, root);
		for (int i = 0; i < N; i++) {
			ok = ok && out[i] == pe_of(team, root) * 1000 + i;
		}
		shmem_team_sync(team);
	}
	return ok;
}

/* PE i of the team gives 1 + i % 3 elements, or all the same. */
static bool collects(shmem_team_t team, int size, bool differ)
{
	int my = shmem_team_my_pe(team), at = 0;
	bool ok = true;

	fill(me);
	shmem_team_sync(team);
	if (differ) {
		shmem_int_collect(team, out, in, (size_t)(1 + my % 3));
	} else {
		shmem_int_fcollect(team, out, in, 3);
	}
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < (differ ? 1 + i % 3 : 3); j++) {
			ok = ok && out[at++] == pe_of(team, i) * 1000 + j;
		}
	}
	shmem_team_sync(team);
	return ok;
}

static bool alltoalls(shmem_team_t team, int size)
{
	int my = shmem_team_my_pe(team);
	bool ok = true;

	fill(me);
	shmem_team_sync(team);
	shmem_int_alltoall(team, out, in, 5);
	for (int i = 0; i < 5 * size; i++) {
		ok = ok && out[i] == pe_of(team, i / 5) * 1000 + 5 * my + i % 5;
	}
	shmem_team_sync(team);
	fill(me);
	shmem_team_sync(team);
	shmem_int_alltoalls(team, out, in, 2, 3, 4);
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < 4; j++) {
			ok = ok && out[8 * i + 2 * j] == pe_of(team, i) * 1000 +
								 12 * my +
								 3 * j;
		}
	}
	shmem_team_sync(team);
	return ok;
}

static bool reduces(shmem_team_t team, int size)
{
	int sum = 0, most = -1, bits = 0;
	bool ok = true;

	for (int i = 0; i < size; i++) {
		int pe = pe_of(team, i);

		sum += pe;
		most = pe > most ? pe : most;
		bits |= pe;
	}
	for (int i = 0; i < N; i++) {
		in[i] = me + i;
		in[N + i] = me;
		reals[i] = 0.5;
	}
	shmem_team_sync(team);
	shmem_int_sum_reduce(team, out, in, N);
	shmem_int_or_reduce(team, out + N, in + N, 1);
	shmem_double_sum_reduce(team, sums, reals, N);
	shmem_int_max_reduce(team, in, in, N); /* in place */
	for (int i = 0; i < N; i++) {
		ok = ok && out[i] == sum + i * size && in[i] == most + i &&
		     sums[i] == 0.5 * size;
	}
	ok = ok && out[N] == bits;
	shmem_team_sync(team);
	return ok;
}

static bool all_of(shmem_team_t team)
{
	int size = shmem_team_n_pes(team);

	return broadcasts(team, size) && collects(team, size, false) &&
	       collects(team, size, true) && alltoalls(team, size) &&
	       reduces(team, size);
}

/* A context of a team counts PEs as the team does. */
static bool by_context(shmem_team_t team)
{
	static int number;
	shmem_ctx_t ctx;
	bool ok = shmem_team_create_ctx(team, 0, &ctx) == 0;

	number = me * 3 + 1;
	shmem_team_sync(team);
	for (int i = 0; ok && i < shmem_team_n_pes(team); i++) {
		ok = shmem_g(ctx, &number, i) == pe_of(team, i) * 3 + 1;
	}
	shmem_ctx_destroy(ctx);
	shmem_team_sync(team);
	return ok;
}

/* Every second PE, from the last one down; in a team of it, every second again. */
static bool backwards(void)
{
	shmem_team_t team, less;
	int size = (np + 1) / 2, half = (size + 1) / 2;
	bool ok = shmem_team_split_strided(SHMEM_TEAM_WORLD, np - 1, -2, size,
					   NULL, 0, &team) == 0;
	int my = shmem_team_my_pe(team);
	bool in_it = (np - 1 - me) % 2 == 0;

	if (np == 1) {
		shmem_team_destroy(team);
		return ok;
	}
	ok = ok && (team != SHMEM_TEAM_INVALID) == in_it;
	if (in_it) {
		ok = ok && my == (np - 1 - me) / 2 && all_of(team);
		ok = by_context(team) && ok;
		ok = shmem_team_split_strided(team, 0, 2, half, NULL, 0,
					      &less) == 0 &&
		     ok;
		ok = ok && (less == SHMEM_TEAM_INVALID || all_of(less));
		shmem_team_destroy(less);
	}
	shmem_team_destroy(team);
	ok = ok &&
	     shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, np + 1, NULL, 0,
				      &team) != 0 &&
	     team == SHMEM_TEAM_INVALID && shmem_team_n_pes(team) == -1;
	return ok;
}

/* Rows of so many; also more rows than a PE may have teams, of one PE each. */
static bool grid(int wide)
{
	shmem_team_t x, y;
	bool ok = true;

	for (int i = 0; i < 3; i++) { /* they come and go */
		ok = shmem_team_split_2d(SHMEM_TEAM_WORLD, wide, NULL, 0, &x,
					 NULL, 0, &y) == 0 &&
		     ok;
		ok = ok && shmem_team_my_pe(x) == me % wide &&
		     shmem_team_my_pe(y) == me / wide &&
		     reduces(x, shmem_team_n_pes(x)) &&
		     reduces(y, shmem_team_n_pes(y));
		shmem_team_destroy(x);
		shmem_team_destroy(y);
	}
	return ok;
}

/* The old active sets: all of a stride of two, from the first. */
static bool active(void)
{
	static int work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + N];
	int size = (np + 1) / 2;
	bool ok = true;

	fill(me);
	shmem_barrier_all();
	if (me % 2 == 0) {
		shmem_broadcast32(out, in, N, size - 1, 0, 1, size, sync_words);
		for (int i = 0; i < N; i++) {
			ok = ok && (me / 2 == size - 1
					    ? out[i] == (int)0xeeeeeeee
					    : out[i] == (size - 1) * 2000 + i);
		}
		shmem_barrier(0, 1, size, sync_words);
		shmem_fcollect32(out, in, 2, 0, 1, size, sync_words);
		for (int i = 0; i < 2 * size; i++) {
			ok = ok && out[i] == i / 2 * 2000 + i % 2;
		}
		shmem_barrier(0, 1, size, sync_words);
		shmem_int_min_to_all(out, in, N, 0, 1, size, work, sync_words);
		ok = ok && out[0] == 0 && out[N - 1] == N - 1;
		shmem_sync(0, 1, size, sync_words);
	}
	shmem_barrier_all();
	for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) {
		ok = ok && sync_words[i] == SHMEM_SYNC_VALUE;
	}
	return ok;
}

static bool counts_under_a_lock(void)
{
	for (int i = 0; i < 3; i++) {
		long was;

		shmem_set_lock(&lock);
		was = shmem_long_g(&counted, 0);
		shmem_long_p(&counted, was + 1, 0);
		shmem_clear_lock(&lock);
	}
	shmem_barrier_all();
	return shmem_long_g(&counted, 0) == 3 * np;
}

/* PE 0 has the lock while the others come, one well after the other. */
static bool is_fair(bool in_order)
{
	bool ok = true;
	int place;

	taken = 0;
	if (me == 0) {
		shmem_set_lock(&lock);
	}
	shmem_barrier_all();
	if (me > 0) {
		ok = shmem_test_lock(&lock) == 1;
		shmem_int_wait_until(&ticket, SHMEM_CMP_NE, 0);
		tap_delay(50000);
	}
	shmem_int_p(&ticket, 1, (me + 1) % np);
	if (me > 0) {
		shmem_set_lock(&lock);
	} else {
		shmem_int_wait_until(&ticket, SHMEM_CMP_NE, 0);
		tap_delay(50000);
	}
	place = shmem_int_atomic_fetch_inc(&taken, 0);
	shmem_clear_lock(&lock);
	shmem_barrier_all();
	return ok && (place == me || !in_order) && lock == 0 &&
	       shmem_int_g(&taken, 0) == np;
}

int main(int argc, char **argv)
{
	shmem_init();
	tap_begin();
	tap_cores(SETS);
	np = shmem_n_pes();
	me = shmem_my_pe();
	tap_ok(all_of(SHMEM_TEAM_WORLD), "collectives of all PEs");
	tap_ok(all_of(SHMEM_TEAM_SHARED), "collectives of one PE");
	tap_ok(backwards(), "teams that run backwards");
	tap_ok(grid(7) && grid(1),
	       "teams of rows and columns, again and again");
	tap_ok(active(), "active sets");
	tap_ok(counts_under_a_lock(), "a count under a lock");
	tap_ok(is_fair(argc > 1 && !strcmp(argv[1], "in-order")),
	       "who comes first");
	shmem_finalize();
	return tap_end();
}
