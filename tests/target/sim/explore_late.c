/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict tap=no args=call|asked|replied|meet|request
   env=WEFT_TICK_US=0 o=explore=time:any,executions:200 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict tap=no args=call|asked|replied|meet|request
   env=WEFT_TICK_US=0 o=explore=time:any,executions:20000 full=1 time-out=1200 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict args=sendrecv tap=no
   env=WEFT_TICK_US=0 o=explore=time:any */
/*
 * More calls with deadlines, for the explorer (explore.h; with time:any): calls to servers,
 * Active Messages, requests and two-sided messages.  What a call waits for may come
 * before its deadline, after it, and between the deadline and the last look.  A call that
 * returns WEFT_OK has what it waited for, and what is given up comes to no later one.  Without
 * the library's tick, which would be one more timer, few orders are left: of sendrecv all are
 * played.
 */
#include <stdlib.h>

#include "explore.h"

enum {
	ENDPOINT = 2,
	TAG = 0x77,
	REPLY = 1, /* handlers; 0: what comes back */
	ASK = 2,
	WORDS = 3, /* of a message */
};

/*
 * Calls: the others call rank 0, once with a deadline, once without.  There is a slot for
 * each.
 */
enum {
	CALLERS = 8,
};

static struct weft_calls calls;
static uint32_t served[CALLERS]; /* the last number of each */

static void serve(struct weft_called *call, void *arg)
{
	uint32_t twice = 2 * call->word[0];

	(void)arg;
	wrong |= call->word[0] <= served[call->from] || call->word[0] > 2;
	served[call->from] = call->word[0];
	wrong |= weft_call_reply(call, &twice, sizeof(twice)) != WEFT_OK;
}

static void open_calls(void)
{
	static const struct weft_calls_shape shape = {ENDPOINT, 2, 4};

	wrong |= weft_am_begin(WEFT_AM_INTERRUPT) != WEFT_OK;
	wrong |= weft_calls_open(&calls, &shape, serve, NULL) != WEFT_OK;
}

static void call(void)
{
	for (uint32_t i = 1; arch_rank() > 0 && i <= 2; i++) {
		uint32_t reply = 0;
		size_t bytes = sizeof(reply);

		if (ok_or_late(weft_call(&calls, 0, &i, 1, &reply, &bytes,
					 i == 1 ? WITHIN_US : WEFT_FOREVER))) {
			wrong |= reply != 2 * i || bytes != sizeof(reply);
		} else {
			wrong |= i == 2;
		}
	}
}

/* What has been given up has been served, or never will be: its slot is free. */
static void all_called(void)
{
	for (uint32_t i = 1; arch_rank() == 0 && i < arch_count(); i++) {
		wrong |= served[i] != 2;
	}
	wrong |= weft_calls_close(&calls) != WEFT_OK;
}

/* Active Messages to rank 0: who waits for the handler, and for the reply. */

static volatile uint32_t asked, replied;

static void on_reply(struct weft_am_message *m)
{
	wrong |= m->word[0] != 14 || m->from != 0;
	replied++;
}

static void on_ask(struct weft_am_message *m)
{
	uint32_t twice = 2 * m->word[0];

	asked++;
	wrong |= weft_am_reply(m, REPLY, &twice, 1) != WEFT_OK;
}

static void open_endpoint(void)
{
	static weft_am_handler *const table[] = {NULL, on_reply, on_ask};
	static const struct weft_am_endpoint endpoint = {TAG, table, 3, NULL};

	wrong |= weft_am_open(ENDPOINT, &endpoint) != WEFT_OK;
	wrong |= weft_am_begin(WEFT_AM_INTERRUPT) != WEFT_OK;
}

static void await_count(const volatile uint32_t *count, uint32_t value,
			bool hurries)
{
	if (hurries && ok_or_late(weft_am_wait(count, value, WITHIN_US))) {
		wrong |= *count < value;
	} else {
		result |= hurries ? 4 : 0;
	}
	wrong |= weft_am_wait(count, value, WEFT_FOREVER) != WEFT_OK;
	wrong |= *count < value;
}

static void ask_and_wait(bool hurries)
{
	struct weft_am_dest dest = {0, ENDPOINT, TAG, ENDPOINT};
	uint32_t seven = 7;

	if (arch_rank() == 0) {
		await_count(&asked, arch_count() - 1, !hurries);
		return;
	}
	wrong |=
		weft_am_request(&dest, ASK, &seven, 1, WEFT_FOREVER) != WEFT_OK;
	await_count(&replied, 1, hurries);
}

static void handled(void)
{
	ask_and_wait(false);
}

static void answered(void)
{
	ask_and_wait(true);
}

static void asked_once(void)
{
	wrong |= arch_rank() == 0 ? asked != arch_count() - 1 : replied != 1;
}

/* Two barriers of messages: who leaves one, in whichever call, leaves it when all have come. */
static void meet(void)
{
	for (uint32_t i = 1; i <= 2; i++) {
		arch_flag_write(arch_rank(), flag(1), i);
		arch_quiet();
		tap_delay(arch_rank() == i % arch_count() ? 4 * WITHIN_US : 0);
		while (!ok_or_late(weft_am_barrier(WITHIN_US))) {
			result |= 4;
		}
		for (uint32_t rank = 0; rank < arch_count(); rank++) {
			wrong |= arch_flag_read(rank, flag(1)) < i;
		}
	}
}

/* A request: the same one is waited for again. --------------------------- */

static void request(void)
{
	uint32_t mine = 1u << arch_rank(), all = 0;
	struct weft_request r;

	wrong |= weft_allreduce_start(&mine, &all, 1, &weft_sum_uint32,
				      WEFT_WORLD, &r) != WEFT_OK;
	if (!ok_or_late(weft_wait(&r, WEFT_COMPLETE, WITHIN_US))) {
		result |= 4;
		wrong |= weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER) != WEFT_OK;
	}
	wrong |= all != (1u << arch_count()) - 1;
	wrong |= weft_wait(&r, WEFT_COMPLETE, 0) != WEFT_OK;
}

/*
 * Messages to rank 0.  A sender that has not given up has had a receiver that got all; a
 * receiver that has not has all of it.
 */
static uint32_t sent; /* of this core: bits of whom it is from */

static void sendrecv(void)
{
	uint32_t words[WORDS];

	for (uint32_t from = 1; from < arch_count(); from++) {
		for (uint32_t i = 0; i < WORDS; i++) {
			words[i] = arch_rank() == from ? from << 4 | i : 0;
		}
		if (arch_rank() == from) {
			sent |= ok_or_late(weft_send(words, sizeof(words), 0,
						     WITHIN_US))
				<< from;
		} else if (arch_rank() == 0 &&
			   ok_or_late(weft_recv(words, sizeof(words), from,
						WITHIN_US))) {
			sent |= 1u << from;
			for (uint32_t i = 0; i < WORDS; i++) {
				wrong |= words[i] != (from << 4 | i);
			}
		}
	}
}

static void received(void)
{
	arch_flag_write(0, flag(arch_rank()), sent);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_acquire();
	for (uint32_t from = 1; from < arch_count(); from++) {
		wrong |= arch_flag_read(0, flag(from)) & ~sent &&
			 arch_rank() == 0;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_flag_write(0, flag(arch_rank()), 0);
	arch_quiet();
}

static const struct explore_case cases[] = {
	{"call", call, open_calls, all_called},
	{"asked", handled, open_endpoint, asked_once},
	{"replied", answered, open_endpoint, asked_once},
	{"meet", meet, open_endpoint, NULL},
	{"request", request, NULL, NULL},
	{"sendrecv", sendrecv, NULL, received},
};

int main(int argc, char **argv)
{
	return explore_main(argc, argv, cases,
			    sizeof(cases) / sizeof(cases[0]));
}
