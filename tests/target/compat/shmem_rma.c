/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=240 */
/* weft-test: boards=scc-sim,mpi cores=2,3,17 args=progress time-out=240 */
/* weft-test: boards=scc-qemu,arm-qemu modes=mttcg cores=2,3 args=progress time-out=240 */
/* weft-test: boards=scc-sim cores=2 tap=no exit=70 args=early expect=comes_first */
/*
 * OpenSHMEM: what is symmetric, puts and gets of all kinds, order and signals, atomic
 * operations of all widths, waits and tests, a PE that computes while others change it.
 */
#include <string.h>

#include "tests/target/tap.h"

#include <shmem.h>

enum {
	N = 700,
	LONG = 9000
};

static int np, me, to, from;
static long in_data = 7;
static uint8_t block[LONG];
static int row[N];
static uint64_t signal_word, wide;
static short half[4];
static double real;
static int words[64];
static char spot;

static bool symmetric(void)
{
	int here = 0;
	char *heap = shmem_malloc(100);
	int *zeroes = shmem_calloc(10, sizeof(*zeroes));
	char *page = shmem_align(256, 10);
	bool ok = heap && zeroes && page && (uintptr_t)page % 256 == 0;

	for (int i = 0; i < 10; i++) {
		ok = ok && zeroes[i] == 0;
	}
	ok = ok && shmem_addr_accessible(heap + 99, to) &&
	     shmem_addr_accessible(&in_data, to) &&
	     shmem_addr_accessible(row, to) &&
	     !shmem_addr_accessible(&here, to) &&
	     !shmem_addr_accessible(row, np) && shmem_ptr(row, me) == row &&
	     (np == 1 || shmem_ptr(row, to) == NULL) &&
	     shmem_malloc(0) == NULL && shmem_malloc((size_t)1 << 31) == NULL;
	shmem_char_p(heap + 99, (char)(me + 1), to);
	shmem_barrier_all();
	ok = ok && heap[99] == (char)(from + 1);
	heap = shmem_realloc(heap, 5000);
	ok = ok && heap[99] == (char)(from + 1);
	shmem_free(heap);
	shmem_free(zeroes);
	shmem_free(page);
	heap = shmem_malloc(5000);
	ok = ok && heap;
	shmem_free(heap);
	return ok;
}

static bool copies(size_t n, size_t shift)
{
	static uint8_t mine[LONG];
	bool ok;

	memset(block, 0, sizeof(block));
	tap_fill(mine, n, (uint32_t)me);
	shmem_barrier_all();
	shmem_putmem(block + shift, mine, n, to);
	shmem_barrier_all();
	ok = tap_same(block + shift, n, (uint32_t)from) &&
	     block[shift + n] == 0 && (shift == 0 || block[shift - 1] == 0);
	memset(mine, 0, sizeof(mine));
	shmem_getmem_nbi(mine, block + shift, n, to);
	shmem_quiet();
	return ok && tap_same(mine, n, (uint32_t)me) && mine[n] == 0;
}

static bool typed(void)
{
	int some[N / 2];
	bool ok = true;

	memset(row, 0, sizeof(row));
	for (int i = 0; i < N / 2; i++) {
		some[i] = me * 1000 + i;
	}
	shmem_barrier_all();
	shmem_int_iput(row, some, 3, 2, 100, to);
	shmem_double_p(&real, me + 0.5, to);
	shmem_long_p(&in_data, me + 3, to);
	shmem_short_put(half + 1, (short[]){(short)me, -2}, 2, to);
	shmem_barrier_all();
	for (int i = 0; i < 300; i++) {
		int want = i % 3 ? 0 : from * 1000 + i / 3 * 2;

		ok = ok && row[i] == want;
	}
	shmem_int_iget(some, row, 1, 3, 100, to);
	for (int i = 0; i < 100; i++) {
		ok = ok && some[i] == me * 1000 + 2 * i;
	}
	return ok && real == from + 0.5 && in_data == from + 3 &&
	       half[0] == 0 && half[1] == from && half[2] == -2 &&
	       half[3] == 0 && shmem_double_g(&real, to) == me + 0.5 &&
	       shmem_long_g(&in_data, from) == (from + np - 1) % np + 3;
}

/* The data are there when the signal is; twice, the second adds. */
static bool signals(void)
{
	static uint8_t mine[LONG];
	bool ok = true;

	shmem_barrier_all();
	for (int i = 1; i <= 3; i++) {
		tap_fill(mine, LONG, (uint32_t)(me + i));
		shmem_putmem_signal(
			block, mine, LONG, &signal_word, (uint64_t)1 << 40,
			i == 1 ? SHMEM_SIGNAL_SET : SHMEM_SIGNAL_ADD, to);
		ok = shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE,
					     (uint64_t)i << 40) ==
			     (uint64_t)i << 40 &&
		     ok;
		ok = ok && tap_same(block, LONG, (uint32_t)(from + i));
		shmem_barrier_all();
	}
	return ok && shmem_signal_fetch(&signal_word) == (uint64_t)3 << 40;
}

static bool atomics(void)
{
	int last = np - 1, was;
	uint64_t was64;
	float f;
	bool ok;

	words[0] = words[1] = 0;
	words[2] = -1;
	wide = UINT64_C(0xffffffff) - 1;
	shmem_barrier_all();
	was = shmem_int_atomic_fetch_inc(&words[0], last);
	ok = was >= 0 && was < np;
	shmem_int_atomic_add(&words[1], me + 1, last);
	shmem_uint64_atomic_inc(&wide, last);
	was = shmem_int_atomic_compare_swap(&words[2], -1, me, last);
	ok = ok && was >= -1 && was < np;
	shmem_barrier_all();
	if (me == last) {
		ok = ok && words[0] == np && words[1] == np * (np + 1) / 2 &&
		     wide == UINT64_C(0xffffffff) - 1 + (uint64_t)np &&
		     words[2] >= 0 && words[2] < np;
	}
	shmem_barrier_all();
	was64 = shmem_uint64_atomic_fetch_or(&wide, UINT64_C(1) << 50, to);
	(void)was64;
	shmem_uint64_atomic_xor(&wide, UINT64_C(1) << 51, to);
	f = 0.25f * (float)me;
	ok = shmem_float_atomic_swap((float *)&words[3], f, to) == 0 && ok;
	shmem_barrier_all();
	return ok && wide >> 50 == 3 &&
	       shmem_float_atomic_fetch((float *)&words[3], to) == f;
}

static bool waits(void)
{
	int status[8] = {0}, values[8];
	size_t indices[8], some;
	bool ok;

	memset(words, 0, sizeof(words));
	for (int i = 0; i < 8; i++) {
		values[i] = i + 1;
	}
	status[3] = 1;
	shmem_barrier_all();
	ok = !shmem_int_test(&words[0], SHMEM_CMP_NE, 0) &&
	     shmem_int_test_any(words, 8, status, SHMEM_CMP_GT, 0) ==
		     SIZE_MAX &&
	     shmem_int_wait_until_any(words, 0, NULL, SHMEM_CMP_GT, 0) ==
		     SIZE_MAX;
	shmem_barrier_all(); /* all have looked */
	for (int i = 0; i < 8; i++) {
		shmem_int_p(&words[i], i + 1, to);
	}
	shmem_int_p(&words[9], -5, to);
	shmem_int_wait_until(&words[9], SHMEM_CMP_LT, 0);
	ok = ok && words[7] == 8 && /* in order */
	     shmem_int_wait_until_any(words, 8, status, SHMEM_CMP_EQ, 6) == 5;
	some = shmem_int_wait_until_some(words, 8, indices, status,
					 SHMEM_CMP_GE, 3);
	ok = ok && some == 5 && indices[0] == 2 && indices[1] == 4;
	shmem_int_wait_until_all_vector(words, 8, NULL, SHMEM_CMP_EQ, values);
	/* Of several that hold another one is found each time. */
	for (int i = 0, seen = 0; i < 8; i++) {
		seen |= 1 << shmem_int_test_any(words, 8, NULL, SHMEM_CMP_GT, 0);
		ok = ok && (i < 7 || seen == 0xff);
	}
	return ok &&
	       shmem_int_test_all(words, 8, status, SHMEM_CMP_GT, 0) == 1 &&
	       shmem_int_test_all(words, 8, status, SHMEM_CMP_GT, 1) == 0;
}

/* PE 0 computes, and calls nothing; another one reads and changes its variables meanwhile. */
static bool progress(void)
{
	static volatile int told;
	int seen = 0, was = 0;

	told = 5;
	shmem_barrier_all();
	if (me == 0 && np > 1) {
		while (told != 6 && seen < 100000) {
			seen++;
			tap_delay(100000);
		}
		seen = told;
	} else if (me == 1) {
		was = shmem_int_g((int *)(uintptr_t)&told, 0);
		shmem_int_atomic_inc((int *)(uintptr_t)&told, 0);
		shmem_quiet();
	}
	shmem_barrier_all();
	return (me != 0 || np == 1 || seen == 6) && (me != 1 || was == 5);
}

#if __STDC_VERSION__ >= 201112L
static bool c11(void)
{
	const short *constant = half;
	long l = me;
	shmem_ctx_t ctx;
	bool ok;

	shmem_ctx_create(0, &ctx);
	shmem_p(ctx, &half[0], (short)(me + 9), to);
	shmem_put(&in_data, &l, 1, to);
	shmem_put(SHMEM_CTX_DEFAULT, &spot, "x", 1, to);
	shmem_barrier_all();
	ok = half[0] == from + 9 && in_data == from && spot == 'x' &&
	     shmem_g(constant, to) == me + 9;
	shmem_barrier_all();
	shmem_atomic_add(&in_data, 10l, to);
	shmem_wait_until(&in_data, SHMEM_CMP_EQ, from + 10);
	ok = ok && shmem_atomic_fetch(ctx, &in_data, to) == me + 10 &&
	     shmem_test(&in_data, SHMEM_CMP_EQ, from + 10);
	shmem_ctx_destroy(ctx);
	return ok;
}
#endif

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "early")) {
		shmem_int_p(&np, 1, 0);
		shmem_int_p(&np, 1, 1);
	}
	shmem_init();
	tap_begin();
	np = shmem_n_pes();
	me = shmem_my_pe();
	to = (me + 1) % np;
	from = (me + np - 1) % np;
	tap_ok(symmetric(), "what is symmetric");
	for (size_t n = 0; n < 60; n = n * 2 + 1) {
		tap_ok(copies(n, n % 4), "%u bytes there and back",
		       (unsigned)n);
	}
	tap_ok(copies(LONG - 2, 1), "%d bytes", LONG - 2);
	tap_ok(typed(), "calls with types");
	tap_ok(signals(), "data before signals");
	tap_ok(atomics(), "atomic operations");
	tap_ok(waits(), "waits and tests");
	tap_ok(c11(), "calls that find their types");
	if (argc > 1 && !strcmp(argv[1], "progress")) {
		tap_ok(progress(), "a PE that computes is read and written");
	}
	shmem_finalize();
	return tap_end();
}
