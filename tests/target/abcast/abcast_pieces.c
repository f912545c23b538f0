/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,48 args=message env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=2,17 args=message env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=60 */
/* weft-test: cores=2,17 args=message env=WEFT_TICK_US=0,WEFT_CREDIT=2 time-out=60 */
/* weft-test: cores=2,3,48 args=chunk env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3 args=chunk env=WEFT_TICK_US=0,WEFT_ABCAST_K=1 time-out=60 */
/*
 * How messages are cut.  One core alone sends, and waits until all have taken: so
 * its chunks begin small and grow.  Whatever the length, a message that may be
 * taken whole has no more chunks than the window; and none has an empty one.
 */
#include <string.h>

#include <weft/weft.h>

#include "collectives/abcast/abcast.h"

#include "tests/target/tap.h"

enum {
	WITHIN = 20000000,
	LINE = 32,
};

static uint8_t *data, *in;
static volatile uint32_t messages, chunks, bytes, wrong;
static weft_event_t event;

static void take(const struct weft_chunk *c, void *unused)
{
	(void)unused;
	wrong += c->offset != bytes || (c->bytes == 0 && c->total > 0) ||
		 memcmp(c->data, data + c->offset, c->bytes);
	bytes += c->bytes;
	chunks++;
	if (bytes == c->total) {
		bytes = 0;
		messages++;
		weft_event_post(event);
	}
}

static void await_message(uint32_t n)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event);

		if (messages >= n ||
		    weft_event_wait(event, staged, WITHIN) != WEFT_OK) {
			return;
		}
	}
}

static bool send(uint32_t n)
{
	struct weft_request request;

	return !weft_abcast_start(data, n, &request) &&
	       !weft_wait(&request, WEFT_COMPLETE, WITHIN);
}

/* As a whole message: which it never is if its chunks are more than W. */
static bool takes_message(uint32_t n)
{
	struct weft_message m;

	return !weft_abcast_recv(in, n, &m, WITHIN) && m.bytes == n &&
	       !memcmp(in, data, n);
}

static bool takes_chunks(uint32_t n, uint32_t before)
{
	await_message(before + 1);
	return messages == before + 1 && wrong == 0 &&
	       (n > weft_abcast_eager() || chunks <= abcast.inbox.window);
}

static bool goes_round(uint32_t n, bool by_chunks)
{
	uint32_t before = messages;

	chunks = 0;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER); /* from here on it may come */
	if (weft_rank() == 0) {
		return send(n);
	}
	return by_chunks ? takes_chunks(n, before) : takes_message(n);
}

int main(int argc, char **argv)
{
	bool by_chunks = argc > 1 && !strcmp(argv[1], "chunk");
	uint32_t eager = weft_abcast_eager(), most = eager;
	uint32_t failed = 0;

	tap_begin();
	if (by_chunks) {
		most += eager;
	}
	data = tap_room(most);
	in = tap_room(most);
	tap_fill(data, most, 1);
	tap_ok(!weft_event_open(WEFT_NOBODY, &event) &&
		       (!by_chunks ||
			!weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER)),
	       "ready");
	/* From a line or two on, ever longer; and around what W chunks hold. */
	for (uint32_t n = 0; n < most; n += LINE + n / 4 + 1) {
		failed += !goes_round(n, by_chunks);
	}
	for (uint32_t n = eager - LINE; n <= eager; n += LINE / 2) {
		failed += !goes_round(n, by_chunks);
	}
	tap_ok(failed == 0, "all lengths, whole and in order");
	return tap_end();
}
