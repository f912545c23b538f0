/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=120 */
/*
 * Work stealing: a deque on each core, all in the MPB bytes of one, each with a lock.  Each
 * core puts words into its own, takes back those that it put last, and steals the first
 * ones of the next core.  Each word is had once, by the core that should have it.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	WORDS = 16, /* of a deque */
	STOLEN = 5
};

static struct weft_shared first, *deque;
static struct weft_delegate *by;

static uint32_t applied(weft_rank_t at, uint32_t operation, uint32_t word)
{
	uint32_t result;

	return weft_apply(&by[at], 0, operation, word, &result, WEFT_FOREVER)
		       ? WEFT_NOTHING - 1
		       : result;
}

static bool made(void)
{
	uint32_t n = weft_size();
	bool ok = weft_shared_create(&first, &weft_queue, 0, WORDS) == WEFT_OK;

	for (weft_rank_t i = 0; i < n; i++) {
		ok &= weft_shared_at(&deque[i], &first, i) == WEFT_OK &&
		      weft_delegate_create(&by[i], &weft_under_tas, i,
					   &deque[i].object, 1) == WEFT_OK;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool put(uint32_t me)
{
	bool ok = true;

	for (uint32_t i = 0; i < WORDS; i++) {
		ok &= applied(me, WEFT_QUEUE_PUT, (me << 8) + i) == 0;
	}
	return ok && applied(me, WEFT_QUEUE_PUT, 0) == WEFT_NOTHING;
}

static bool stolen(uint32_t from)
{
	bool ok = true;

	for (uint32_t i = 0; i < STOLEN; i++) {
		ok &= applied(from, WEFT_QUEUE_TAKE, 0) == (from << 8) + i;
	}
	return ok;
}

static bool taken_back(uint32_t me)
{
	bool ok = true;

	for (uint32_t i = WORDS; i-- > STOLEN;) {
		ok &= applied(me, WEFT_QUEUE_TAKE_LAST, 0) == (me << 8) + i;
	}
	return ok;
}

static bool errors(void)
{
	struct weft_shared none = {.words = 0}, other;

	return weft_shared_at(NULL, &first, 0) == WEFT_ERR_NULL &&
	       weft_shared_at(&other, NULL, 0) == WEFT_ERR_NULL &&
	       weft_shared_at(&other, &none, 0) == WEFT_ERR_STATE &&
	       weft_shared_at(&other, &first, weft_size()) == WEFT_ERR_RANK &&
	       weft_shared_free(&deque[0]) == WEFT_ERR_STATE;
}

static bool freed(void)
{
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (weft_rank_t i = weft_size(); i-- > 0;) {
		ok &= weft_delegate_free(&by[i]) == WEFT_OK;
	}
	return weft_shared_free(&first) == WEFT_OK && ok;
}

int main(void)
{
	uint32_t me = weft_rank(), next = me + 1 < weft_size() ? me + 1 : 0;

	tap_begin();
	deque = tap_room(weft_size() * sizeof(*deque));
	by = tap_room(weft_size() * sizeof(*by));
	tap_ok(made(), "a deque on each core");
	tap_ok(put(me), "each is filled, and then it is full");
	tap_ok(stolen(next), "the first words are another core's");
	tap_ok(taken_back(me), "the last ones the owner's");
	tap_ok(applied(me, WEFT_QUEUE_TAKE, 0) == WEFT_NOTHING,
	       "nothing is left");
	tap_ok(errors(), "what cannot be is an error");
	tap_ok(freed(), "all is given back");
	return tap_end();
}
