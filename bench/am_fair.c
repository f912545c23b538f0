/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,8,48 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=8,48 args=table=B,via=irq o=table=B */
/*
 * All cores but rank 0 ask it, one request after another, three hundred times.  How
 * long the second hundred take, in which all are at it: the mean of all cores, and how
 * fair that is, as S. Lumetta has it ("Multi-Protocol Communication", Berkeley 1998,
 * section 8): twice the standard deviation by the mean, where up to 10 % was good.
 */
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ENDPOINT,
	ASK = 1,
	ANSWER,
	TAG = 20,
	BURST = 100,
	BURSTS = 3,
	CORES = 64,
};

static volatile uint32_t answers;

static void ask(struct weft_am_message *m)
{
	weft_am_reply(m, ANSWER, m->word, 1);
}

static void answer(struct weft_am_message *m)
{
	(void)m;
	answers++;
}

static weft_am_handler *const table[] = {NULL, ask, answer};
static const struct weft_am_endpoint endpoint = {TAG, table, 3, NULL};

/* In cycles. */
static uint64_t burst(void)
{
	struct weft_am_dest to = {0, ENDPOINT, TAG, ENDPOINT};
	uint64_t start = weft_cycles();

	for (uint32_t i = 0; i < BURST; i++) {
		uint32_t n = answers + 1;

		weft_am_request(&to, ASK, &i, 1, WEFT_FOREVER);
		weft_am_wait(&answers, n, WEFT_FOREVER);
	}
	return weft_cycles() - start;
}

static uint64_t root_of(uint64_t square)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
		if ((root + bit) * (root + bit) <= square) {
			root += bit;
		}
	}
	return root;
}

static void row(uint32_t n, const char *metric, const char *unit,
		uint64_t thousandths)
{
	bench_row("am_fair", metric, unit, thousandths,
		  "table=%s,via=%s,writers=%u", bench_arg("table", "B"),
		  bench_arg("via", "poll"), (unsigned)n);
}

static void rows(const uint64_t *all, uint32_t n)
{
	uint64_t sum = 0, squares = 0, mean;

	for (uint32_t i = 1; i <= n; i++) {
		sum += all[i];
	}
	mean = sum / n;
	for (uint32_t i = 1; i <= n; i++) {
		int64_t apart = (int64_t)all[i] - (int64_t)mean;

		squares += (uint64_t)(apart * apart);
	}
	row(n, "round_trip", "us", bench_ns(mean) / BURST);
	row(n, "two_sigma", "%", root_of(squares / n) * 200000 / mean);
}

int main(int argc, char **argv)
{
	static uint64_t all[CORES];
	uint64_t mine = 0;

	bench_setup(argc, argv);
	weft_am_open(ENDPOINT, &endpoint);
	weft_am_begin(strcmp(bench_arg("via", "poll"), "irq")
			      ? WEFT_AM_POLL
			      : WEFT_AM_INTERRUPT);
	weft_am_barrier(WEFT_FOREVER);
	for (uint32_t i = 0; i < BURSTS && weft_rank() != 0; i++) {
		uint64_t cycles = burst();

		mine = i == BURSTS / 2 ? cycles : mine;
	}
	weft_am_barrier(WEFT_FOREVER);
	weft_allgather(&mine, all, sizeof(mine), WEFT_WORLD, WEFT_FOREVER);
	rows(all, weft_size() - 1);
	return 0;
}
