/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 seeds=2 time-out=120 */
/* weft-test: cores=2 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/*
 * Connections, each core's to the next one: random messages, near and far, with and
 * without doorbells, released in any order, against what was sent; full rings; fibers
 * that receive; space that is used again.
 */
#include <weft/weft.h>

#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	NOTES = 4,
	PIECE = 24, /* of the buffer: each note's own */
	SLOT = PIECE - 3,
	NEAR = NOTES * PIECE,
	FAR = 2 * NEAR + PIECE,
	MESSAGES = 40,
	SHORT_US = 20,
	FIBERS = 2,
	OWN = 600,
};

static const struct weft_connection_shape shape = {NOTES, SLOT, NEAR};
static struct weft_connection c;
static uint32_t me, next, before, doorbells;
static char *buffer;
static weft_event_t bell;

/* Message n of that core: what its sender makes of it, and its receiver expects. */
struct expected {
	struct weft_note note; /* as it is put */
	uint32_t key;
	bool near, rings;
};

static struct expected expect(uint32_t from, uint32_t n)
{
	uint32_t r = from << 16 ^ (n + 1) << 5 ^ 0x9e3779b9;
	struct expected e = {.key = from << 8 ^ n};

	for (int i = 0; i < 4; i++) {
		r ^= r << 13;
		r ^= r >> 17;
		r ^= r << 5;
	}
	e.rings = r & 4;
	e.near = (r & 3) == 1;
	e.note.flags = r & 1 ? WEFT_NEAR : 0;
	e.note.offset = (n & (NOTES - 1)) * PIECE + (r >> 3 & 3);
	if (e.note.flags && !e.near) {
		e.note.offset += NEAR + 1; /* where the MPB has none */
	}
	e.note.bytes = tap_below(r >> 8, SLOT + 1);
	e.note.user = r;
	return e;
}

static int send(uint32_t n, weft_us_t within, bool *ok)
{
	struct expected e = expect(me, n);
	char data[SLOT];
	int error;

	tap_fill(data, e.note.bytes, e.key);
	e.note.data = data;
	error = weft_connection_put(&c, &e.note, within);
	if (!error && e.rings) {
		error = weft_notify(c.to);
	}
	if (!error) {
		tap_fill(data, SLOT, 0);
		*ok &= !!(e.note.flags & WEFT_NEAR) == e.near;
	}
	return error;
}

/* Is it message n, unharmed? */
static bool is(const struct weft_note *note, uint32_t n)
{
	struct expected e = expect(before, n);
	char data[SLOT];
	bool ok = note->user == e.note.user && note->bytes == e.note.bytes &&
		  note->offset == e.note.offset &&
		  !!(note->flags & WEFT_NEAR) == e.near;

	if (!ok || !e.near) {
		return ok && note->data == buffer + note->offset &&
		       tap_same(note->data, note->bytes, e.key);
	}
	ok = note->data == NULL &&
	     weft_get(data, weft_at(me, c.near + note->offset), note->bytes) ==
		     WEFT_OK;
	return ok && tap_same(data, note->bytes, e.key);
}

/* Messages that have been received and not been released. */
static struct {
	struct weft_note note;
	uint32_t n;
} held[NOTES];
static uint32_t holds, received;

static bool receive(weft_us_t within, int *error)
{
	bool ok = true;

	*error = weft_connection_receive(&c, &held[holds].note, within);
	if (!*error) {
		doorbells += expect(before, received).rings;
		held[holds].n = received++;
		ok = is(&held[holds].note, held[holds].n);
		holds++;
	}
	return ok;
}

static bool release(uint32_t i)
{
	bool ok = is(&held[i].note, held[i].n);

	ok &= weft_connection_release(&c, held[i].note.number) == WEFT_OK;
	held[i] = held[--holds];
	return ok;
}

static bool any_order(void)
{
	uint32_t sent = 0;
	bool ok = true;
	int error;

	received = 0;
	while (sent < MESSAGES || received < MESSAGES || holds > 0) {
		uint32_t r = tap_own_random();

		if (sent < MESSAGES) {
			error = send(sent, r & 7, &ok);
			ok &= error == WEFT_OK || error == WEFT_ERR_TIMEOUT;
			sent += !error;
		}
		if (received < MESSAGES && holds < NOTES) {
			ok &= receive(r >> 4 & 7, &error);
			ok &= error == WEFT_OK || error == WEFT_ERR_TIMEOUT;
		}
		if (holds == NOTES || (holds > 0 && (r & 0x300))) {
			ok &= release(tap_below(r >> 10, holds));
		}
	}
	return ok;
}

/* Only those that rang posted the event. */
static bool rung(uint32_t since)
{
	uint32_t seen;

	while ((seen = weft_event_stage(bell)) - since < doorbells) {
		if (weft_event_wait(bell, seen, WEFT_FOREVER)) {
			return false;
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return weft_event_stage(bell) - since == doorbells;
}

/* Nothing is released: nothing more goes; the first one releases those after it. */
static bool full(void)
{
	bool ok = true;
	int error = 0;

	received = 0;
	for (uint32_t n = 0; n < NOTES; n++) {
		ok &= send(n, WEFT_FOREVER, &ok) == WEFT_OK;
	}
	ok &= send(NOTES, 0, &ok) == WEFT_ERR_TIMEOUT;
	ok &= send(NOTES, SHORT_US, &ok) == WEFT_ERR_TIMEOUT;
	ok &= weft_connection_wait(&c, c.sent - 1, 0) == WEFT_ERR_TIMEOUT;
	ok &= weft_connection_wait(&c, c.sent, 0) == WEFT_ERR_STATE;
	for (uint32_t n = 0; n < NOTES; n++) {
		ok &= receive(WEFT_FOREVER, &error) && !error;
	}
	ok &= release(1); /* the last one is at its place now */
	ok &= release(1);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= send(NOTES, 0, &ok) == WEFT_ERR_TIMEOUT;
	ok &= weft_connection_release(&c, held[0].note.number + 1) ==
	      WEFT_ERR_STATE;
	ok &= weft_connection_release(&c, c.received) == WEFT_ERR_STATE;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= release(0);
	ok &= weft_connection_wait(&c, c.sent - 3, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_connection_wait(&c, c.sent - 2, 0) ==
	      (NOTES == 4 ? WEFT_ERR_TIMEOUT : WEFT_OK);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= release(0);
	return ok && holds == 0;
}

/* Fibers receive what comes, in turn, while main sends. */
static uint32_t first, claimed;

static int receives(void *arg)
{
	struct weft_note note;
	bool ok = true;

	(void)arg;
	while (ok && claimed < MESSAGES) {
		claimed++;
		ok = weft_connection_receive(&c, &note, WEFT_FOREVER) == 0 &&
		     is(&note, note.number - first);
		doorbells += expect(before, note.number - first).rings;
		weft_fiber_yield();
		ok &= is(&note, note.number - first) &&
		      !weft_connection_release(&c, note.number);
	}
	return ok;
}

static bool by_fibers(void)
{
	size_t bytes = weft_fiber_stack(OWN);
	static struct weft_fiber fiber[FIBERS];
	int result = 0;
	bool ok = true;

	first = c.received;
	claimed = 0;
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !weft_fiber_create(&fiber[i], receives, NULL,
					 tap_room(bytes), bytes,
					 WEFT_FIBER_NORMAL);
	}
	for (uint32_t n = 0; n < MESSAGES; n++) {
		ok &= send(n, WEFT_FOREVER, &ok) == WEFT_OK;
	}
	for (uint32_t i = 0; i < FIBERS; i++) {
		ok &= !weft_fiber_join(&fiber[i], &result, WEFT_FOREVER);
		ok &= result;
	}
	return ok;
}

/* Until it has been accepted nothing goes. */
static bool begin(void)
{
	bool ok = !weft_connection_create(&c, &shape, before, next);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= send(0, SHORT_US, &ok) == WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && !weft_connection_accept(&c, buffer, FAR, true);
}

int main(void)
{
	uint32_t since;
	bool ok;

	tap_begin();
	dirty_heap();
	me = weft_rank();
	next = me + 1 == weft_size() ? 0 : me + 1;
	before = me ? me - 1 : weft_size() - 1;
	buffer = tap_room(FAR);
	ok = !weft_event_open(before, &bell);
	since = weft_event_stage(bell); /* before anybody may ring */
	tap_ok(begin() && ok, "accepted");
	tap_ok(any_order(), "near and far, released in any order");
	tap_ok(full(), "a full ring");
	tap_ok(by_fibers(), "received by fibers");
	tap_ok(rung(since), "an event for each doorbell, and no other");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(!weft_connection_free(&c), "given back");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(begin() && any_order(), "the same space again");
	return tap_end();
}
