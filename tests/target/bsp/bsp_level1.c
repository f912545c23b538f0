/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 always=3 */
/* weft-test: boards=scc-sim cores=3 args=fewer env=WEFT_TEAMS=0 tap=no exit=70
   expect=no_room_for_a_team_of_the_processes */
/* weft-test: cores=3,5,17 always=5 args=fewer tap=no
   expect=all_right_of */
/* weft-test: boards=scc-sim modes=relaxed cores=5,17 seeds=3 */
/* weft-test: boards=scc-sim cores=3 args=wrong tap=no exit=70
   expect=of_process_0_at_tests/target/bsp/ */
/*
 * The collectives of level 1, each against what one process computes by itself; on all
 * cores, and on fewer.  What was put before them stays until bsp_sync.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bsp_level1.h>

#include "tests/target/tap.h"

enum {
	MOST = 4000, /* bytes of a value */
};

static int p, me;
static uint32_t *mine, *got, *all, *sent;
static bool right;

/* A value's word i, of process pid. */
static uint32_t word(int pid, int i)
{
	return (uint32_t)(pid * 40503 + i * 2654435761u) >> 3 | 1;
}

/* 2 x 2 matrices of integers: their product depends on the order. */
static void times(void *result, void *left, void *right_, int *nbytes)
{
	uint32_t *c = result, *a = left, *b = right_;

	for (int n = *nbytes / 16; n > 0; n--, a += 4, b += 4, c += 4) {
		c[0] = a[0] * b[0] + a[1] * b[2];
		c[1] = a[0] * b[1] + a[1] * b[3];
		c[2] = a[2] * b[0] + a[3] * b[2];
		c[3] = a[2] * b[1] + a[3] * b[3];
	}
}

static void plus(void *result, void *left, void *right_, int *nbytes)
{
	uint32_t a = 0, b = 0;

	memcpy(&a, left, (size_t)*nbytes);
	memcpy(&b, right_, (size_t)*nbytes);
	a += b;
	memcpy(result, &a, (size_t)*nbytes);
}

/* Of any size. */
static void plus_bytes(void *result, void *left, void *right_, int *nbytes)
{
	uint8_t *c = result, *a = left, *b = right_;

	for (int i = 0; i < *nbytes; i++) {
		c[i] = (uint8_t)(a[i] + b[i]);
	}
}

static void fill(uint32_t *to, int pid, int bytes)
{
	for (int i = 0; 4 * i < bytes; i++) {
		to[i] = word(pid, i);
	}
}

static bool same(const uint32_t *a, int pid, int bytes)
{
	fill(sent, pid, bytes);
	return memcmp(a, sent, (size_t)bytes) == 0;
}

/* What processes up to `last` fold to, here. */
static bool folded(bsp_op *op, int last, int bytes)
{
	uint32_t *one = sent, *sum = all, *next = all + MOST / 4;

	fill(sum, 0, bytes);
	for (int i = 1; i <= last; i++) {
		fill(one, i, bytes);
		op(next, sum, one, &bytes);
		memcpy(sum, next, (size_t)bytes);
	}
	return memcmp(sum, got, (size_t)bytes) == 0;
}

static void folds(bsp_op *op, int bytes)
{
	fill(mine, me, bytes);
	memset(got, 0, MOST);
	bsp_fold(op, mine, got, bytes);
	right &= folded(op, p - 1, bytes);
	bsp_scan(op, mine, got, bytes);
	right &= folded(op, me, bytes);
	for (int to = 0; to < p; to += 3) {
		memset(got, 0, MOST);
		bsp_reduce(to, op, mine, me == to ? got : NULL, bytes);
		right &= me == to ? folded(op, p - 1, bytes)
				  : bytes == 0 || got[0] == 0;
	}
	memcpy(got, mine, MOST);
	bsp_fold(op, got, got, bytes);
	right &= folded(op, p - 1, bytes);
}

static void bcasts(int bytes)
{
	for (int from = 0; from < p; from += 2) {
		fill(mine, me, bytes);
		bsp_bcast(from, mine, got, bytes);
		right &= same(got, from, bytes) && same(mine, me, bytes);
		bsp_bcast(from, mine, mine, bytes);
		right &= same(mine, from, bytes);
	}
}

/* Blocks of so many bytes; `all` has room for one of each process. */
static bool blocks(const uint32_t *at, int bytes)
{
	for (int i = 0; i < p; i++) {
		if (!same((const void *)((const char *)at + i * bytes), i,
			  bytes)) {
			return false;
		}
	}
	return true;
}

static void moves(int bytes)
{
	fill(mine, me, bytes);
	memset(all, 0, (size_t)p * MOST);
	bsp_allgather(mine, all, bytes);
	right &= blocks(all, bytes);
	/* What came as block i goes back to process i. */
	for (int from = 0; from < p; from += 2) {
		bsp_scatter(from, me == from ? all : NULL, got, bytes);
		right &= same(got, me, bytes);
	}
	for (int to = 0; to < p; to += 2) {
		memset(all, 0, (size_t)p * MOST);
		bsp_gather(to, mine, all, bytes);
		right &= me == to ? blocks(all, bytes)
				  : bytes == 0 || all[0] == 0;
	}
}

static void exchange(void)
{
	uint32_t *to = tap_room((size_t)p * 12);

	for (int i = 0; i < 3 * p; i++) {
		all[i] = (uint32_t)(me << 16 | i);
	}
	bsp_total_exchange(all, to, 12);
	for (int i = 0; i < 3 * p; i++) {
		right &= to[i] == (uint32_t)((i / 3) << 16 | (3 * me + i % 3));
	}
	free(to);
}

static void tell(const char *what)
{
	tap_ok(right, "%s", what);
	right = true;
}

/* Cores without a process have ended: process 0 hears of all others by a fold. */
static void report(const char *what)
{
	int wrong = !right, sum = 0;

	bsp_fold(plus, &wrong, &sum, sizeof(sum));
	if (sum > 0) {
		bsp_abort("%s: wrong on %d processes", what, sum);
	}
	right = true;
}

static void pending(void)
{
	uint32_t x = 0, put = 7 + (uint32_t)me;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	bsp_put((me + 1) % p, &put, &x, 0, sizeof(x));
	mine[0] = 1;
	bsp_fold(plus, mine, got, 4);
	right &= x == 0 && got[0] == (uint32_t)p;
	bsp_sync();
	right &= x == 7 + (uint32_t)((me + p - 1) % p);
	bsp_pop_reg(&x);
	bsp_sync();
}

int main(int argc, char **argv)
{
	static const int sizes[] = {0, 4, 16, 32, 48, 256, 272, MOST};
	bool fewer = argc > 1 && strcmp(argv[1], "fewer") == 0;
	void (*check)(const char *) = fewer ? report : tell;

	if (!fewer) {
		tap_begin();
	}
	bsp_begin(fewer && bsp_nprocs() > 1 ? bsp_nprocs() * 2 / 3
					    : bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	right = true;
	mine = tap_room(MOST);
	got = tap_room(MOST);
	sent = tap_room(MOST);
	all = tap_room((size_t)(p > 2 ? p : 2) * MOST);
	if (argc > 1 && strcmp(argv[1], "wrong") == 0) {
		bsp_bcast(p, mine, got, 4);
	}
	for (int i = 0; i < (int)(sizeof(sizes) / sizeof(*sizes)); i++) {
		bcasts(sizes[i]);
		moves(sizes[i]);
		folds(sizes[i] == 4 ? plus : times, sizes[i] & ~12);
	}
	check("broadcasts, gathers and scatters, folds and scans");
	folds(plus, 4);
	bcasts(1);
	check("of a word; of a byte");
	/* What weft's reductions take ends at 256; elements above are not aligned. */
	for (int bytes = 255; bytes <= 265; bytes++) {
		folds(plus_bytes, bytes);
	}
	check("values of any size around 256 bytes");
	exchange();
	check("a total exchange");
	pending();
	check("a superstep goes on around them");
	if (fewer && me == 0) {
		printf("all right of %d processes\n", p);
	}
	bsp_end();
	return fewer ? 0 : tap_end();
}
