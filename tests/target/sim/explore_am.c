/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=interrupt tap=no time-out=30 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=interrupt tap=no
   o=explore=executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=interrupt tap=no
   o=explore=irq:blocks,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=late tap=no
   o=explore=time:any,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=poll tap=no
   o=explore=executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=hybrid tap=no
   o=explore=irq:blocks,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=aimed tap=no
   o=explore=irq:blocks,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=store tap=no
   o=explore=executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=store_poll tap=no
   o=explore=executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=add tap=no
   o=explore=executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=call tap=no
   o=explore=irq:blocks,executions:600 */
/* weft-test: boards=scc-sim cores=2 modes=strict args=call tap=no
   o=explore=time:any,executions:600 */
/*
 * Active Messages in small, for the explorer (explore.h): both cores of a pair ask each other
 * at once, by each way to receive; store into each other's segment; add to one word; call.
 * Each handler runs once, in the order of what was sent, and each reply comes.
 */
#include "explore.h"

enum {
	ENDPOINT = 2,
	TAG = 0x77,
	REPLY = 1, /* handlers; 0: what comes back */
	ASK = 2,
	EACH = 2, /* requests */
	NUMBER = 1,
	KEY = 9,
};

static uint32_t me, to;
static volatile uint32_t asked, replied, ended;

static void on_reply(struct weft_am_message *m)
{
	wrong |= m->word[0] != 2 * ++replied || m->from != to;
}

static void on_ask(struct weft_am_message *m)
{
	uint32_t twice = 2 * m->word[0];

	wrong |= m->word[0] != ++asked || m->from != to || m->count != 1;
	wrong |= weft_am_reply(m, REPLY, &twice, 1) != WEFT_OK;
}

static weft_am_handler *const table[] = {NULL, on_reply, on_ask};
static const struct weft_am_endpoint endpoint = {TAG, table, 3, NULL};

static void begin(enum weft_am_reception how)
{
	me = arch_rank();
	to = me ^ 1;
	wrong |= weft_am_open(ENDPOINT, &endpoint) != WEFT_OK;
	wrong |= weft_am_begin(how) != WEFT_OK;
}

static void by_interrupt(void)
{
	begin(WEFT_AM_INTERRUPT);
}

static void by_poll(void)
{
	begin(WEFT_AM_POLL);
}

static void by_both(void)
{
	begin(WEFT_AM_HYBRID);
}

static struct weft_am_dest there(void)
{
	return (struct weft_am_dest){to, ENDPOINT, TAG, ENDPOINT};
}

/* Who polls goes on until the other one has its replies. */
static void end(void)
{
	wrong |= weft_am_wait(&replied, EACH, WEFT_FOREVER) != WEFT_OK;
	wrong |= weft_am_wait(&asked, EACH, WEFT_FOREVER) != WEFT_OK;
}

static void ask(weft_us_t within)
{
	struct weft_am_dest dest = there();

	for (uint32_t i = 1; me < 2 && i <= EACH; i++) {
		int error;

		do {
			error = weft_am_request(&dest, ASK, &i, 1, within);
		} while (error == WEFT_ERR_TIMEOUT);
		wrong |= error != WEFT_OK;
	}
	if (me < 2) {
		end();
	}
}

static void requests(void)
{
	ask(WEFT_FOREVER);
}

static void late(void)
{
	ask(20);
}

static void aimed(void)
{
	struct weft_am_dest dest = there();
	struct weft_am_target target;

	if (me > 1) {
		return;
	}
	wrong |= weft_am_aim(&target, &dest) != WEFT_OK;
	for (uint32_t i = 1; i <= EACH; i++) {
		wrong |= weft_am_request_to(&target, ASK, &i, 1,
					    WEFT_FOREVER) != WEFT_OK;
	}
	end();
}

/* Segments: each stores 40 bytes at the other, or adds to a word of the first. */

static uint32_t memory[10];
static struct weft_am_remote remote;

static uint32_t all_stored(struct weft_am_segment *s)
{
	(void)s;
	ended++;
	return 0;
}

static struct weft_am_segment segment = {.memory = memory,
					 .bytes = sizeof(memory),
					 .key = KEY,
					 .end = all_stored};

static void open_segment(enum weft_am_reception how)
{
	begin(how);
	wrong |= weft_am_segment_open(NUMBER, &segment) != WEFT_OK;
	if (me < 2) {
		wrong |= weft_am_segment_expect(NUMBER, sizeof(memory)) !=
			 WEFT_OK;
	}
}

static void segment_by_interrupt(void)
{
	open_segment(WEFT_AM_INTERRUPT);
}

static void segment_by_poll(void)
{
	open_segment(WEFT_AM_POLL);
}

static void store(void)
{
	uint32_t words[10];

	if (me > 1) {
		return;
	}
	for (uint32_t i = 0; i < 10; i++) {
		words[i] = to << 8 | i;
	}
	wrong |= weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER) != WEFT_OK;
	wrong |= weft_am_store(&remote, 0, words, sizeof(words),
			       WEFT_FOREVER) != WEFT_OK;
	memset(words, 0, sizeof(words));
	wrong |= weft_am_wait(&ended, 1, WEFT_FOREVER) != WEFT_OK;
	for (uint32_t i = 0; i < 10; i++) {
		wrong |= memory[i] != (me << 8 | i);
	}
	weft_am_barrier(WEFT_FOREVER);
	wrong |= ended != 1;
}

static void add(void)
{
	uint32_t was[EACH];

	if (me > 1) {
		return;
	}
	wrong |= weft_am_map(&remote, 0, NUMBER, KEY, WEFT_FOREVER) != WEFT_OK;
	for (uint32_t i = 0; i < EACH; i++) {
		wrong |= weft_am_fetch_add(&remote, 8, 1, &was[i], NULL,
					   WEFT_FOREVER) != WEFT_OK;
	}
	wrong |= was[1] <= was[0] || was[1] >= 2 * EACH;
	weft_am_barrier(WEFT_FOREVER);
	wrong |= me == 0 && memory[2] != 2 * EACH;
}

/* Calls: what a server says comes to who has called, once. */

static struct weft_calls calls;

static void serve(struct weft_called *call, void *arg)
{
	uint32_t twice = 2 * call->word[0];

	(void)arg;
	wrong |= call->word[0] != ++asked;
	wrong |= weft_call_reply(call, &twice, sizeof(twice)) != WEFT_OK;
}

static void open_calls(void)
{
	static const struct weft_calls_shape shape = {ENDPOINT + 1, 1, 4};

	by_interrupt();
	wrong |= weft_calls_open(&calls, &shape, serve, NULL) != WEFT_OK;
}

static void call(void)
{
	for (uint32_t i = 1; me < 2 && i <= EACH; i++) {
		uint32_t reply = 0;
		size_t bytes = sizeof(reply);

		wrong |= weft_call(&calls, to, &i, 1, &reply, &bytes,
				   WEFT_FOREVER) != WEFT_OK;
		wrong |= reply != 2 * i || bytes != sizeof(reply);
	}
}

static const struct explore_case cases[] = {
	{"interrupt", requests, by_interrupt, NULL},
	{"poll", requests, by_poll, NULL},
	{"hybrid", requests, by_both, NULL},
	{"late", late, by_interrupt, NULL},
	{"aimed", aimed, by_interrupt, NULL},
	{"store", store, segment_by_interrupt, NULL},
	{"store_poll", store, segment_by_poll, NULL},
	{"add", add, segment_by_interrupt, NULL},
	{"call", call, open_calls, NULL},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
