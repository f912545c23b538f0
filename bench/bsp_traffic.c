/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2,8,48 args=table=B o=table=B */
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
 * op=skew        400 messages of 1 to 64 words to processes of which the first are likelier:
 *                ns of a word of the largest h; mean and deviation of 20.  (With 40 messages
 *                the deviation is 11 % of the mean on 2 processes: the latency of a
 *                superstep then weighs in g as h comes out small or large.)
 * op=uniform     40 of them, all processes as likely; the samples for tools/bsp-laws
 * op=shift       each process puts 10000 bytes into the next one, in slots of so many us;
 *                slot=0: by the Latin square, without.  Mean and deviation of 20
 */
#include <stdlib.h>

#include "bsp/order.h"
#include "bsp_rows.h"

enum {
	MOST = 8192,
	STRESS = 10,
	ECHOES = 20,
	LINK = 50,
	SAMPLES = 20,
	SKEWED = 400, /* messages of a process */
	UNIFORM = 40,
	WORDS = 64,
	SHIFT = 10000,
	SLOT_MOST = 64,
};

static uint32_t p, me, bytes, packets, state;
static char *from, *to, *shifted;
static uint32_t words_in, words_out;

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

static void shift(void)
{
	bsp_hpput((int)(me + 1 < p ? me + 1 : 0), shifted + SHIFT, shifted, 0,
		  SHIFT);
	bsp_sync();
}

static void traffic(uint32_t messages, bool skewed)
{
	words_in = words_out = 0;
	for (uint32_t i = 0; i < messages; i++) {
		uint32_t pid = bsp_draw(&state, p),
			 words = 1 + bsp_draw(&state, WORDS);

		pid = skewed ? bsp_draw(&state, pid + 1) : pid;
		words_out += words;
		bsp_send((int)pid, NULL, from, (int)(4 * words));
	}
	bsp_sync();
	take_all(p);
}

static void skew(void)
{
	traffic(SKEWED, true);
}

static void uniform(void)
{
	traffic(UNIFORM, false);
}

static void row(const char *params, const char *metric, const char *unit,
		uint64_t thousandths)
{
	bsp_row(metric, unit, thousandths, "%s,bytes=%u,packets=%u", params,
		(unsigned)bytes, (unsigned)packets);
}

static void pairs(void)
{
	for (bytes = 4; bytes <= MOST; bytes *= 8) {
		uint64_t least = UINT64_MAX, ns;

		for (int i = 0; i < ECHOES; i++) {
			ns = bsp_timed(round_trip);
			least = ns < least ? ns : least;
		}
		row("op=round_trip", "latency", "us", least);
		ns = bsp_timed(one_way);
		row("op=link", "throughput", "MB/s",
		    UINT64_C(1000000) * LINK * bytes / (ns ? ns : 1));
	}
	bytes = 256;
	for (packets = 1; packets <= 256; packets *= 16) {
		row("op=spray", "gap", "us", bsp_timed(spray) / packets);
	}
	packets = 0;
}

/* Thousandths of ns of a word, over samples, which are printed, too. */
static void spread(const char *params, void (*what)(void))
{
	struct bsp_spread s = {0};

	bytes = 0;
	for (int i = -1; i < SAMPLES; i++) {
		uint64_t ns = bsp_timed(what);
		uint64_t h =
			bench_max(words_in > words_out ? words_in : words_out);
		uint64_t g = ns * 1000 / (h ? h : 1);

		if (i >= 0) {
			bsp_spread_add(&s, g);
		}
		if (i >= 0 && me == 0 && what == uniform) {
			printf("sample %u %u.%03u\n", (unsigned)p,
			       (unsigned)(g / 1000), (unsigned)(g % 1000));
		}
	}
	row(params, "g", "ns/word", bsp_mean(&s));
	row(params, "g_deviation", "ns/word", bsp_deviation(&s));
}

/* A row for slots of so many us, one without them. */
static void shifts(void)
{
	bsp_push_reg(shifted, SHIFT);
	bsp_sync();
	for (uint32_t us = 0; us <= SLOT_MOST; us = us ? 2 * us : 1) {
		struct bsp_spread s = {0};

		bsp_options.order = order_named(us == 0 ? "latin" : "slots");
		bsp_options.slot = (uint32_t)weft_cycles_in_us(us);
		bsp_timed(shift);
		for (int i = 0; i < SAMPLES; i++) {
			bsp_spread_add(&s, bsp_timed(shift));
		}
		bsp_row("latency", "us", bsp_mean(&s), "op=shift,slot=%u",
			(unsigned)us);
		bsp_row("deviation", "us", bsp_deviation(&s),
			"op=shift,slot=%u", (unsigned)us);
	}
	bsp_options.order = order_named("latin");
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
	shifted = calloc(2, SHIFT);
	if (!from || !to || !shifted) {
		weft_panic("no memory");
	}
	bsp_push_reg(to, MOST);
	bsp_sync();
	for (bytes = 4; bytes <= 256; bytes *= 64) {
		row("op=stress", "latency", "us",
		    bsp_timed(stress) / (STRESS * (p - 1)));
	}
	pairs();
	spread("op=skew", skew);
	spread("op=uniform", uniform);
	shifts();
	bsp_end();
	return 0;
}
