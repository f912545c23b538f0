/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=48 count=instructions */
/*
 * Instructions of Active Messages on a core that polls: a poll that finds nothing; a
 * request of a word to another core, whose destination has been looked up before
 * ("send"), or is now ("request"); what it takes to receive it, run an empty
 * handler and free the slot.
 */
#include <stdio.h>

#include <weft/weft.h>

#include "common.h"

enum {
	OPS = 64,
	CORES = 256,
	COUNT = 1,
	ASK,
};

static volatile uint32_t counted;
static struct weft_am_dest to = {0, 0, 1, 0};
static struct weft_am_target targets[CORES];

static void count(struct weft_am_message *m)
{
	(void)m;
	counted++;
}

static void ask(struct weft_am_message *m)
{
	counted++;
	weft_am_reply(m, COUNT, m->word, 1);
}

static weft_am_handler *const table[] = {NULL, count, ask};
static const struct weft_am_endpoint endpoint = {1, table, 3, NULL};

static void nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

/* So often that the loop around it does not count. */
static void empty_poll_8(void)
{
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
	weft_am_poll();
}

static void say(const char *op, int ops)
{
	if (weft_rank() == 0) {
		printf("weft-bench: am op=%s ops=%d cores=one\n", op, ops);
	}
}

static void measure(const char *op, void (*once)(void), int each)
{
	say(op, OPS * each);
	once();
	once();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	bench_begin();
	for (int i = 0; weft_rank() == 0 && i < OPS; i++) {
		once();
	}
	bench_end();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static void aim_at_all(void)
{
	for (to.rank = 0; to.rank < weft_size(); to.rank++) {
		weft_am_aim(&targets[to.rank], &to);
	}
}

/* Rank 0 to each other core: there is room, as all earlier ones are answered. */
static void send_to_all(void)
{
	const struct weft_am_target *end = targets + weft_size();
	uint32_t word = 1;

	for (const struct weft_am_target *t = targets + 1; t < end; t++) {
		weft_am_request_to(t, ASK, &word, 1, WEFT_FOREVER);
	}
}

/* .. where each destination is looked up. */
static void request_of_all(void)
{
	uint32_t word = 1, n = weft_size();

	for (to.rank = 1; to.rank < n; to.rank++) {
		weft_am_request(&to, ASK, &word, 1, WEFT_FOREVER);
	}
}

static void measure_send(const char *op, void (*all)(void))
{
	for (uint32_t i = 1; i <= 3; i++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (i == 3) {
			say(op, (int)weft_size() - 1);
			bench_begin();
		}
		if (weft_rank() == 0) {
			all();
		}
		if (i == 3) {
			bench_end();
		}
		weft_am_wait(&counted, weft_rank() ? i : i * (weft_size() - 1),
			     WEFT_FOREVER);
	}
	counted = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* One brackets each, since a core has one at a time. */
static void measure_dispatch(void)
{
	uint32_t last = weft_size() - 1, word = 1;

	to.rank = 0;
	for (uint32_t i = 1; i <= 3; i++) {
		if (i == 3) {
			say("dispatch", 1);
		}
		if (weft_rank() == last) {
			weft_am_request(&to, COUNT, &word, 1, WEFT_FOREVER);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (i == 3) {
			bench_begin();
			if (weft_rank() == 0) {
				weft_am_poll();
			}
			bench_end();
		} else if (weft_rank() == 0) {
			weft_am_wait(&counted, i, WEFT_FOREVER);
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
}

int main(void)
{
	if (weft_am_open(0, &endpoint) || weft_am_begin(WEFT_AM_POLL)) {
		weft_panic("no Active Messages");
	}
	measure("nothing", nothing, 1);
	measure("empty_poll", empty_poll_8, 8);
	aim_at_all();
	measure_send("send", send_to_all);
	measure_send("request", request_of_all);
	measure_dispatch();
	return 0;
}
