/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 seeds=2 time-out=120 */
/* weft-test: cores=2 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3 boards=scc-sim modes=relaxed seeds=3 full=1 */
/*
 * Connections, each core's to the next one: messages of many slots, more than there are
 * notes, put by two fibers at once; messages that are started, more than there is credit for,
 * whose order is that of their starts, also with puts between; one that is given up in its
 * middle.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	NOTES = 4,
	SLOT = 72,
	MOST = 7 * SLOT, /* of a message */
	NEAR = 128,
	PLACES =
		6, /* in the far buffer, in turn; the near part is behind them */
	FAR = PLACES * MOST,
	MESSAGES = 24, /* of a fiber */
	FIBERS = 2,
	STARTED = 6,
	SHORT_US = 20,
	OWN = 800,
};

static const struct weft_connection_shape shape = {NOTES, SLOT, NEAR};
static struct weft_connection c;
static uint32_t me, next, before;
static uint8_t *buffer, *sent[FIBERS], *starts;
static struct weft_fiber fiber[FIBERS];
static size_t bytes;

/* Message n: its length, which its receiver knows. */
static uint32_t length(uint32_t from, uint32_t n)
{
	uint32_t r = (from << 8 ^ n) * 0x9e3779b1u;

	return n % 5 == 4 ? SLOT * (1 + (r >> 29 & 3))
			  : tap_below(r >> 4, MOST + 1);
}

static bool is_right(const struct weft_note *note, uint32_t n)
{
	return note->bytes == length(before, n) && !note->flags &&
	       note->data == buffer + note->offset &&
	       tap_same(note->data, note->bytes, before << 12 ^ n);
}

/* Each fiber's own places, and numbers. */
static int puts(void *arg)
{
	uint32_t f = (uint32_t)(uintptr_t)arg;
	bool ok = true;

	for (uint32_t i = 0; i < MESSAGES; i++) {
		uint32_t n = f * MESSAGES + i;
		struct weft_note note = {
			.user = n,
			.offset = (f * PLACES / FIBERS + i % 3) * MOST,
			.bytes = length(me, n),
			.data = sent[f],
		};

		tap_fill(sent[f], note.bytes, me << 12 ^ n);
		ok &= !weft_connection_put(&c, &note, WEFT_FOREVER);
		/* Its place is used again for the next but two. */
		ok &= !weft_connection_wait(&c, note.number, WEFT_FOREVER);
	}
	return ok;
}

static bool create(uint32_t i, weft_fiber_main *main, void *stack)
{
	return !weft_fiber_create(&fiber[i], main, (void *)(uintptr_t)i, stack,
				  bytes, WEFT_FIBER_NORMAL);
}

static bool join(uint32_t i)
{
	int result = 0;

	return !weft_fiber_join(&fiber[i], &result, WEFT_FOREVER) && result;
}

/* Of each fiber all messages, in its order. */
static bool mixed(void *const stack[])
{
	uint32_t come[FIBERS] = {0};
	struct weft_note note;
	bool ok = true;

	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= create(i, puts, stack[i]);
	}
	for (uint32_t i = 0; ok && i < FIBERS * MESSAGES; i++) {
		uint32_t f;

		ok &= !weft_connection_receive(&c, &note, WEFT_FOREVER);
		f = note.user >= MESSAGES;
		ok &= note.user == f * MESSAGES + come[f]++ &&
		      is_right(&note, note.user) &&
		      !weft_connection_release(&c, note.number);
	}
	for (uint32_t i = 0; ok && i < FIBERS; i++) {
		ok &= join(i);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Started: far and long, or near; then one that is put. */
static struct weft_sending sending[STARTED];
static struct weft_note started[STARTED + 1];
static uint8_t own[MOST] __attribute__((aligned(8))); /* where an engine can */

static bool start_all(void)
{
	bool ok = true;

	for (uint32_t i = 0; i <= STARTED; i++) {
		uint8_t *data = i == 0 ? own : starts + i * MOST;

		started[i] = (struct weft_note){
			.flags = i == 2 ? WEFT_NEAR : 0,
			.user = i,
			.offset = i == 2 ? 8 : i % PLACES * MOST,
			.bytes = i == 2 ? NEAR - 8 : MOST - 8 * i,
			.data = data,
		};
		tap_fill(data, started[i].bytes, me + i);
		if (i < STARTED) {
			ok &= !weft_connection_put_start(&c, &started[i],
							 &sending[i]);
		}
	}
	/* There is no credit for the second one's parts: nobody receives. */
	ok &= !weft_test(&sending[1].request, WEFT_REUSABLE);
	ok &= weft_connection_put_start(&c, &started[1], &sending[1]) ==
	      WEFT_ERR_STATE;
	ok &= weft_wait(&sending[1].request, WEFT_REUSABLE, SHORT_US) ==
	      WEFT_ERR_TIMEOUT;
	ok &= weft_wait(&sending[STARTED - 1].request, WEFT_REUSABLE,
			SHORT_US) == WEFT_ERR_TIMEOUT;
	ok &= weft_connection_free(&c) == WEFT_ERR_STATE;
	return ok;
}

/* Behind those that have been started. */
static int puts_last(void *unused)
{
	bool ok;

	(void)unused;
	ok = !weft_connection_put(&c, &started[STARTED], WEFT_FOREVER);
	for (uint32_t i = 0; i < STARTED; i++) {
		ok &= sending[i].request.state >= WEFT_REUSABLE;
	}
	return ok;
}

static int flushes(void *unused)
{
	(void)unused;
	return !weft_wait(&sending[STARTED - 1].request, WEFT_REUSABLE,
			  WEFT_FOREVER);
}

static bool is_started(const struct weft_note *note, uint32_t i)
{
	uint8_t near[NEAR];

	if (i != 2) {
		return tap_same(note->data, note->bytes, before + i);
	}
	return note->flags == WEFT_NEAR &&
	       !weft_get(near, weft_at(me, c.near + note->offset),
			 note->bytes) &&
	       tap_same(near, note->bytes, before + i);
}

static bool in_order(void *const stack[])
{
	struct weft_note note;
	bool ok = start_all();

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= create(0, puts_last, stack[0]) && create(1, flushes, stack[1]);
	for (uint32_t i = 0; ok && i <= STARTED; i++) {
		ok &= !weft_connection_receive(&c, &note, WEFT_FOREVER);
		ok &= note.user == i && is_started(&note, i) &&
		      !weft_connection_release(&c, note.number);
	}
	ok &= join(0) && join(1);
	for (uint32_t i = 0; i < STARTED; i++) {
		ok &= !weft_wait(&sending[i].request, WEFT_COMPLETE,
				 WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Its first parts have gone; the receiver gets it when it is put once more. */
static bool given_up(void)
{
	struct weft_note note = {0, 77, 0, MOST, starts, 0}, got;
	bool ok;

	tap_fill(starts, MOST, me);
	ok = weft_connection_put(&c, &note, SHORT_US) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_connection_receive(&c, &got, SHORT_US) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	note.bytes = (NOTES - 1) * SLOT;
	ok &= !weft_connection_put(&c, &note, WEFT_FOREVER);
	ok &= !weft_connection_receive(&c, &got, WEFT_FOREVER);
	return ok && got.user == 77 && got.bytes == note.bytes &&
	       tap_same(got.data, got.bytes, before) &&
	       !weft_connection_release(&c, got.number);
}

int main(void)
{
	void *stack[FIBERS];
	bool ok;

	tap_begin();
	me = weft_rank();
	next = me + 1 == weft_size() ? 0 : me + 1;
	before = me ? me - 1 : weft_size() - 1;
	bytes = weft_fiber_stack(OWN);
	buffer = tap_room(FAR);
	starts = tap_room((STARTED + 1) * MOST);
	for (uint32_t i = 0; i < FIBERS; i++) {
		sent[i] = tap_room(MOST);
		stack[i] = tap_room(bytes);
	}
	ok = !weft_connection_create(&c, &shape, before, next);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_connection_put_start(&c, &started[0], &sending[0]) ==
	      WEFT_ERR_STATE; /* not accepted */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !weft_connection_accept(&c, buffer, FAR, true);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok, "accepted");
	tap_ok(mixed(stack), "long messages of two fibers");
	tap_ok(in_order(stack), "started, in order, before what is put");
	tap_ok(given_up(), "given up in its middle");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(!weft_connection_free(&c), "given back");
	return tap_end();
}
