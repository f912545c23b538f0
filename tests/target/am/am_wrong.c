/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 */
/*
 * Wrong calls of Active Messages, segments, names, tags and tasks that no other test makes.
 * Each returns the error that its header names: null pointers, numbers that name nothing, a
 * core that does not answer in time, and what is full.
 */
#include <weft/published/am_name.h>
#include <weft/published/am_tag.h>
#include <weft/published/am_task.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	OPEN = 2, /* an endpoint */
	NUMBER = 3,
	KEY = 77,
	NAME = 5,
	BYTES = 64,
	LONG = 5000, /* more than any port's slots hold */
	SHORT = 20,  /* us */
};

#define IS(code, call) ok &= (call) == (code)

static uint32_t me, cores, to, kept;
static uint8_t memory[LONG], data[LONG];
static struct weft_am_segment segment = {
	.memory = memory, .bytes = LONG, .key = KEY};
static struct weft_am_remote remote;
static bool by_handler = true;

static void uses(struct weft_am_message *m)
{
	struct weft_am_counter counter = {0};
	bool ok = m->from < cores;

	IS(WEFT_ERR_CONTEXT, weft_am_store(&remote, 0, data, 1, 0));
	IS(WEFT_ERR_CONTEXT, weft_am_sync(&counter, 0));
	IS(WEFT_ERR_CONTEXT, weft_am_poll());
	by_handler &= ok;
	kept++;
}

static weft_am_handler *const handlers[] = {NULL, uses};
static const struct weft_am_endpoint endpoint = {0, handlers, 2, NULL};

static bool numbers(void)
{
	struct weft_am_dest d = {cores, OPEN, 0, OPEN};
	struct weft_am_target target;
	uint32_t word = 0;
	bool ok = true;

	IS(WEFT_ERR_RANK, weft_am_aim(&target, &d));
	IS(WEFT_ERR_RANK, weft_am_request(&d, 1, &word, 1, 0));
	d = (struct weft_am_dest){to, WEFT_AM_ENDPOINTS, 0, OPEN};
	IS(WEFT_ERR_NUMBER, weft_am_aim(&target, &d));
	d = (struct weft_am_dest){to, OPEN, 0, WEFT_AM_ENDPOINTS};
	IS(WEFT_ERR_NUMBER, weft_am_aim(&target, &d));
	IS(WEFT_ERR_NULL, weft_am_open(OPEN + 1, NULL));
	IS(WEFT_ERR_NUMBER, weft_am_close(WEFT_AM_ENDPOINTS));
	IS(WEFT_ERR_NUMBER, weft_am_map(&remote, to, WEFT_AM_SEGMENTS, 0, 0));
	IS(WEFT_ERR_NULL, weft_am_unmap(NULL));
	return ok;
}

static bool names(void)
{
	struct weft_am_name n = {.name = NAME, .endpoint = WEFT_AM_ENDPOINTS};
	struct weft_am_dest d;
	bool ok = true;

	IS(WEFT_ERR_NULL, weft_am_publish(NULL, 0));
	IS(WEFT_ERR_NULL, weft_am_withdraw(NULL, 0));
	IS(WEFT_ERR_NULL, weft_am_find(NAME, NULL, 0));
	IS(WEFT_ERR_NULL, weft_am_join(NULL, to, NAME, 0, OPEN, 0));
	IS(WEFT_ERR_NUMBER, weft_am_publish(&n, 0));
	IS(WEFT_ERR_NUMBER,
	   weft_am_join(&d, to, NAME, 0, WEFT_AM_ENDPOINTS, 0));
	return ok;
}

static bool tags(void)
{
	struct weft_am_received what = {cores, 1, 0};
	bool ok = true;

	IS(WEFT_ERR_NULL, weft_am_receive(NULL, data, 1, 0));
	IS(WEFT_ERR_RANK, weft_am_receive(&what, data, 1, 0));
	IS(WEFT_ERR_RANK, weft_am_send(cores, 1, data, 1, 0));
	IS(WEFT_ERR_NULL, weft_am_send(to, 1, NULL, 1, 0));
	return ok;
}

static uint32_t function(const uint32_t *words, uint32_t count,
			 weft_rank_t from)
{
	return from < cores && count == 1 ? words[0] : 0;
}

static weft_am_function *const functions[] = {function};

/* What rank 1 has no room for, while it runs nothing. */
static bool tasks(void)
{
	struct weft_am_counter counter = {0};
	uint32_t words[WEFT_AM_TASK_WORDS + 1] = {0};
	bool ok = true;

	IS(WEFT_ERR_NULL, weft_am_enqueue(to, 0, words, 1, NULL, NULL, 0));
	IS(WEFT_ERR_NULL, weft_am_enqueue(to, 0, NULL, 1, NULL, &counter, 0));
	IS(WEFT_ERR_SIZE, weft_am_enqueue(to, 0, words, WEFT_AM_TASK_WORDS + 1,
					  NULL, &counter, 0));
	IS(WEFT_ERR_NULL, weft_am_functions(NULL, 1));
	if (me == 0) { /* rank 1 has none yet */
		ok &= !weft_am_enqueue(1, 0, words, 1, NULL, &counter,
				       WEFT_FOREVER);
		IS(WEFT_ERR_STATE, weft_am_sync(&counter, WEFT_FOREVER));
	}
	ok &= meet() && !weft_am_functions(functions, 1) && meet();
	/* A core has some 15 operations under way at most, so two fill it. */
	for (uint32_t i = 0; me < 2 && i < WEFT_AM_TASKS / 2; i++) {
		ok &= !weft_am_enqueue(1, 0, words, 1, NULL, &counter,
				       WEFT_FOREVER);
	}
	ok &= meet();
	if (me == 0) {
		struct weft_am_counter more = {0};

		ok &= !weft_am_enqueue(1, 0, words, 1, NULL, &more,
				       WEFT_FOREVER);
		IS(WEFT_ERR_SPACE, weft_am_sync(&more, WEFT_FOREVER));
		ok &= !weft_am_enqueue(1, 1, words, 1, NULL, &more,
				       WEFT_FOREVER);
		IS(WEFT_ERR_NAME, weft_am_sync(&more, WEFT_FOREVER));
	}
	ok &= meet();
	for (uint32_t i = 0; me == 1 && i < WEFT_AM_TASKS; i++) {
		ok &= !weft_am_run_next(WEFT_FOREVER);
	}
	ok &= !weft_am_sync(&counter, WEFT_FOREVER);
	return meet() && ok;
}

/* Rank 0 asks while no other core serves: they wait for its word. */
static bool nobody_answers(uint32_t flag)
{
	struct weft_am_counter counter = {0};
	struct weft_am_remote there;
	struct weft_am_dest d;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me > 0) {
		return !weft_flag_wait(flag, 1, WEFT_FOREVER) && meet();
	}
	ok &= !weft_am_get(data, &remote, 0, 4, &counter, WEFT_FOREVER);
	IS(WEFT_ERR_TIMEOUT, weft_am_sync(&counter, SHORT));
	IS(WEFT_ERR_TIMEOUT, weft_am_map(&there, 1, NUMBER, KEY, SHORT));
	IS(WEFT_ERR_TIMEOUT, weft_am_join(&d, 1, NAME, KEY, OPEN, SHORT));
	IS(WEFT_ERR_TIMEOUT, weft_am_send(1, 1, data, 1, SHORT));
	IS(WEFT_ERR_TIMEOUT, weft_am_store(&remote, 0, data, LONG, SHORT));
	IS(WEFT_ERR_TIMEOUT,
	   weft_am_put(&remote, 0, data, LONG, &counter, SHORT));
	IS(WEFT_ERR_TIMEOUT,
	   weft_am_get(data, &remote, 0, LONG, &counter, SHORT));
	IS(WEFT_ERR_TIMEOUT, weft_am_all_store_sync(SHORT));
	for (uint32_t i = 1; i < cores; i++) {
		weft_flag_write(i, flag, 1);
	}
	ok &= !weft_am_sync(&counter, WEFT_FOREVER);
	return meet() && ok;
}

static bool asks_handler(void)
{
	struct weft_am_dest d = {to, OPEN, 0, OPEN};
	bool ok = !weft_am_request(&d, 1, NULL, 0, WEFT_FOREVER);

	ok &= !weft_am_wait(&kept, 1, WEFT_FOREVER);
	return meet() && ok && by_handler;
}

int main(void)
{
	uint32_t flag;
	bool ready;

	tap_begin();
	me = weft_rank();
	cores = weft_size();
	to = me + 1 < cores ? me + 1 : 0;
	ready = !weft_flags_alloc(1, &flag) && meet_begin("poll") &&
		!weft_am_open(OPEN, &endpoint) &&
		!weft_am_segment_open(NUMBER, &segment) && meet() &&
		!weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER);
	tap_ok(ready && meet(), "begins");
	tap_ok(numbers(), "numbers that name nothing");
	tap_ok(names(), "names");
	tap_ok(tags(), "tags");
	tap_ok(asks_handler(), "a handler that calls what is the thread's");
	tap_ok(tasks(), "tasks");
	tap_ok(nobody_answers(flag), "a core that does not answer");
	return tap_end();
}
