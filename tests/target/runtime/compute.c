/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=wormhole-emu cores=1,2,3,8 seeds=2 env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=blackhole-emu cores=3 o=interrupts=no seeds=2
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=blackhole-emu cores=3 time-out=120 */
/* weft-test: boards=wormhole-emu cores=72 full=1 time-out=300 */
/* weft-test: boards=scc-sim cores=1,3,17 time-out=60 */
/* weft-test: boards=scc-sim,wormhole-emu cores=3 args=ends tap=no exit=70
   expect=main_has_ended_between time-out=60 */
/*
 * All but one core compute, without a call, until messages have been handled on
 * them: Active Messages to each, then a broadcast that comes through them.  If
 * nothing handled them meanwhile, the computation would not end.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BACK, /* 0: nothing comes back */
	ASK,
	ANSWER,
	HANDLERS,
	ROUNDS = 6,
	FEW = 2, /* .. of many cores */
	MANY = 16,
	ASKED = 5, /* by the master of a round, of each */
	BYTES = 20000,
};

static volatile uint32_t asked, answers, come, wrong;
static uint32_t work[64];
static uint8_t message[BYTES];

/* It must not take the library from the thread that has lent it. */
static void ask(struct weft_am_message *m)
{
	wrong += weft_compute_begin() != WEFT_ERR_CONTEXT;
	wrong += weft_compute_end() != WEFT_ERR_CONTEXT;
	wrong += m->word[0] != asked % ASKED;
	wrong += weft_am_reply(m, ANSWER, m->word, 1) != WEFT_OK;
	asked++;
}

static void answer(struct weft_am_message *m)
{
	(void)m;
	answers++;
}

static weft_am_handler *const handlers[HANDLERS] = {
	[ASK] = ask,
	[ANSWER] = answer,
};

static void chunk(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	wrong += memcmp(message + c->offset, c->data, c->bytes) != 0;
	come += c->bytes;
}

/* Computes until so much has come; whether memory stays as it is written. */
static bool compute(volatile uint32_t *count, uint32_t until)
{
	uint32_t turns = 0;
	bool same = weft_compute_begin() == WEFT_OK;

	while (*count < until) {
		turns++;
		for (uint32_t i = 0; i < 64; i++) {
			work[i] += i;
		}
	}
	same = weft_compute_end() == WEFT_OK && same;
	for (uint32_t i = 0; i < 64; i++) {
		same = same && work[i] == turns * i;
		work[i] = 0;
	}
	return same;
}

static bool be_master(uint32_t me, uint32_t cores)
{
	bool ok = true;

	answers = 0;
	for (uint32_t n = 0; n < ASKED; n++) {
		for (uint32_t to = 0; to < cores; to++) {
			struct weft_am_dest dest = {.rank = to};

			ok = ok && (to == me ||
				    weft_am_request(&dest, ASK, &n, 1,
						    WEFT_FOREVER) == WEFT_OK);
		}
	}
	return ok && weft_am_wait(&answers, ASKED * (cores - 1),
				  WEFT_FOREVER) == WEFT_OK;
}

static bool messages(uint32_t me, uint32_t cores)
{
	struct weft_am_endpoint endpoint = {0, handlers, HANDLERS, NULL};
	uint32_t rounds = cores > MANY ? FEW : ROUNDS;
	bool ok = weft_am_begin(WEFT_AM_INTERRUPT) == WEFT_OK &&
		  weft_am_open(0, &endpoint) == WEFT_OK;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t round = 0; round < rounds; round++) {
		asked = 0;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (round % cores == me) {
			ok = be_master(me, cores) && ok;
		} else {
			ok = compute(&asked, ASKED) && ok;
		}
	}
	return ok;
}

static bool broadcast(uint32_t me, uint32_t cores)
{
	bool ok;

	tap_fill(message, BYTES, 7);
	ok = weft_abcast_on_chunk(chunk, NULL, WEFT_IN_HANDLER) == WEFT_OK;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me != cores - 1) {
		return compute(&come, BYTES) && ok;
	}
	return weft_abcast(message, BYTES, WEFT_FOREVER) == WEFT_OK && ok;
}

/* With an argument, main ends while the last core computes: that panics. */
int main(int argc, char **argv)
{
	uint32_t me = weft_rank(), cores = weft_size();
	bool ok;

	(void)argv;
	if (argc > 1) {
		return me == cores - 1 ? weft_compute_begin() : WEFT_OK;
	}
	tap_begin();
	ok = weft_compute_end() == WEFT_ERR_STATE;
	ok = weft_compute_begin() == WEFT_OK && ok;
	ok = weft_compute_begin() == WEFT_ERR_STATE && ok;
	ok = weft_compute_end() == WEFT_OK && ok;
	ok = weft_compute_end() == WEFT_ERR_STATE && ok;
	tap_ok(ok, "begins and ends in turn");
	for (uint32_t i = 0; ok && i < 50; i++) {
		ok = weft_compute_begin() == WEFT_OK &&
		     weft_compute_end() == WEFT_OK;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	tap_ok(ok, "again and again, with nothing between");
	ok = messages(me, cores);
	tap_ok(ok && !wrong, "Active Messages are handled meanwhile");
	ok = broadcast(me, cores);
	tap_ok(ok && !wrong, "a broadcast comes, and goes on");
	return tap_end();
}
