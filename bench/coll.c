/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/* weft-bench: boards=scc-sim cores=48 args=way=exchange env=WEFT_REDUCE=exchange */
/* weft-bench: boards=scc-sim cores=48 args=way=pairs env=WEFT_REDUCE=pairs */
/* weft-bench: boards=scc-sim cores=48 args=way=shares env=WEFT_REDUCE=shares */
/* weft-bench: boards=scc-sim cores=48 args=way=messages */
/*
 * Reductions and scans of 32-bit sums: from when the last core enters until the last
 * one leaves.  Mean of `count`, 3, after one that is dropped.  `bytes` is what a core
 * gives.
 *
 * algo=auto       weft_reduce, root 0, weft_allreduce, weft_reduce_scatter with blocks that
 *                 are alike, weft_scan
 * algo=two_sided  by weft_send and weft_recv: a binomial tree, as RCCE_comm has it; for
 *                 allreduce weft_bcast_binomial behind it, for reduce_scatter blocks
 *                 from its root; a scan's partners are 1, 2, 4 .. ranks away
 * algo=linear     all to rank 0 by weft_send, which sends the sum, or its block, to each;
 *                 a scan goes from rank to rank
 * algo=limit      what no algorithm can do without: docs/collectives.md
 * team=half       two teams, the lower and the upper half, at the same time
 *
 * way=            weft_reduce of 64 to 512 bytes by that way of its own, or by messages, in
 *                 rows algo=exchange and so on
 *
 * bytes= is the only size; with algo=auto there are no others but the limit.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "coll.h"

enum {
	DROPPED = 1,
	MOST = 65536,
	CHUNK = 1024,
	LINE = 32,
};

enum op {
	REDUCE,
	ALLREDUCE,
	REDUCE_SCATTER,
	SCAN,
};

static const char *const names[] = {
	"reduce",
	"allreduce",
	"reduce_scatter",
	"scan",
};

static int32_t *mine, *sum, *came;
static uint32_t bytes, place;
static enum op op;
static struct weft_team *half;
static size_t *counts;

/* Elements of the block of a rank: the first ones have one more. */
static size_t block(uint32_t rank, uint32_t cores)
{
	size_t n = bytes / sizeof(*mine);

	return n / cores + (rank < n % cores);
}

static void run_auto(struct weft_team *team)
{
	size_t n = bytes / sizeof(*mine);
	const struct weft_op *add = &weft_sum_int32;

	if (op == REDUCE) {
		need(weft_reduce(mine, sum, n, add, 0, team, WEFT_FOREVER));
	} else if (op == ALLREDUCE) {
		need(weft_allreduce(mine, sum, n, add, team, WEFT_FOREVER));
	} else if (op == REDUCE_SCATTER) {
		need(weft_reduce_scatter(mine, sum, 0, counts, add, team,
					 WEFT_FOREVER));
	} else {
		need(weft_scan(mine, sum, n, add, team, WEFT_FOREVER));
	}
}

static void algo_auto(void)
{
	run_auto(WEFT_WORLD);
}

static void algo_half(void)
{
	run_auto(half);
}

static void add(uint32_t from)
{
	need(weft_recv(came, bytes, from, WEFT_FOREVER));
	weft_sum_int32.combine(sum, came, bytes / sizeof(*sum));
}

/* Each its block of the sum that rank 0 has. */
static void hand_out(void)
{
	const int32_t *at = sum;

	if (weft_rank() > 0) {
		need(weft_recv(sum, block(weft_rank(), weft_size()) * 4, 0,
			       WEFT_FOREVER));
		return;
	}
	for (uint32_t i = 1; i < weft_size(); i++) {
		at += block(i - 1, weft_size());
		need(weft_send(at, block(i, weft_size()) * 4, i, WEFT_FOREVER));
	}
}

/* Who is the upper one of a pair receives first. */
static void scan_two_sided(void)
{
	uint32_t me = weft_rank(), cores = weft_size();

	memcpy(sum, mine, bytes);
	for (uint32_t bit = 1; bit < cores; bit <<= 1) {
		bool first = me & bit;

		if (first) {
			need(weft_recv(came, bytes, me - bit, WEFT_FOREVER));
		}
		if (me + bit < cores) {
			need(weft_send(sum, bytes, me + bit, WEFT_FOREVER));
		}
		if (!first && me >= bit) {
			need(weft_recv(came, bytes, me - bit, WEFT_FOREVER));
		}
		if (me >= bit) {
			weft_sum_int32.combine(sum, came, bytes / sizeof(*sum));
		}
	}
}

static void two_sided(void)
{
	uint32_t me = weft_rank(), cores = weft_size();

	if (op == SCAN) {
		scan_two_sided();
		return;
	}
	memcpy(sum, mine, bytes);
	for (uint32_t bit = 1; bit < cores; bit <<= 1) {
		if (me & bit) {
			need(weft_send(sum, bytes, me - bit, WEFT_FOREVER));
			break;
		}
		if (me + bit < cores) {
			add(me + bit);
		}
	}
	if (op == ALLREDUCE) {
		need(weft_bcast_binomial(sum, bytes, 0, WEFT_FOREVER));
	} else if (op == REDUCE_SCATTER) {
		hand_out();
	}
}

static void scan_linear(void)
{
	uint32_t me = weft_rank();

	memcpy(sum, mine, bytes);
	if (me > 0) {
		add(me - 1);
	}
	if (me + 1 < weft_size()) {
		need(weft_send(sum, bytes, me + 1, WEFT_FOREVER));
	}
}

static void linear(void)
{
	uint32_t cores = weft_size();

	if (op == SCAN) {
		scan_linear();
		return;
	}
	memcpy(sum, mine, bytes);
	if (weft_rank() > 0) {
		need(weft_send(mine, bytes, 0, WEFT_FOREVER));
	}
	for (uint32_t i = 1; weft_rank() == 0 && i < cores; i++) {
		add(i);
	}
	if (op == REDUCE_SCATTER) {
		hand_out();
	} else if (op == ALLREDUCE && weft_rank() > 0) {
		need(weft_recv(sum, bytes, 0, WEFT_FOREVER));
	}
	for (uint32_t i = 1; op == ALLREDUCE && !weft_rank() && i < cores;
	     i++) {
		need(weft_send(sum, bytes, i, WEFT_FOREVER));
	}
}

/* So many bytes of another core's MPB, as words: they go to registers. */
static void words(uint32_t other, uint32_t n)
{
	arch_flags_read((uint32_t *)came, other, place, (n + 3) / 4);
}

/* Where each bound is from: docs/collectives.md, "Limits". */
static void limit(void)
{
	uint32_t cores = weft_size(), other = (weft_rank() + 1) % cores;
	uint32_t own = bytes / cores / LINE * LINE;

	for (uint32_t left = bytes - own, n; left > 0; left -= n) {
		n = left < CHUNK ? left : CHUNK;
		if (op != REDUCE || weft_rank() != 0) {
			weft_put(weft_at(weft_rank(), place), mine, n);
		}
		if (op != REDUCE) {
			words(other, n);
		}
		if (op == ALLREDUCE || (op == REDUCE && weft_rank() == 0)) {
			weft_get(sum, weft_at(other, place), n);
		}
	}
}

static void measure(const char *name, const char *team, void (*algo)(void))
{
	uint32_t count = (uint32_t)strtoul(bench_arg("count", "3"), NULL, 0);
	uint64_t all = 0;

	for (uint32_t i = 0; i < DROPPED + count; i++) {
		uint64_t ns = coll_once(algo);

		all += i < DROPPED ? 0 : ns;
	}
	bench_row("coll", "latency", "us", all / count,
		  "table=%s,op=%s,cores=%u,bytes=%u,algo=%s%s",
		  bench_arg("table", "B"), names[op], (unsigned)weft_size(),
		  (unsigned)bytes, name, team);
}

static void set_counts(uint32_t cores)
{
	for (uint32_t i = 0; i < cores; i++) {
		counts[i] = block(i, cores);
	}
}

static void measure_all(uint32_t size)
{
	bool others = strcmp(bench_arg("algo", ""), "auto") != 0;

	bytes = size;
	for (op = REDUCE; op <= SCAN; op++) {
		set_counts(weft_size());
		measure("auto", "", algo_auto);
		measure("limit", "", limit);
		if (others) {
			measure("two_sided", "", two_sided);
			measure("linear", "", linear);
			set_counts(weft_team_size(half));
			measure("auto", ",team=half", algo_half);
		}
	}
}

/* WEFT_REDUCE has named it, but for messages. */
static void measure_way(const char *way)
{
	op = REDUCE;
	for (bytes = 64; bytes <= 512; bytes <<= 1) {
		measure(way, "", way[0] == 'm' ? two_sided : algo_auto);
	}
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4, 32, 128, 4096, MOST};
	uint32_t only;

	bench_setup(argc, argv);
	mine = calloc(1, MOST);
	sum = calloc(1, MOST);
	came = calloc(1, MOST);
	counts = calloc(weft_size(), sizeof(*counts));
	if (!mine || !sum || !came || !counts) {
		weft_panic("no memory");
	}
	need(weft_mpb_alloc(CHUNK, &place));
	if (bench_arg("way", "")[0]) {
		measure_way(bench_arg("way", ""));
		return 0;
	}
	half = coll_half();
	only = (uint32_t)strtoul(bench_arg("bytes", "0"), NULL, 0);
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		if (only == 0 || only == sizes[i]) {
			measure_all(sizes[i]);
		}
	}
	return 0;
}
