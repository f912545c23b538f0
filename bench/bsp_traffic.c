/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,48 args=table=B o=table=B */
/*
 * BSPlib: the traffic of S. Donaldson's thesis (Oxford 1999), sections 3.2, 6.1
 * and 7, by supersteps; times from when the last process begins until the last
 * one is done.
 *
 * op=stress      each process sends a message of `bytes` to each other one, and takes
 *                what has come, ten times: per message of a process
 * op=round_trip  process 0 puts `bytes` into process 1, which puts them back: two
 *                supersteps; the least of 20 times
 * op=link        process 0 sends 50 messages, process 1 one when they are there
 * op=spray       process 0 sends `packets` messages before it takes any, process 1 sends
 *                each back: the time by their number
 * op=skew        messages of 1 to 64 words to processes of which the first are likelier: ns
 *                of a word of the largest h; mean and deviation of 20
 * op=uniform     the same, all processes as likely
 */
#include <stdlib.h>

#include <bsp.h>
#include <weft/weft.h>

#include "common.h"

enum {
	MOST = 8192,
	STRESS = 10,
	ECHOES = 20,
	LINK = 50,
	SAMPLES = 20,
	MESSAGES = 40, /* of a process, in op=skew */
	WORDS = 64,
};

static uint32_t p, me, bytes, packets, state;
static char *from, *to;
static uint32_t words_in, words_out;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return (uint32_t)((uint64_t)state * n >> 32);
}

static uint32_t take_all(uint32_t answer_to)
{
	void *tag, *payload;
	uint32_t n = 0;
	int length;

	for (; (length = bsp_hpmove(&tag, &payload)) >= 0; n++) {
		words_in += (uint32_t)length / 4;
		if (answer_to < p) {
			bsp_send((int)answer_to, NULL, payload, length);
		}
	}
	return n;
}

static void stress(void)
{
	for (uint32_t i = 0; i < STRESS; i++) {
		for (uint32_t to_pid = 0; to_pid < p; to_pid++) {
			if (to_pid != me) {
				bsp_send((int)to_pid, NULL, from, (int)bytes);
			}
		}
		bsp_sync();
		if (take_all(p) != p - 1) {
			bsp_abort("a message is lost");
		}
	}
}

static void round_trip(void)
{
	if (me == 0) {
		bsp_put(1, from, to, 0, (int)bytes);
	}
	bsp_sync();
	if (me == 1) {
		bsp_put(0, to, to, 0, (int)bytes);
	}
	bsp_sync();
}

static void spray(void)
{
	for (uint32_t i = 0; me == 0 && i < packets; i++) {
		bsp_send(1, NULL, from, (int)bytes);
	}
	bsp_sync();
	take_all(me == 1 ? 0 : p);
	bsp_sync();
	if (take_all(p) != (me == 0 ? packets : 0)) {
		bsp_abort("a message is lost");
	}
}

static void one_way(void)
{
	for (uint32_t i = 0; me == 0 && i < LINK; i++) {
		bsp_send(1, NULL, from, (int)bytes);
	}
	bsp_sync();
	if (take_all(p) > 0) {
		bsp_send(0, NULL, from, (int)bytes);
	}
	bsp_sync();
	take_all(p);
}

static void traffic(bool skewed)
{
	words_in = words_out = 0;
	for (uint32_t i = 0; i < MESSAGES; i++) {
		uint32_t pid = below(p), words = 1 + below(WORDS);

		pid = skewed ? below(pid + 1) : pid;
		words_out += words;
		bsp_send((int)pid, NULL, from, (int)(4 * words));
	}
	bsp_sync();
	take_all(p);
}

static void skew(void)
{
	traffic(true);
}

static void uniform(void)
{
	traffic(false);
}

/* Nanoseconds; rank 0's result. */
static uint64_t timed(void (*what)(void))
{
	uint64_t start, end;

	weft_barrier(WEFT_FOREVER);
	start = weft_cycles();
	what();
	end = weft_cycles();
	start = bench_max(start);
	return bench_ns(bench_max(end) - start);
}

static void row(const char *params, const char *metric, const char *unit,
		uint64_t thousandths)
{
	bench_row("bsp", metric, unit, thousandths,
		  "table=%s,cores=%u,%s,bytes=%u,packets=%u",
		  bench_arg("table", "B"), (unsigned)p, params, (unsigned)bytes,
		  (unsigned)packets);
}

static void pairs(void)
{
	for (bytes = 4; bytes <= MOST; bytes *= 8) {
		uint64_t least = UINT64_MAX, ns;

		for (int i = 0; i < ECHOES; i++) {
			ns = timed(round_trip);
			least = ns < least ? ns : least;
		}
		row("op=round_trip", "latency", "us", least);
		ns = timed(one_way);
		row("op=link", "throughput", "MB/s",
		    UINT64_C(1000000) * LINK * bytes / (ns ? ns : 1));
	}
	bytes = 256;
	for (packets = 1; packets <= 256; packets *= 16) {
		row("op=spray", "gap", "us", timed(spray) / packets);
	}
	packets = 0;
}

static uint64_t root(uint64_t square)
{
	uint64_t result = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
		if ((result | bit) * (result | bit) <= square) {
			result |= bit;
		}
	}
	return result;
}

/* Thousandths of ns of a word, over samples. */
static void spread(const char *params, void (*what)(void))
{
	uint64_t sum = 0, squares = 0;

	bytes = 0;
	for (int i = -1; i < SAMPLES; i++) {
		uint64_t ns = timed(what);
		uint64_t h =
			bench_max(words_in > words_out ? words_in : words_out);
		uint64_t g = ns * 1000 / (h ? h : 1);

		sum += i < 0 ? 0 : g;
		squares += i < 0 ? 0 : g * g;
	}
	sum /= SAMPLES;
	squares /= SAMPLES;
	row(params, "g", "ns/word", sum);
	row(params, "g_deviation", "ns/word",
	    root(squares > sum * sum ? squares - sum * sum : 0));
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	bsp_begin(bsp_nprocs());
	p = (uint32_t)bsp_nprocs();
	me = (uint32_t)bsp_pid();
	state = me * 2654435761u | 1;
	from = calloc(1, MOST);
	to = calloc(1, MOST);
	if (!from || !to) {
		weft_panic("no memory");
	}
	bsp_push_reg(to, MOST);
	bsp_sync();
	for (bytes = 4; bytes <= 256; bytes *= 64) {
		row("op=stress", "latency", "us",
		    timed(stress) / (STRESS * (p - 1)));
	}
	pairs();
	spread("op=skew", skew);
	spread("op=uniform", uniform);
	bsp_end();
	return 0;
}
