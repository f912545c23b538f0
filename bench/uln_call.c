/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln */
/* weft-bench: boards=scc-sim cores=2 env=WEFT_TICK_US=0 args=profile=scc */
/*
 * A question of a word and a reply of a line, by who resumes who has asked (M. A. Parker's
 * thesis, Utah 2013, sections 4.3.3 and 8.9):
 *
 *   direct        the reply itself: weft_call
 *   handler       the reply is an Active Message, whose handler wakes the fiber
 *   communicator  the same, and the handler posts an event; a fiber of its own sleeps on
 *                 that, takes the reply, and wakes the fiber that has asked
 *
 * Core 0 asks core 1, which sleeps, by so many fibers at once: the time from one reply to
 * the next.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	FIBERS = 8,
	ROUNDS = 64, /* of a fiber */
	LINE = 32,
	OWN = 1024,
	ENDPOINT = 0,
	CALLS = 1, /* endpoints */
	BACK = 0,  /* handlers */
	ASK,
	REPLY,
};

enum resume {
	DIRECT,
	HANDLER,
	COMMUNICATOR,
	WAYS
};
static const char *const ways[] = {"direct", "handler", "communicator"};

static const struct weft_calls_shape shape = {CALLS, FIBERS, LINE};
static struct weft_calls calls;
static enum resume way;
static struct weft_fiber asker[FIBERS], communicator;
static weft_event_t bell;
static volatile bool over;

/* What has come for each fiber, and so often; what the communicator has passed on. */
static uint32_t data[FIBERS][LINE / 4];
static volatile uint32_t come[FIBERS], passed[FIBERS];

static void must(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void serve(struct weft_called *call, void *arg)
{
	must(weft_call_reply(call, arg, LINE));
}

static void ask(struct weft_am_message *m)
{
	uint32_t words[WEFT_AM_WORDS] = {m->word[0]};

	must(weft_am_reply(m, REPLY, words, WEFT_AM_WORDS));
}

static void replied(struct weft_am_message *m)
{
	uint32_t i = m->word[0];

	memcpy(data[i], m->word, LINE);
	come[i]++;
	if (way == HANDLER) {
		weft_fiber_wake(&asker[i]);
	} else {
		weft_event_post(bell);
	}
}

static weft_am_handler *const handlers[] = {
	[BACK] = NULL,
	[ASK] = ask,
	[REPLY] = replied,
};
static const struct weft_am_endpoint endpoint = {1, handlers, 3, NULL};

static int communicates(void *unused)
{
	(void)unused;
	while (!over) {
		uint32_t seen = weft_event_stage(bell);

		for (uint32_t i = 0; i < FIBERS; i++) {
			if (passed[i] != come[i]) {
				passed[i] = come[i];
				weft_fiber_wake(&asker[i]);
			}
		}
		if (!over) {
			must(weft_event_wait(bell, seen, WEFT_FOREVER));
		}
	}
	return 0;
}

static void ask_and_park(uint32_t i)
{
	static const struct weft_am_dest to = {1, ENDPOINT, 1, ENDPOINT};
	volatile uint32_t *count = way == HANDLER ? come : passed;
	uint32_t before = count[i], seen = weft_fiber_stage();

	must(weft_am_request(&to, ASK, &i, 1, WEFT_FOREVER));
	while (count[i] == before) {
		must(weft_fiber_park(seen, WEFT_FOREVER));
		seen = weft_fiber_stage();
	}
}

static int asks(void *arg)
{
	uint32_t i = (uint32_t)(uintptr_t)arg;

	for (uint32_t n = 0; n < ROUNDS; n++) {
		size_t bytes = LINE;

		if (way == DIRECT) {
			must(weft_call(&calls, 1, &i, 1, data[i], &bytes,
				       WEFT_FOREVER));
		} else {
			ask_and_park(i);
		}
	}
	return 0;
}

static void create(struct weft_fiber *fiber, weft_fiber_main *main, uint32_t i,
		   enum weft_priority priority)
{
	static void *stack[FIBERS + 1];
	size_t bytes = weft_fiber_stack(OWN);

	if (!stack[i]) {
		stack[i] = malloc(bytes);
	}
	must(weft_fiber_create(fiber, main, (void *)(uintptr_t)i, stack[i],
			       bytes, priority));
}

static void run(uint32_t fibers, const char *profile)
{
	uint64_t begin = weft_cycles();
	uint32_t times = fibers * ROUNDS;

	for (uint32_t i = 0; i < fibers; i++) {
		create(&asker[i], asks, i, WEFT_FIBER_NORMAL);
	}
	for (uint32_t i = 0; i < fibers; i++) {
		must(weft_fiber_join(&asker[i], NULL, WEFT_FOREVER));
	}
	begin = weft_cycles() - begin;
	if (!profile) {
		return;
	}
	bench_row("uln", "latency", "ns", bench_ns(begin) * 1000 / times,
		  "profile=%s,op=call,resume=%s,fibers=%u", profile, ways[way],
		  (unsigned)fibers);
}

int main(int argc, char **argv)
{
	static uint32_t line[LINE / 4];
	const char *profile;

	bench_setup(argc, argv);
	profile = bench_arg("profile", "scc");
	must(weft_am_begin(WEFT_AM_INTERRUPT));
	must(weft_am_open(ENDPOINT, &endpoint));
	must(weft_calls_open(&calls, &shape, serve, line));
	must(weft_event_open(WEFT_NOBODY, &bell));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (way = DIRECT; way < WAYS && weft_rank() == 0; way++) {
		over = false;
		if (way == COMMUNICATOR) {
			create(&communicator, communicates, FIBERS,
			       WEFT_FIBER_HIGH);
		}
		run(1, NULL); /* so that all paths are warm */
		for (uint32_t n = 1; n <= FIBERS; n *= 2) {
			run(n, profile);
		}
		over = true;
		if (way == COMMUNICATOR) {
			weft_event_post(bell);
			must(weft_fiber_join(&communicator, NULL,
					     WEFT_FOREVER));
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return 0;
}
