/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=table=B o=table=B */
/*
 * The remap of a Fourier transform: each core sends EACH points of 16 bytes to each other one,
 * a message each, staggered (T. von Eicken, "Active Messages", Berkeley 1993, section 4.3.6).
 * On the CM-5 requests and replies have networks of their own; here they have slots of their
 * own.
 *
 *   nets=1  all points are requests
 *   nets=2  of a point for a core and its point for this one the first is a request, the
 *           second its reply
 */
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ENDPOINT,
	POINT = 1,
	SWAP,
	TAG = 4,
	EACH = 7, /* 128 by 128 points on 48 cores */
	WORDS = 4,
	CORES = 48,
	TIMES = 4,
};

static uint32_t me, cores, expected;
static uint32_t mine[CORES][EACH][WORDS], theirs[CORES][EACH][WORDS];
static volatile uint32_t came;
static struct weft_am_target target[CORES];

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

/* The number of a point and what it is. */
static void on_point(struct weft_am_message *m)
{
	memcpy(theirs[m->from][m->word[0]], m->word + 1, sizeof(mine[0][0]));
	came++;
}

static void on_swap(struct weft_am_message *m)
{
	uint32_t words[1 + WORDS] = {m->word[0]};

	on_point(m);
	memcpy(words + 1, mine[m->from][words[0]], sizeof(mine[0][0]));
	need(weft_am_reply(m, POINT, words, 1 + WORDS));
}

static weft_am_handler *const table[] = {NULL, on_point, on_swap};
static const struct weft_am_endpoint endpoint = {TAG, table, 3, NULL};

/* Of two cores that swap each begins with half of the other ones. */
static bool begins(uint32_t to)
{
	return ((me ^ to) & 1) == (me < to);
}

static void remap(bool both)
{
	expected += (cores - 1) * EACH;
	for (uint32_t n = 1; n < cores; n++) {
		uint32_t to = me + n < cores ? me + n : me + n - cores;

		for (uint32_t i = 0; i < EACH && (!both || begins(to)); i++) {
			uint32_t words[1 + WORDS] = {i};

			memcpy(words + 1, mine[to][i], sizeof(mine[0][0]));
			need(weft_am_request_to(&target[to],
						both ? SWAP : POINT, words,
						1 + WORDS, WEFT_FOREVER));
		}
	}
	need(weft_am_wait(&came, expected, WEFT_FOREVER));
}

static void check(uint32_t turn)
{
	for (uint32_t from = 0; from < cores; from++) {
		for (uint32_t i = 0; i < EACH && from != me; i++) {
			const uint32_t *point = theirs[from][i];

			if (point[0] != turn || point[1] != from ||
			    point[2] != me || point[3] != i) {
				weft_panic("a point is wrong");
			}
		}
	}
}

static void measure(bool both)
{
	uint64_t cycles = 0, start;

	for (uint32_t turn = 0; turn < TIMES; turn++) {
		for (uint32_t to = 0; to < cores; to++) {
			for (uint32_t i = 0; i < EACH; i++) {
				uint32_t *point = mine[to][i];

				point[0] = turn;
				point[1] = me;
				point[2] = to;
				point[3] = i;
			}
		}
		need(weft_am_barrier(WEFT_FOREVER));
		start = weft_cycles();
		remap(both);
		cycles += turn ? weft_cycles() - start : 0; /* warm */
		need(weft_am_barrier(WEFT_FOREVER));
		check(turn);
		need(weft_am_barrier(WEFT_FOREVER));
	}
	bench_row("am_kernel", "transpositions", "us",
		  bench_ns(bench_max(cycles)) / (TIMES - 1),
		  "table=%s,kernel=remap,nets=%u,cores=%u",
		  bench_arg("table", "B"), both ? 2 : 1, (unsigned)cores);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	me = weft_rank();
	cores = weft_size();
	need(weft_am_open(ENDPOINT, &endpoint));
	need(weft_am_begin(WEFT_AM_POLL));
	for (uint32_t i = 0; i < cores; i++) {
		struct weft_am_dest to = {i, ENDPOINT, TAG, ENDPOINT};

		need(weft_am_aim(&target[i], &to));
	}
	measure(false);
	measure(true);
	return 0;
}
