/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 */
/* weft-test: boards=scc-sim-chips cores=2,8 args=joined */
/*
 * The link of this chip, polled by Active Messages: what it refuses; and on two chips, that
 * each policy brings all messages in order, and that a door which polls is not interrupted
 * meanwhile, but is when it has not looked for long.
 */
#include <weft/weft.h>

#include <stdio.h>
#include <string.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	COUNT = 1,
	MESSAGES = 100,
	ROUNDS = 10,
	PAUSE_US = 100, /* shorter than the door is left alone for */
	LONG_US = 3000, /* and much longer */
};

static void meet(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

static volatile uint32_t came;
static uint32_t wrong, flag;
static weft_rank_t last;

static void count(struct weft_am_message *m)
{
	wrong += m->word[0] != came + 1 || m->from != last;
	came++;
}

static weft_am_handler *const table[] = {NULL, count};
static const struct weft_am_endpoint endpoint = {3, table, 2, NULL};

static bool sends(void)
{
	struct weft_am_dest to = {0, 0, 3, 0};
	bool ok = true;

	for (uint32_t i = 1; ok && i <= MESSAGES; i++) {
		ok = !weft_am_request(&to, COUNT, &i, 1, WEFT_FOREVER);
	}
	return ok;
}

/* Rank 0 takes messages of the other chip; whether all came, and the link knows of them. */
static bool takes(uint32_t every)
{
	struct weft_am_link link = {.every = every};
	bool ok = !weft_am_link_chips(&link) && !weft_am_link_open(&link);

	came = 0;
	meet();
	ok &= !weft_am_queue_wait(&came, MESSAGES, WEFT_FOREVER);
	return ok & !weft_am_link_close(&link) && wrong == 0 &&
	       link.brought > 0 && (every || link.remote > 1);
}

static void each_policy(void)
{
	static const uint32_t policies[] = {0, 1, 8};
	bool ok = true;

	for (uint32_t i = 0; i < 3; i++) {
		if (weft_rank() == 0) {
			ok &= takes(policies[i]);
		} else {
			meet();
			ok &= weft_rank() != last || sends();
		}
		meet();
	}
	tap_ok(ok, "each policy brings all, in order");
}

/* The other chip writes a flag of rank 0 again and again, until the message that ends it. */
static void writes(void)
{
	for (uint32_t i = 1; came == 0; i++) {
		weft_flag_write(0, flag, i);
		weft_am_poll();
	}
}

/* The door has written it, this core: what it has written must have landed. */
static uint32_t seen(void)
{
	uint32_t value = 0;

	arch_settle(weft_rank());
	weft_flag_read(0, flag, &value);
	return value;
}

static bool left_alone(void)
{
	struct weft_am_link link = {.every = 1};
	struct weft_am_dest to = {last, 0, 3, 0};
	uint32_t held = 0, one = 1, moved = 0, before_long;
	bool ok = !weft_am_link_chips(&link) && !weft_am_link_open(&link);

	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t before, after;

		weft_am_queue_serve();
		before = seen();
		tap_delay((uint32_t)weft_cycles_in_us(PAUSE_US));
		after = seen();
		held += after == before;
		weft_am_queue_serve();
		moved += seen() != after;
	}
	before_long = seen();
	tap_delay((uint32_t)weft_cycles_in_us(LONG_US));
	ok &= seen() != before_long;
	weft_am_link_close(&link);
	ok &= !weft_am_request(&to, COUNT, &one, 1, WEFT_FOREVER);
	printf("# %u pauses without news, %u looks with some\n", (unsigned)held,
	       (unsigned)moved);
	return ok && held == ROUNDS && moved > 0;
}

static void alone(void)
{
	bool ok = true;

	came = 0;
	meet();
	if (weft_rank() == 0) {
		ok = left_alone();
	} else if (weft_rank() == last) {
		writes();
	}
	meet();
	tap_ok(ok, "a door that polls is interrupted in no short pause");
}

int main(int argc, char **argv)
{
	struct weft_am_link link = {.every = 0};
	bool joined = argc > 1 && !strcmp(argv[1], "joined"), door;

	tap_begin();
	last = weft_size() - 1;
	door = joined && (weft_rank() == 0 || weft_rank() == weft_size() / 2);
	weft_am_open(0, &endpoint);
	weft_am_begin(WEFT_AM_POLL);
	tap_ok(weft_am_link_chips(NULL) == WEFT_ERR_NULL &&
		       weft_am_link_chips(&link) ==
			       (door ? WEFT_OK : WEFT_ERR_STATE),
	       "a core that carries nothing has no such link");
	if (joined) {
		weft_flags_alloc(1, &flag);
		each_policy();
		alone();
	}
	return tap_end();
}
