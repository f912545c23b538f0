/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=120 */
/* weft-test: cores=3 args=interrupt full=1 time-out=120 */
/* weft-test: cores=17 boards=scc-sim args=all full=1 time-out=120 */
/* weft-test: cores=3 boards=scc-sim modes=strict args=all o=faults=3:0.1:irq seeds=2
   env=WEFT_TICK_US=500 time-out=120 */
/* weft-image: am_name_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_name_least boards=scc-sim cores=3,17 args=all full=1 time-out=120 */
/*
 * Names: found once they are published, and not before; only who has the key and is admitted
 * gets the tag, and both ends can send then; who has left is no member; a name has
 * one owner; a home's room ends.
 */
#include <string.h>

#include <weft/published/am_name.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	BACK,
	COUNT, /* at the owner: of members */
	HELLO, /* from the owner, by the inverse mapping */
	HANDLERS,
	SERVES = 3, /* endpoints */
	ASKS = 5,
	NAME = 0x73756d73,
	OTHERS = 0x1000, /* and on: names */
	KEY = 77,
	CORES = 64,
	SOON = 2000, /* us */
};

static uint32_t me, cores;
static volatile uint32_t counted, strangers, hellos, backs;
static struct weft_am_dest peer[CORES]; /* as `admit` got them */
static uint32_t peers;

static struct weft_am_name sums;

static void back(struct weft_am_message *m)
{
	backs += m->reason == WEFT_ERR_KEY;
}

static void count(struct weft_am_message *m)
{
	if (weft_am_has_joined(&sums, m->from)) {
		counted++;
	} else {
		strangers++;
	}
}

static void hello(struct weft_am_message *m)
{
	hellos += m->endpoint == ASKS && m->from == 0;
}

static weft_am_handler *const table[HANDLERS] = {back, count, hello};
static struct weft_am_endpoint serves = {0, table, HANDLERS, NULL};
static struct weft_am_endpoint asks = {0, table, HANDLERS, NULL};

/* All but the last of three or more. */
static bool admit(struct weft_am_name *n, const struct weft_am_dest *who)
{
	if (n->arg != &sums || (cores > 2 && who->rank == cores - 1)) {
		return false;
	}
	peer[peers++] = *who;
	return true;
}

static bool begin(const char *how)
{
	serves.tag = 0x1234 + tap_random() % 1000;
	asks.tag = 0x9876 + me;
	sums = (struct weft_am_name){.name = NAME,
				     .endpoint = SERVES,
				     .key = KEY,
				     .admit = admit,
				     .arg = &sums};
	return !weft_am_open(SERVES, &serves) && !weft_am_open(ASKS, &asks) &&
	       meet_begin(how);
}

static bool publishes(void)
{
	weft_rank_t owner = cores;
	bool ok =
		weft_am_find(NAME, &owner, SOON) == WEFT_ERR_TIMEOUT && meet();

	if (me == 0) {
		tap_delay(20000);
		ok &= !weft_am_publish(&sums, WEFT_FOREVER) &&
		      weft_am_publish(&sums, WEFT_FOREVER) == WEFT_ERR_STATE;
	}
	ok &= !weft_am_find(NAME, &owner, WEFT_FOREVER) && owner == 0;
	if (me == cores - 1 && me > 0) {
		ok &= weft_am_publish(&sums, WEFT_FOREVER) == WEFT_ERR_STATE;
	}
	return ok & meet();
}

static bool joins(void)
{
	bool out = cores > 2 && me == cores - 1, ok;
	uint32_t before = backs;
	struct weft_am_dest to;

	ok = weft_am_join(&to, 0, NAME + 1, KEY, ASKS, WEFT_FOREVER) ==
	     WEFT_ERR_NAME;
	ok &= weft_am_join(&to, 0, NAME, KEY + 1, ASKS, WEFT_FOREVER) ==
	      WEFT_ERR_KEY;
	/* Who could not publish it has no such name. */
	ok &= cores == 1 || weft_am_join(&to, cores - 1, NAME, KEY, ASKS,
					 WEFT_FOREVER) == WEFT_ERR_NAME;
	ok &= weft_am_join(&to, cores, NAME, KEY, ASKS, 0) == WEFT_ERR_RANK;
	ok &= weft_am_join(&to, 0, NAME, KEY, 9, 0) == WEFT_ERR_STATE;
	ok &= weft_am_join(&to, 0, NAME, KEY, ASKS, WEFT_FOREVER) ==
	      (out ? WEFT_ERR_REFUSED : WEFT_OK);
	if (out) {
		to = (struct weft_am_dest){0, SERVES, 0, ASKS};
	}
	ok &= !weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
	ok &= !out || !weft_am_wait(&backs, before + 1, WEFT_FOREVER);
	return ok & meet() && backs - before == out;
}

/* The owner sends to whom it has let in, and knows who has left. */
static bool both_ways(void)
{
	uint32_t members = cores > 2 ? cores - 1 : cores;
	bool in = cores < 3 || me < cores - 1, ok = true;

	for (uint32_t i = 0; i < peers; i++) {
		ok &= !weft_am_request(&peer[i], HELLO, NULL, 0, WEFT_FOREVER);
	}
	ok &= me != 0 || (!weft_am_wait(&counted, members, WEFT_FOREVER) &&
			  peers == members && weft_am_has_joined(&sums, 0));
	ok &= !in || !weft_am_wait(&hellos, 1, WEFT_FOREVER);
	ok &= meet() && hellos == in;
	if (in) {
		struct weft_am_dest to;

		ok &= !weft_am_join(&to, 0, NAME, KEY, ASKS, WEFT_FOREVER);
		ok &= !weft_am_leave(0, NAME, WEFT_FOREVER);
		ok &= !weft_am_request(&to, COUNT, NULL, 0, WEFT_FOREVER);
	}
	ok &= me != 0 || !weft_am_wait(&strangers, members, WEFT_FOREVER);
	return ok & meet() &&
	       (me != 0 || (strangers == members && counted == members));
}

/* One core publishes more than a home has room for. */
static bool many(void)
{
	static struct weft_am_name other[WEFT_AM_NAMES * 4];
	uint32_t most = WEFT_AM_NAMES * (cores < 4 ? cores : 3), n = 0;
	weft_rank_t owner;
	int error = WEFT_OK;
	bool ok = me != 0 || !weft_am_withdraw(&sums, WEFT_FOREVER);

	ok &= me != 0 || weft_am_withdraw(&sums, 0) == WEFT_ERR_STATE;
	ok &= meet() && weft_am_find(NAME, &owner, SOON) == WEFT_ERR_TIMEOUT;
	while (me == 0 && !error && n < WEFT_AM_NAMES * 4) {
		other[n] = (struct weft_am_name){.name = OTHERS + n * cores,
						 .endpoint = SERVES};
		error = weft_am_publish(&other[n], WEFT_FOREVER);
		n += !error;
	}
	ok &= me != 0 || (error == WEFT_ERR_SPACE && n <= most);
	for (uint32_t i = 0; i < n; i++) {
		ok &= !weft_am_find(OTHERS + i * cores, &owner, WEFT_FOREVER) &&
		      owner == 0;
		ok &= !weft_am_withdraw(&other[i], WEFT_FOREVER);
	}
	return ok & meet();
}

int main(int argc, char **argv)
{
	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	tap_begin();
	tap_ok(begin(argc > 1 ? argv[1] : "poll"), "begins");
	tap_ok(publishes(), "a name is found once it is published");
	tap_ok(joins(), "who is not let in has no tag");
	tap_ok(both_ways(), "who is, can be sent to, and leave");
	tap_ok(many(), "names are withdrawn; a home is full");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
