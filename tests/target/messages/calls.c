/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 seeds=2 time-out=120 */
/* weft-test: cores=2 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/* weft-test: cores=47,48 boards=scc-sim full=1 */
/*
 * Calls: of all to all, by more fibers than there are slots, to a core that computes;
 * replies that come later, in another order, after the deadline; bad calls.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	SLOTS = 3,
	BYTES = 45, /* of a reply, at most */
	FIBERS = 5,
	OWN = 600,
	CALLS = 12, /* of a fiber */
	KEPT = 8,
	SHORT_US = 200,
	ENDPOINT = 3,
	/* The first word of a question. */
	NOW = 0,
	LATER = 1,
	TOO_LONG = 2,
	LONGEST = 3,
};

static const struct weft_calls_shape shape = {ENDPOINT, SLOTS, BYTES};
static struct weft_calls calls;
static struct weft_called kept[KEPT];
static volatile uint32_t keeps, served;
static uint32_t me, cores;
static volatile bool wrong;

/* What the words make of it. */
static uint32_t key_of(const uint32_t *word, uint32_t count)
{
	uint32_t key = count;

	for (uint32_t i = 0; i < count; i++) {
		key = (key << 5 | key >> 27) ^ word[i];
	}
	return key;
}

static uint32_t below(uint32_t n, uint32_t limit)
{
	return tap_below(n * 2654435761u, limit);
}

static uint32_t bytes_of(const uint32_t *word)
{
	return word[0] == LONGEST ? BYTES : below(word[1], BYTES + 1);
}

static void reply(const struct weft_called *call)
{
	uint32_t key = key_of(call->word, call->count) ^ me;
	uint32_t bytes = bytes_of(call->word);
	char data[BYTES];

	tap_fill(data, bytes, key);
	wrong |= weft_call_reply(call, data, bytes) != WEFT_OK;
}

static void server(struct weft_called *call, void *arg)
{
	static const char data[BYTES + 1];

	served++;
	wrong |= arg != &served || call->calls != &calls || call->count < 2;
	if (call->word[0] == LATER) {
		kept[keeps++ & (KEPT - 1)] = *call;
		return;
	}
	if (call->word[0] == TOO_LONG) {
		wrong |=
			weft_call_reply(call, data, BYTES + 1) != WEFT_ERR_SIZE;
	}
	reply(call);
}

static int ask(uint32_t rank, uint32_t what, uint32_t n, uint32_t count,
	       weft_us_t within)
{
	uint32_t word[WEFT_CALL_WORDS] = {what, me + n, n, ~n, 7, me, n << 16};
	uint32_t expected = bytes_of(word);
	char data[BYTES];
	size_t bytes = BYTES;
	int error = weft_call(&calls, rank, word, count, data, &bytes, within);

	if (error) {
		return error;
	}
	return bytes == expected &&
			       tap_same(data, bytes, key_of(word, count) ^ rank)
		       ? WEFT_OK
		       : 1;
}

static bool all_to_all(void)
{
	bool ok = true;

	for (uint32_t n = 0; n < CALLS; n++) {
		for (uint32_t i = 0; i < cores; i++) {
			uint32_t rank =
				me + i < cores ? me + i : me + i - cores;

			ok &= !ask(rank, n % 4 == LATER ? NOW : n % 4, n,
				   2 + below(n, WEFT_CALL_WORDS - 1),
				   WEFT_FOREVER);
		}
	}
	return ok;
}

static int asks(void *arg)
{
	uint32_t first = (uint32_t)(uintptr_t)arg * 100;
	bool ok = true;

	for (uint32_t n = first; n < first + CALLS; n++) {
		uint32_t rank = n & 1 ? 0 : cores - 1;

		ok &= !ask(rank, NOW, n, WEFT_CALL_WORDS, WEFT_FOREVER);
	}
	return ok;
}

static void begin(struct weft_fiber *fiber, weft_fiber_main *main, uint32_t i)
{
	size_t bytes = weft_fiber_stack(OWN);

	wrong |= weft_fiber_create(fiber, main, (void *)(uintptr_t)i,
				   tap_room(bytes), bytes,
				   WEFT_FIBER_NORMAL) != WEFT_OK;
}

static bool end(struct weft_fiber *fiber)
{
	int result = 0;

	return !weft_fiber_join(fiber, &result, WEFT_FOREVER) && result;
}

/* The first and the last core have all to do, and compute meanwhile. */
static bool by_fibers(void)
{
	static struct weft_fiber fiber[FIBERS];
	uint32_t all = cores * FIBERS * CALLS / 2, first = served;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < FIBERS; i++) {
		begin(&fiber[i], asks, i);
	}
	if (cores > 1 && (me == 0 || me == cores - 1)) {
		while (served - first < all) {
			weft_fiber_yield();
			weft_am_poll(); /* nothing interrupts some chips */
			tap_delay(500);
			arch_relax(0); /* or QEMU runs this core alone, long */
		}
	}
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= end(&fiber[i]);
	}
	return ok;
}

static int asks_later(void *arg)
{
	return ask(me, LATER, (uint32_t)(uintptr_t)arg, 3, WEFT_FOREVER) == 0;
}

/* Two of mine are kept, and replied to in the other order. */
static bool later(void)
{
	static struct weft_fiber fiber[2];
	bool ok = true;

	keeps = 0;
	begin(&fiber[0], asks_later, 11);
	begin(&fiber[1], asks_later, 12);
	while (keeps < 2) {
		weft_fiber_yield();
	}
	reply(&kept[1]);
	ok &= end(&fiber[1]) && calls.slot[kept[0].stamp & 31].state != 0;
	reply(&kept[0]);
	return end(&fiber[0]) && ok;
}

/* What comes after its deadline reaches nobody. */
static bool given_up(void)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0, n = 0;
	bool ok = true;
	int error;

	keeps = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	/* Some may not even find room for the question. */
	do {
		error = ask(next, LATER, n++, 4, SHORT_US);
	} while (error == WEFT_ERR_TIMEOUT);
	ok &= error == WEFT_ERR_SPACE && n > SLOTS;
	ok &= weft_calls_close(&calls) == WEFT_ERR_STATE;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	while (keeps < SLOTS) {
		weft_am_poll();
		tap_delay(100);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	reply(&kept[1]);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < CALLS; i++) {
		ok &= !ask(next, NOW, i, 5, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	reply(&kept[0]);
	reply(&kept[2]);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && !ask(next, NOW, 1, 2, WEFT_FOREVER);
}

static bool errors(void)
{
	struct weft_calls_shape bad = shape;
	struct weft_calls other, never = {0};
	struct weft_called forged = {.calls = &calls, .from = cores};
	uint32_t word[WEFT_AM_WORDS] = {LONGEST, 0};
	char data[BYTES];
	size_t bytes = BYTES - 1;
	bool ok;

	ok = weft_calls_open(NULL, &shape, NULL, NULL) == WEFT_ERR_NULL;
	ok &= weft_calls_open(&other, NULL, NULL, NULL) == WEFT_ERR_NULL;
	ok &= weft_calls_open(&calls, &bad, server, NULL) == WEFT_ERR_STATE;
	ok &= weft_calls_open(&other, &bad, server, NULL) == WEFT_ERR_STATE;
	bad.endpoint = WEFT_AM_ENDPOINTS;
	ok &= weft_calls_open(&other, &bad, server, NULL) == WEFT_ERR_NUMBER;
	bad.slots = WEFT_CALL_SLOTS + 1;
	ok &= weft_calls_open(&other, &bad, server, NULL) == WEFT_ERR_SIZE;
	bad.slots = 0;
	ok &= weft_calls_open(&other, &bad, server, NULL) == WEFT_ERR_SIZE;
	bad = (struct weft_calls_shape){5, 1, UINT32_MAX};
	ok &= weft_calls_open(&other, &bad, server, NULL) == WEFT_ERR_SIZE;
	ok &= weft_calls_close(NULL) == WEFT_ERR_NULL;
	ok &= weft_calls_close(&never) == WEFT_ERR_STATE;
	ok &= weft_call(&never, 0, word, 1, NULL, NULL, 0) == WEFT_ERR_STATE;
	ok &= weft_call(NULL, 0, word, 1, NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_call(&calls, 0, NULL, 1, NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_call(&calls, 0, word, 2, NULL, &bytes, 0) == WEFT_ERR_NULL;
	ok &= weft_call(&calls, cores, word, 2, NULL, NULL, 0) == WEFT_ERR_RANK;
	ok &= weft_call(&calls, 0, word, 8, NULL, NULL, 0) == WEFT_ERR_SIZE;
	ok &= weft_call(&calls, me, word, 2, data, &bytes, WEFT_FOREVER) ==
		      WEFT_ERR_RANGE &&
	      bytes == BYTES;
	ok &= !weft_call(&calls, me, word, 2, NULL, NULL, WEFT_FOREVER);
	ok &= weft_call_reply(NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_call_reply(&forged, NULL, 0) == WEFT_ERR_NUMBER;
	forged = (struct weft_called){.calls = &calls, .stamp = SLOTS};
	ok &= weft_call_reply(&forged, NULL, 0) == WEFT_ERR_NUMBER;
	ok &= weft_call_reply(&forged, NULL, 1) == WEFT_ERR_NULL;
	return ok;
}

/* Nobody serves at the core with the highest number. */
static bool refused(void)
{
	uint32_t last = cores - 1, word[2] = {LONGEST, 0};
	bool ok = !weft_calls_open(&calls, &shape, me == last ? NULL : server,
				   (void *)&served);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_call(&calls, last, word, 2, NULL, NULL, WEFT_FOREVER) ==
	      WEFT_ERR_REFUSED;
	ok &= last == 0 || !ask(0, NOW, 5, 3, WEFT_FOREVER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

int main(void)
{
	bool ok;

	tap_begin();
	dirty_heap();
	me = weft_rank();
	cores = weft_size();
	memset(&calls, 0xff, sizeof(calls)); /* as on a stack */
	ok = weft_calls_open(&calls, &shape, server, NULL) == WEFT_ERR_STATE;
	ok &= !weft_am_begin(WEFT_AM_INTERRUPT);
	ok &= !weft_calls_open(&calls, &shape, server, (void *)&served);
	tap_ok(ok, "opened, once Active Messages have begun");
	tap_ok(all_to_all(), "all to all");
	tap_ok(by_fibers(), "by more fibers than slots, to cores that compute");
	tap_ok(later(), "replied to later, in another order");
	tap_ok(given_up(), "given up");
	tap_ok(errors(), "bad calls");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(!weft_calls_close(&calls), "closed");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(refused(), "no server");
	tap_ok(!wrong, "as the servers see it");
	return tap_end();
}
