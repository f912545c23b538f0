/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * Reductions of 32-bit sums: from when the last core enters until the last one leaves.
 * Mean of `count`, 3, after one that is dropped.
 *
 * algo=auto       weft_reduce and weft_allreduce, root 0
 * algo=two_sided  a binomial tree of weft_send and weft_recv, as RCCE_comm has it, and
 *                 for allreduce weft_bcast_binomial behind it
 * algo=linear     all to rank 0 by weft_send, which sends the sum to each
 * algo=limit      what the copies alone take, with no wait and no sum: a core's bytes
 *                 into an MPB, as many out of others', its share into one, and, where
 *                 all have the result, that out of others'
 * team=half       two teams, the lower and the upper half, at the same time
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	DROPPED = 1,
	MOST = 65536,
	CHUNK = 1024,
};

static int32_t *mine, *sum, *came;
static uint32_t bytes, place;
static bool to_all;
static struct weft_team *half;

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void run_auto(struct weft_team *team)
{
	size_t n = bytes / sizeof(*mine);

	need(to_all ? weft_allreduce(mine, sum, n, &weft_sum_int32, team,
				     WEFT_FOREVER)
		    : weft_reduce(mine, sum, n, &weft_sum_int32, 0, team,
				  WEFT_FOREVER));
}

static void algo_auto(void)
{
	run_auto(WEFT_TEAM_WORLD);
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

static void two_sided(void)
{
	uint32_t me = weft_rank(), cores = weft_size();

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
	if (to_all) {
		need(weft_bcast_binomial(sum, bytes, 0, WEFT_FOREVER));
	}
}

static void linear(void)
{
	uint32_t cores = weft_size();

	memcpy(sum, mine, bytes);
	if (weft_rank() > 0) {
		need(weft_send(mine, bytes, 0, WEFT_FOREVER));
		if (to_all) {
			need(weft_recv(sum, bytes, 0, WEFT_FOREVER));
		}
		return;
	}
	for (uint32_t i = 1; i < cores; i++) {
		add(i);
	}
	for (uint32_t i = 1; to_all && i < cores; i++) {
		need(weft_send(sum, bytes, i, WEFT_FOREVER));
	}
}

static void limit(void)
{
	uint32_t other = (weft_rank() + 1) % weft_size();

	for (uint32_t left = bytes, n; left > 0; left -= n) {
		uint32_t share;

		n = left < CHUNK ? left : CHUNK;
		share = (n + weft_size() - 1) / weft_size();
		weft_put(weft_at(weft_rank(), place), mine, n);
		weft_get(came, weft_at(other, place), n);
		weft_put(weft_at(weft_rank(), place), came, share);
		if (to_all) {
			weft_get(sum, weft_at(other, place), n);
		}
	}
}

static uint64_t once(void (*algo)(void))
{
	uint64_t enter, leave;

	weft_barrier(WEFT_FOREVER);
	enter = weft_cycles();
	algo();
	leave = weft_cycles();
	enter = bench_max(enter);
	leave = bench_max(leave);
	return bench_ns(leave - enter);
}

static void measure(const char *name, const char *team, void (*algo)(void))
{
	uint32_t count = (uint32_t)strtoul(bench_arg("count", "3"), NULL, 0);
	uint64_t all = 0;

	for (uint32_t i = 0; i < DROPPED + count; i++) {
		uint64_t ns = once(algo);

		all += i < DROPPED ? 0 : ns;
	}
	bench_row("coll", "latency", "us", all / count,
		  "table=%s,op=%s,cores=%u,bytes=%u,algo=%s%s",
		  bench_arg("table", "B"), to_all ? "allreduce" : "reduce",
		  (unsigned)weft_size(), (unsigned)bytes, name, team);
}

int main(int argc, char **argv)
{
	static const uint32_t sizes[] = {4, 32, 4096, MOST};
	uint32_t middle = weft_size() / 2;

	bench_setup(argc, argv);
	mine = calloc(1, MOST);
	sum = calloc(1, MOST);
	came = calloc(1, MOST);
	if (!mine || !sum || !came) {
		weft_panic("no memory");
	}
	need(weft_mpb_alloc(CHUNK, &place));
	need(weft_team_split(WEFT_TEAM_WORLD, weft_rank() >= middle, 0, &half,
			     WEFT_FOREVER));
	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		bytes = sizes[i];
		for (int all = 0; all < 2; all++) {
			to_all = all;
			measure("auto", "", algo_auto);
			measure("two_sided", "", two_sided);
			measure("linear", "", linear);
			measure("limit", "", limit);
			measure("auto", ",team=half", algo_half);
		}
	}
	return 0;
}
