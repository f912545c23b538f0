/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 */
/* weft-image: am_turns_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_turns_least boards=scc-sim cores=3 */
/*
 * Active Messages: rank 0 asks rank 1 without pause, and also serves the one request of
 * rank 2, which it must have found so many round trips after it has come.
 */
#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	PING = 1,
	PONG,
	ASK,
	MOST = 100,    /* round trips until it is served */
	DELAY = 20000, /* a few round trips */
};

static volatile uint32_t pongs, asked;
static uint32_t has_come; /* a flag at rank 0: rank 2 has asked */

static void ping(struct weft_am_message *m)
{
	weft_am_reply(m, PONG, m->word, 1);
}

static void pong(struct weft_am_message *m)
{
	pongs += m->count;
}

static void ask(struct weft_am_message *m)
{
	(void)m;
	asked++;
}

static weft_am_handler *const table[] = {NULL, ping, pong, ask};
static const struct weft_am_endpoint endpoint = {3, table, 4, NULL};

static bool asks_without_pause(uint32_t other)
{
	struct weft_am_dest to = {other, 0, 3, 0};
	struct weft_am_target target;
	uint32_t word = 1, left = MOST;
	bool ok = !weft_am_aim(&target, &to);

	for (uint32_t i = 1; ok && left > 0; i++) {
		ok = !weft_am_request_to(&target, PING, &word, 1, WEFT_FOREVER);
		ok &= !weft_am_wait(&pongs, i, WEFT_FOREVER);
		left -= arch_flag_read(0, has_come) == 1;
	}
	return ok && asked == 1;
}

int main(void)
{
	struct weft_am_dest to = {0, 0, 3, 0};
	bool ok = true;

	tap_begin();
	ok &= !weft_flags_alloc(1, &has_come) &&
	      !weft_flag_write(weft_rank(), has_come, 0) &&
	      !weft_am_open(0, &endpoint) && meet_begin("poll") && meet();
	if (weft_rank() == 0) {
		ok &= asks_without_pause(1);
	} else if (weft_rank() == 2) {
		tap_delay(DELAY);
		ok &= !weft_am_request(&to, ASK, NULL, 0, WEFT_FOREVER);
		ok &= !weft_flag_write(0, has_come, 1);
	}
	ok &= meet();
	tap_ok(ok, "who asks without pause serves others, too");
	return tap_end();
}
