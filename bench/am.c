/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=48 args=via=poll */
/* weft-bench: boards=scc-sim cores=48 args=via=irq */
/* weft-bench: boards=scc-sim cores=48 args=via=hybrid */
/* weft-bench: boards=epiphany-emu,wormhole-emu,blackhole-emu cores=16 mode=ordered args=via=poll */
/* weft-bench: boards=epiphany-emu,blackhole-emu cores=16 mode=ordered args=via=irq */
/* weft-bench: boards=wormhole-emu cores=16 mode=ordered args=via=irq,computes=no */
/*
 * Active Messages: a request of a word and its reply, there and back, by distance;
 * and how long a core takes for each request while so many others send to it.
 *
 * via=poll: all cores poll; via=irq: handlers run from the interrupt, which the
 * requester sleeps for; via=hybrid: from it, but while a core looks for messages anyway.
 * receiver=computes: rank 0 calls nothing of weft while the others send; computes=no: not
 * where interrupts come only in weft's calls.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	PING = 1,
	PONG,
	COUNT,
	STOP,
	DROPPED = 200,
	TIMES = 256, /* in so short a time few ticks come */
	STEPS = 64,  /* a power of two; about as long as two looks */
	EACH = 40,
};

static volatile uint32_t pongs, counted;
static volatile uint32_t stopped;
static const char *via;

static void ping(struct weft_am_message *m)
{
	weft_am_reply(m, PONG, m->word, 1);
}

static void pong(struct weft_am_message *m)
{
	pongs += m->count;
}

static void count(struct weft_am_message *m)
{
	(void)m;
	counted++;
}

static void stop(struct weft_am_message *m)
{
	(void)m;
	stopped++;
}

static weft_am_handler *const table[] = {NULL, ping, pong, count, stop};
static const struct weft_am_endpoint endpoint = {1, table, 5, NULL};

static struct weft_am_dest at(uint32_t rank)
{
	return (struct weft_am_dest){rank, 0, 1, 0};
}

static void serve_until(volatile uint32_t *word, uint32_t value)
{
	weft_am_wait(word, value, WEFT_FOREVER);
}

/*
 * Where in its looks the other core is when a message comes makes a round trip up to half
 * as long again.  If a round began where the one before has ended, all of them might meet it at
 * the same place, and a single instruction less anywhere would move that place.  So each
 * begins some steps later, which are not the same for two in a row: a mean of all places.
 */
static uint64_t round_trips(uint32_t rank, uint32_t times)
{
	struct weft_am_dest to = at(rank);
	struct weft_am_target target;
	uint32_t word = 1;
	uint64_t cycles = 0;

	weft_am_aim(&target, &to);
	for (uint32_t i = 0; i < times; i++) {
		uint32_t n = pongs + 1;
		uint64_t start;

		for (uint32_t step = i % STEPS; step > 0; step--) {
			__asm__ volatile("");
		}
		start = weft_cycles();
		weft_am_request_to(&target, PING, &word, 1, WEFT_FOREVER);
		serve_until(&pongs, n);
		cycles += weft_cycles() - start;
	}
	return cycles / times;
}

/* A core so many hops from rank 0; rank 0: there is none. */
static uint32_t at_distance(uint32_t hops)
{
	for (uint32_t i = weft_size() - 1; i > 0; i--) {
		if (weft_hops(0, i) == hops) {
			return i;
		}
	}
	return 0;
}

static void measure_round_trip(uint32_t hops)
{
	uint32_t other = at_distance(hops), n = stopped;
	struct weft_am_dest to = at(other);
	uint64_t cycles = 0;

	if (other == 0) {
		return;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		round_trips(other, DROPPED);
		cycles = round_trips(other, TIMES);
		weft_am_request(&to, STOP, NULL, 0, WEFT_FOREVER);
	} else if (weft_rank() == other) {
		serve_until(&stopped, n + 1);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_row("am", "round_trip", "us", bench_ns(cycles),
		  "table=B,protocol=mpb,via=%s,hops=%u", via, (unsigned)hops);
}

/* What a core that computes takes for each message, when none is left to come. */
static void measure_computing(void)
{
	struct weft_am_dest to = at(0);
	uint32_t all = EACH * (weft_size() - 1), n = counted + all;
	uint64_t start, cycles = 0;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	while (weft_rank() == 0 && counted != n) {
		bench_idle(1);
	}
	for (uint32_t i = 0; weft_rank() != 0 && i < EACH; i++) {
		weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
	}
	cycles = weft_cycles() - start;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_row("am", "time_per_message", "us", bench_ns(cycles) / all,
		  "table=B,queue=slots,via=%s,writers=%u,receiver=computes",
		  via, (unsigned)weft_size() - 1);
}

/*
 * From when the first core that takes part begins.  That need not be the receiver: messages
 * may interrupt it before it has read the clock, until all are there.
 */
static void measure_many(uint32_t writers)
{
	struct weft_am_dest to = at(0);
	uint64_t start, end;
	uint32_t n = counted + EACH * writers;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	if (weft_rank() == 0) {
		serve_until(&counted, n);
	} else if (weft_rank() <= writers) {
		for (uint32_t i = 0; i < EACH; i++) {
			weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
		}
	}
	end = weft_cycles();
	start = ~bench_max(weft_rank() <= writers ? ~start : 0);
	bench_row("am", "time_per_message", "us",
		  bench_ns(end - start) / (EACH * writers),
		  "table=B,queue=slots,via=%s,writers=%u", via,
		  (unsigned)writers);
}

int main(int argc, char **argv)
{
	static const uint32_t writers[] = {1, 2, 4, 8, 16, 32, 47};
	enum weft_am_reception how;

	bench_setup(argc, argv);
	via = bench_arg("via", "poll");
	how = !strcmp(via, "poll")     ? WEFT_AM_POLL
	      : !strcmp(via, "hybrid") ? WEFT_AM_HYBRID
				       : WEFT_AM_INTERRUPT;
	if (weft_am_open(0, &endpoint) || weft_am_begin(how)) {
		weft_panic("no Active Messages");
	}
	for (uint32_t hops = 1; hops <= 9; hops++) {
		measure_round_trip(hops);
	}
	for (uint32_t i = 0; i < sizeof(writers) / sizeof(*writers); i++) {
		if (writers[i] < weft_size()) {
			measure_many(writers[i]);
		}
	}
	if (how != WEFT_AM_POLL && strcmp(bench_arg("computes", "yes"), "no")) {
		measure_computing();
	}
	return 0;
}
