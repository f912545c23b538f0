/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=poll time-out=120 */
/* weft-test: cores=2,3 args=interrupt time-out=120 full=1 */
/* weft-test: cores=17 boards=scc-sim args=mixed full=1 time-out=120 */
/* weft-test: cores=48 boards=scc-sim,scc-qemu args=mixed full=1 time-out=120 */
/* weft-image: am_tag_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_tag_least boards=scc-sim cores=2,3,17 args=mixed full=1 time-out=120 */
/*
 * Send and receive with tags: each core sends to the next, odd ranks first, while the
 * tag says which of two messages is wanted; rank 0 receives from any core; what is too
 * long, or given up.  And remote enqueue: every core has others run functions, of which
 * some core gets more than it has room for.
 */
#include <stdlib.h>

#include <weft/published/am_tag.h>
#include <weft/published/am_task.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	EACH = 7,
	LONG = 1300,
};

static uint32_t me, cores;
static struct weft_am_counter counter;
static volatile uint32_t runs;

static bool got(uint32_t from, uint32_t tag, uint32_t bytes, char *data)
{
	struct weft_am_received what = {from, tag, 0};

	return !weft_am_receive(&what, data, LONG, WEFT_FOREVER) &&
	       what.bytes == bytes &&
	       (from == WEFT_ANYONE || what.from == from) &&
	       tap_same(data, bytes, what.from << 8 | tag);
}

static bool sent(uint32_t to, uint32_t tag, uint32_t bytes, char *data)
{
	tap_fill(data, bytes, me << 8 | tag);
	return !weft_am_send(to, tag, data, bytes, WEFT_FOREVER);
}

/* Of the sizes: what goes in no packet, in words, in blocks. */
static bool ring(char *data)
{
	static const uint32_t sizes[] = {0, 1, 24, 25, 49, 600, LONG};
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	uint32_t before = me ? me - 1 : cores - 1;
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		if (me & 1) {
			ok &= sent(next, i, sizes[i], data);
			ok &= got(before, i, sizes[i], data);
		} else {
			ok &= got(before, i, sizes[i], data);
			ok &= sent(next, i, sizes[i], data);
		}
	}
	return ok && meet();
}

static bool to_one(char *data)
{
	bool ok = true;

	for (uint32_t i = 1; i < cores; i++) {
		if (me == 0) {
			/* Each core's own tag, the last core first. */
			ok &= got(WEFT_ANYONE, 100 + cores - i, 40, data);
		} else if (me == i) {
			ok &= sent(0, 100 + me, 40, data);
		}
	}
	for (uint32_t i = 1; i < cores; i++) {
		ok &= me ? i != me || sent(0, 7, 30, data)
			 : got(WEFT_ANYONE, 7, 30, data);
	}
	return ok && meet();
}

static bool refused(char *data)
{
	struct weft_am_received what = {0, 9, 0};
	bool ok = weft_am_receive(NULL, data, 1, 0) == WEFT_ERR_NULL;

	ok &= weft_am_send(cores, 9, data, 1, 0) == WEFT_ERR_RANK;
	ok &= weft_am_send(0, 9, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_receive(&what, data, 1, 10) == WEFT_ERR_TIMEOUT;
	ok &= meet();
	if (me == 1) {
		/* Nobody receives the first. */
		ok &= weft_am_send(0, 9, data, 4, 50) == WEFT_ERR_TIMEOUT;
		ok &= meet() && sent(0, 10, 80, data);
	} else {
		ok &= meet();
	}
	if (me == 0) {
		what = (struct weft_am_received){WEFT_ANYONE, 9, 0};
		ok &= weft_am_receive(&what, data, LONG, 50) ==
		      WEFT_ERR_TIMEOUT;
		what.tag = 10;
		ok &= weft_am_receive(&what, data, 79, WEFT_FOREVER) ==
			      WEFT_ERR_SIZE &&
		      what.bytes == 80;
		what.from = WEFT_ANYONE;
		ok &= weft_am_receive(&what, NULL, LONG, WEFT_FOREVER) ==
			      WEFT_ERR_NULL &&
		      what.from == WEFT_ANYONE && what.bytes == 80;
		ok &= got(1, 10, 80, data);
	}
	return ok && meet();
}

/* Not a handler: it may serve. */
static uint32_t sum(const uint32_t *words, uint32_t count, weft_rank_t from)
{
	uint32_t all = from;

	for (uint32_t i = 0; i < count; i++) {
		all += words[i];
	}
	runs++;
	return weft_am_poll() < 0 ? 0 : all;
}

static weft_am_function *const functions[] = {NULL, sum};

static bool run_all(uint32_t n)
{
	bool ok = true;

	while (runs < n) {
		ok &= !weft_am_run_next(WEFT_FOREVER);
	}
	return ok;
}

static bool enqueue(void)
{
	uint32_t words[] = {1, 2, 3, 4, 5, me}, result[7];
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	bool ok = meet();

	ok &= weft_am_run_next(10) == WEFT_ERR_TIMEOUT;
	ok &= meet();
	for (uint32_t i = 0; i <= 6; i++) {
		ok &= !weft_am_enqueue(next, 1, words, i, &result[i], &counter,
				       WEFT_FOREVER);
	}
	ok &= run_all(7) && !weft_am_sync(&counter, WEFT_FOREVER);
	for (uint32_t i = 0, is = me; i <= 6; i++) {
		ok &= result[i] == is;
		is += i < 6 ? words[i] : 0;
	}
	ok &= meet();
	ok &= weft_am_enqueue(next, 1, words, 7, NULL, &counter, 0) ==
	      WEFT_ERR_SIZE;
	ok &= weft_am_enqueue(cores, 1, NULL, 0, NULL, &counter, 0) ==
	      WEFT_ERR_RANK;
	ok &= !weft_am_enqueue(next, 2, NULL, 0, NULL, &counter,
			       WEFT_FOREVER) &&
	      weft_am_sync(&counter, WEFT_FOREVER) == WEFT_ERR_NAME;
	return ok && meet();
}

/* So many at rank 0, which runs none yet; it has room for some of all. */
static bool too_many(void)
{
	uint32_t all = EACH * (cores - 1), before = runs, word = 0;
	bool ok = true;
	int error;

	for (uint32_t i = 0; me != 0 && i < EACH; i++) {
		ok &= !weft_am_enqueue(0, 1, &word, 1, NULL, &counter,
				       WEFT_FOREVER);
	}
	ok &= meet() && meet();
	while (me == 0 && (error = weft_am_run_next(200)) != WEFT_ERR_TIMEOUT) {
		ok &= !error;
	}
	error = weft_am_sync(&counter, WEFT_FOREVER);
	ok &= error == WEFT_OK || (error == WEFT_ERR_SPACE && me != 0);
	ok &= me != 0 ||
	      runs - before == (all < WEFT_AM_TASKS ? all : WEFT_AM_TASKS);
	return ok && meet();
}

int main(int argc, char **argv)
{
	char *data = tap_room(LONG);

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	tap_ok(meet_begin(argc > 1 ? argv[1] : "poll") &&
		       !weft_am_functions(functions, 2) && meet(),
	       "begins");
	tap_ok(ring(data), "each to the next");
	tap_ok(to_one(data), "from any core");
	tap_ok(refused(data), "too long, given up");
	tap_ok(enqueue(), "remote enqueue");
	tap_ok(too_many(), "more than there is room for");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return tap_end();
}
