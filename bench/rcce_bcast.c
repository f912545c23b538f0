/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 */
/* weft-bench: boards=scc-sim cores=48 env=WEFT_BCAST=ocbcast */
/*
 * RCCE_bcast beside RCCE_comm's two broadcasts, which are written here over RCCE_send and
 * RCCE_recv, in one program: a binomial tree, and a binomial scatter with an allgather round
 * a ring (E. Chan, "RCCE_comm: a collective communication library for the Intel Single-chip
 * Cloud Computer", 2010).  From the root's call until the last core has returned, best of
 * two after one that is checked.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include <RCCE.h>

#include "common.h"

enum {
	LINE = 32,
	MB = 1 << 20,
	CALLS = 2
};

static int np, me;
static char *data;

static void by_rcce(char *at, size_t bytes)
{
	RCCE_bcast(at, bytes, 0, RCCE_COMM_WORLD);
}

/* Rank r has it from r without its highest bit. */
static void by_binomial(char *at, size_t bytes)
{
	int bit = 1;

	while (bit <= me) {
		bit <<= 1;
	}
	if (me > 0) {
		RCCE_recv(at, bytes, me - (bit >> 1));
	}
	for (; me + bit < np; bit <<= 1) {
		RCCE_send(at, bytes, me + bit);
	}
}

/* Where rank r's block begins. */
static size_t block(int r, size_t bytes)
{
	size_t size = ((bytes - 1) / (size_t)np + LINE) / LINE * LINE;

	return (size_t)r * size < bytes ? (size_t)r * size : bytes;
}

static void move(char *at, size_t bytes, int from, int to, int other, bool send)
{
	size_t begin = block(from, bytes), n = block(to, bytes) - begin;

	if (send) {
		RCCE_send(at + begin, n, other);
	} else {
		RCCE_recv(at + begin, n, other);
	}
}

/* The upper half of what I have goes to the first rank of that half, and so on. */
static void scatter(char *at, size_t bytes)
{
	int low = 0, high = np;

	while (high - low > 1) {
		int middle = (low + high + 1) / 2;

		if (me == low) {
			move(at, bytes, middle, high, middle, true);
		} else if (me == middle) {
			move(at, bytes, middle, high, low, false);
		}
		if (me < middle) {
			high = middle;
		} else {
			low = middle;
		}
	}
}

/* Each sends on what it got last; of two neighbours one begins with a send. */
static void allgather(char *at, size_t bytes)
{
	int right = (me + 1) % np, left = (me + np - 1) % np;

	for (int i = 0, mine = me; i < np - 1; i++) {
		int next = (mine + np - 1) % np;

		for (int k = 0; k < 2; k++) {
			bool send = (me & 1) == k;
			int b = send ? mine : next;

			move(at, bytes, b, b + 1, send ? right : left, send);
		}
		mine = next;
	}
}

static void by_scatter(char *at, size_t bytes)
{
	scatter(at, bytes);
	allgather(at, bytes);
}

static uint64_t once(void (*bcast)(char *, size_t), size_t bytes, bool checked)
{
	uint64_t start, end;

	if (checked) {
		for (size_t i = 0; i < bytes; i++) {
			data[i] = me ? 0 : (char)(i * 7 + i / 251 + bytes);
		}
	}
	RCCE_barrier(&RCCE_COMM_WORLD);
	if (me == 0) {
		bench_idle(10);
	}
	start = weft_cycles();
	bcast(data, bytes);
	end = bench_max(weft_cycles());
	for (size_t i = 0; checked && i < bytes; i++) {
		if (data[i] != (char)(i * 7 + i / 251 + bytes)) {
			weft_panic("the broadcast brought something else");
		}
	}
	return me == 0 ? bench_ns(end - start) : 0;
}

static void measure(const char *name, void (*bcast)(char *, size_t),
		    size_t bytes)
{
	uint64_t best = UINT64_MAX;

	once(bcast, bytes, true);
	for (int i = 0; i < CALLS; i++) {
		uint64_t ns = once(bcast, bytes, false);

		best = ns < best ? ns : best;
	}
	bench_row("rcce_bcast", "latency", "us", best, "algo=%s,lines=%u", name,
		  (unsigned)(bytes / LINE));
	if (me == 0) {
		bench_row("rcce_bcast", "throughput", "MB/s",
			  (uint64_t)bytes * 1000000 / best, "algo=%s,lines=%u",
			  name, (unsigned)(bytes / LINE));
	}
}

int main(int argc, char **argv)
{
	static const size_t sizes[] = {LINE, 96 * LINE, MB};
	const char *named = getenv("WEFT_BCAST");

	RCCE_init(&argc, &argv);
	bench_setup(argc, argv);
	np = RCCE_num_ues();
	me = RCCE_ue();
	data = malloc(MB);
	if (!data || np % 2) {
		weft_panic("no memory, or an odd number of cores");
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		measure(named && *named ? "rcce_bcast_ocbcast" : "rcce_bcast",
			by_rcce, sizes[i]);
		if (!named || !*named) {
			measure("rcce_comm_binomial", by_binomial, sizes[i]);
			measure("rcce_comm_scatter_allgather", by_scatter,
				sizes[i]);
		}
	}
	return RCCE_finalize();
}
