/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=48 count=instructions */
/*
 * Instructions of Active Messages on a core that polls: a poll that finds nothing; a
 * request of a word to another core; what it takes to receive it, run an empty
 * handler and free the slot.
 */
#include <stdio.h>

#include <weft/weft.h>

enum {
	OPS = 64,
	COUNT = 1,
};

/* Marks: the tool watches for their addresses. */
__attribute__((noinline)) void bench_begin(void);
__attribute__((noinline)) void bench_end(void);

void bench_begin(void)
{
	__asm__ volatile("");
}

void bench_end(void)
{
	__asm__ volatile("");
}

static volatile uint32_t counted;
static struct weft_am_dest to = {0, 0, 1, 0};

static void count(struct weft_am_message *m)
{
	(void)m;
	counted++;
}

static weft_am_handler *const table[] = {NULL, count};
static const struct weft_am_endpoint endpoint = {1, table, 2, NULL};

static void nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

static void empty_poll(void)
{
	weft_am_poll();
}

static void say(const char *op)
{
	if (weft_rank() == 0) {
		printf("weft-bench: am op=%s ops=%d cores=one\n", op, OPS);
	}
}

static void measure(const char *op, void (*once)(void))
{
	say(op);
	once();
	once();
	weft_barrier(WEFT_FOREVER);
	bench_begin();
	for (int i = 0; weft_rank() == 0 && i < OPS; i++) {
		once();
	}
	bench_end();
	weft_barrier(WEFT_FOREVER);
}

/* One brackets each, since room is for few: the pairs are summed up. */
static void send_once(void)
{
	static uint32_t word = 1;

	weft_am_request(&to, COUNT, &word, 1, WEFT_FOREVER);
}

/* From rank 0 to the last, which serves before the next one. */
static void measure_send(void)
{
	uint32_t last = weft_size() - 1;

	to.rank = last;
	for (int i = 0; i < 3; i++) {
		weft_barrier(WEFT_FOREVER);
		if (weft_rank() == 0 && i < 2) {
			send_once();
		}
		weft_barrier(WEFT_FOREVER);
		if (weft_rank() == last && i < 2) {
			weft_am_wait(&counted, (uint32_t)i + 1, WEFT_FOREVER);
		}
	}
	if (weft_rank() == 0) {
		printf("weft-bench: am op=send ops=1 cores=one\n");
		weft_am_poll();
	}
	weft_barrier(WEFT_FOREVER);
	bench_begin();
	if (weft_rank() == 0) {
		send_once();
	}
	bench_end();
	weft_barrier(WEFT_FOREVER);
	if (weft_rank() == last) {
		weft_am_wait(&counted, 3, WEFT_FOREVER);
	}
	weft_barrier(WEFT_FOREVER);
}

/* From the last to rank 0. */
static void measure_dispatch(void)
{
	uint32_t last = weft_size() - 1;

	to.rank = 0;
	for (uint32_t i = 1; i <= 3; i++) {
		if (i == 3 && weft_rank() == 0) {
			printf("weft-bench: am op=dispatch ops=1 cores=one\n");
		}
		if (weft_rank() == last) {
			send_once();
		}
		weft_barrier(WEFT_FOREVER);
		if (i == 3) {
			bench_begin();
			if (weft_rank() == 0) {
				weft_am_poll();
			}
			bench_end();
		} else if (weft_rank() == 0) {
			weft_am_wait(&counted, i, WEFT_FOREVER);
		}
		weft_barrier(WEFT_FOREVER);
	}
}

int main(void)
{
	if (weft_am_open(0, &endpoint) || weft_am_begin(WEFT_AM_POLL)) {
		weft_panic("no Active Messages");
	}
	measure("nothing", nothing);
	measure("empty_poll", empty_poll);
	measure_send();
	measure_dispatch();
	return 0;
}
