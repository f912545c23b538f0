/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 */
/* weft-test: boards=scc-sim modes=strict cores=2 args=news time-out=60 */
/* weft-test: boards=scc-sim modes=strict cores=2 args=news time-out=60
   env=WEFT_EPOCH=0xfffffff1 */
/* weft-image: am_wrap_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_wrap_least boards=scc-sim cores=2,3 */
/* weft-test: image=am_wrap_least boards=scc-sim cores=2 modes=strict args=news time-out=60 */
/*
 * Active Messages: a notice has four bits of a message's number, which come round
 * after 16.  Core 1 sends a number of requests, each of which core 0 finds by its news
 * or in its slot; then one more, whose news core 0 itself overwrites.  So only the
 * notice tells of it, which may be as it was when core 0 last looked there.
 *
 * With news: the 15 bits of a number that news has come round, too, at core 0 while each poll
 * finds one request, by its news, and at core 1 while it does not poll at all.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	COUNT = 1,
	ROUNDS = 18,       /* of 0, 1, .. requests before the one */
	NEWS = 1 << 15,    /* numbers that news has */
	WITHIN = 10000000, /* us */
};

static uint32_t me;
static volatile uint32_t counted;

static void count(struct weft_am_message *m)
{
	counted += m->word[0];
}

static weft_am_handler *const table[] = {NULL, count};
static const struct weft_am_endpoint endpoint = {7, table, 2, NULL};

/* While all others are in barriers, where they serve nothing. */
static bool send(uint32_t from)
{
	struct weft_am_dest to = {0, 0, 7, 0};
	uint32_t one = 1;
	bool ok = me != from || !weft_am_request(&to, COUNT, &one, 1, WITHIN);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool receive(uint32_t n)
{
	static uint32_t expected;

	expected += n;
	return me != 0 || !weft_am_wait(&counted, expected, WITHIN);
}

static bool bits_come_round(void)
{
	bool ok = true;

	for (uint32_t before = 0; before < ROUNDS; before++) {
		for (uint32_t i = 0; i < before; i++) {
			ok &= send(1) && receive(1);
		}
		ok &= send(1) && send(0) && receive(2);
	}
	return ok;
}

/* Request i of core 1; both look at all notices after the first, and then no more. */
static bool ask(uint32_t i, uint32_t turn)
{
	struct weft_am_dest to = {0, 0, 7, 0};
	uint32_t one = 1;
	bool ok = !weft_am_request(&to, COUNT, &one, 1, WITHIN);

	weft_flag_write(0, turn, i);
	ok &= !weft_flag_wait(turn, i, WITHIN);
	return ok && (i > 1 || weft_am_poll() == 0);
}

/* With the last one core 1 gets a request, whose news the credit overwrites. */
static bool serve(uint32_t i, uint32_t turn)
{
	struct weft_am_dest to = {1, 0, 7, 0};
	uint32_t one = 1;
	bool ok = !weft_flag_wait(turn, i, WITHIN);

	ok &= i <= NEWS || !weft_am_request(&to, COUNT, &one, 1, WITHIN);
	ok &= weft_am_poll() == 1 && counted == i;
	ok &= i > 1 || weft_am_poll() == 0;
	weft_flag_write(1, turn, i);
	return ok;
}

static bool news_comes_round(void)
{
	uint32_t turn;
	bool ok = !weft_flags_alloc(1, &turn);

	for (uint32_t i = 1; ok && i <= NEWS + 1; i++) {
		ok = me == 1 ? ask(i, turn) : serve(i, turn);
	}
	return ok && (me == 0 || weft_am_poll() == 1);
}

int main(int argc, char **argv)
{
	bool ok = true;

	me = weft_rank();
	tap_begin();
	weft_am_open(0, &endpoint);
	ok &= !weft_am_begin(WEFT_AM_POLL);
	ok &= argc > 1 && !strcmp(argv[1], "news") ? news_comes_round()
						   : bits_come_round();
	tap_ok(ok, "no message is missed, whatever came before it");
	return tap_end();
}
