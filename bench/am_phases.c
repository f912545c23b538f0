/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 args=table=B,via=poll o=table=B */
/* weft-bench: boards=scc-sim cores=2 args=table=B,via=irq o=table=B */
/*
 * More of T. von Eicken's measurements ("Active Messages", Berkeley 1993), between two cores:
 *
 *   op=ping_pong     16 bytes there and back: by a request and its reply, or by blocking
 *                    send and receive (section 4.2.4)
 *   op=poll_empty    a look that finds nothing (table 4-7)
 *   op=segment       to open a segment and close it (table 4-7)
 *   op=stores        16 bytes a store, into one segment, or into two in turn (table 4-7)
 *   op=burst         what a message takes of a core that computes, by the length of bursts;
 *                    an interrupt serves all that has come (section 4.3.7)
 */
#include <stdbool.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ENDPOINT,
	COUNT = 1,
	ASK,
	TAG = 4,
	TIMES = 200,
	WORDS = 4,
	BYTES = 16,
	WORK = 3000, /* rounds of computation, some hundred us */
	PAUSE_US = 40,
};

static volatile uint32_t counted;
static uint32_t me, memory[2][WORDS];
static struct weft_am_segment segment[2];
static struct weft_am_remote there[2];
static struct weft_am_dest other = {0, ENDPOINT, TAG, ENDPOINT};
static uint32_t buffer[WORDS];

static void count(struct weft_am_message *m)
{
	counted += m->word[0];
}

static void ask(struct weft_am_message *m)
{
	weft_am_reply(m, COUNT, m->word, WORDS);
}

static weft_am_handler *const table[] = {NULL, count, ask};
static const struct weft_am_endpoint endpoint = {TAG, table, 3, NULL};

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void meet(void)
{
	need(weft_am_barrier(WEFT_FOREVER));
}

/* Rank 0's cycles for all of them, once. */
static void row(const char *params, const char *metric, uint64_t cycles,
		uint32_t times)
{
	bench_row("am", metric, "us", bench_ns(cycles) / times, "table=B,%s",
		  params);
}

static void ask_once(void)
{
	uint32_t before = counted, words[WORDS] = {1, 2, 3, 4};

	need(weft_am_request(&other, ASK, words, WORDS, WEFT_FOREVER));
	need(weft_am_wait(&counted, before + 1, WEFT_FOREVER));
}

static void send_receive_once(void)
{
	need(weft_send(buffer, BYTES, 1, WEFT_FOREVER));
	need(weft_recv(buffer, BYTES, 1, WEFT_FOREVER));
}

static void answer_once(void)
{
	need(weft_recv(buffer, BYTES, 0, WEFT_FOREVER));
	need(weft_send(buffer, BYTES, 0, WEFT_FOREVER));
}

static void poll_once(void)
{
	weft_am_poll();
}

static void open_and_close(void)
{
	static struct weft_am_segment one = {.memory = buffer, .bytes = BYTES};

	need(weft_am_segment_open(2, &one));
	need(weft_am_segment_close(2));
}

static void store_into_one(void)
{
	need(weft_am_store(&there[0], 0, buffer, BYTES, WEFT_FOREVER));
}

static void store_in_turn(void)
{
	static uint32_t turn;

	need(weft_am_store(&there[turn ^= 1], 0, buffer, BYTES, WEFT_FOREVER));
}

static void repeat(void (*once)(void))
{
	for (uint32_t i = 0; i < TIMES; i++) {
		once();
	}
}

static void measure(const char *params, const char *metric, void (*once)(void),
		    void (*answer)(void))
{
	uint64_t start;

	meet();
	once = me == 0 ? once : answer;
	if (once) {
		once(); /* so that all paths are warm */
	}
	meet();
	start = weft_cycles();
	if (once) {
		repeat(once);
	}
	start = weft_cycles() - start;
	meet();
	row(params, metric, bench_max(me == 0 ? start : 0), TIMES);
}

/* Bursts: this core computes meanwhile, in vain. */
static uint64_t compute(void)
{
	uint64_t start = weft_cycles();

	for (volatile uint32_t i = 0; i < WORK; i++) {
	}
	return weft_cycles() - start;
}

static void send_bursts(uint32_t length)
{
	uint32_t one = 1;

	for (uint32_t sent = 0; sent < TIMES; sent += length) {
		for (uint32_t i = 0; i < length; i++) {
			need(weft_am_request(&other, COUNT, &one, 1,
					     WEFT_FOREVER));
		}
		bench_idle(PAUSE_US);
	}
}

static void burst(uint32_t length)
{
	uint64_t alone, taken = 0;
	uint32_t before = counted, all;

	all = (TIMES + length - 1) / length * length;
	alone = compute();
	meet();
	if (me == 0) {
		send_bursts(length);
	} else {
		while (counted - before < all) {
			taken += compute() - alone;
		}
	}
	meet();
	bench_row("am", "interrupt_cost", "us",
		  bench_ns(bench_max(taken)) / all, "table=B,burst=%u",
		  (unsigned)length);
}

static void phases(void)
{
	for (uint32_t i = 0; i < 2; i++) {
		segment[i].memory = memory[i];
		segment[i].bytes = BYTES;
		need(weft_am_segment_open(i, &segment[i]));
	}
	meet();
	for (uint32_t i = 0; i < 2; i++) {
		need(weft_am_map(&there[i], other.rank, i, 0, WEFT_FOREVER));
	}
	measure("op=ping_pong,by=request", "latency", ask_once, NULL);
	measure("op=ping_pong,by=send_receive", "latency", send_receive_once,
		answer_once);
	measure("op=poll_empty", "time", poll_once, NULL);
	measure("op=segment", "time", open_and_close, NULL);
	measure("op=stores,segments=1", "time", store_into_one, NULL);
	measure("op=stores,segments=2", "time", store_in_turn, NULL);
}

int main(int argc, char **argv)
{
	bool polls;

	bench_setup(argc, argv);
	polls = bench_arg("via", "poll")[0] == 'p';
	me = weft_rank();
	other.rank = 1 - me;
	need(weft_am_open(ENDPOINT, &endpoint));
	need(weft_am_begin(polls ? WEFT_AM_POLL : WEFT_AM_INTERRUPT));
	if (polls) {
		phases();
	}
	for (uint32_t length = 1; length <= 16 && !polls; length *= 2) {
		burst(length);
	}
	return 0;
}
