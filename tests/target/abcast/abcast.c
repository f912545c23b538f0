/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: abcast_wide collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: cores=1,2,3,17,48 seeds=2 args=handler env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=2,3,48 args=thread env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=2,3,48 always=48 args=message env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=47 args=handler env=WEFT_TICK_US=0,WEFT_CREDIT=1,WEFT_ABCAST_K=2 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu modes=strict,relaxed,icount cores=48 args=thread
   env=WEFT_TICK_US=0,WEFT_CREDIT=1,WEFT_ABCAST_K=47 time-out=120 */
/* weft-test: cores=3 args=message env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=120 */
/* weft-test: cores=17 args=message env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffffff0 time-out=120 */
/* weft-test: cores=17 args=handler env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffffff0 time-out=120 */
/* weft-test: image=abcast_wide boards=scc-sim cores=17 args=message modes=strict,relaxed
   env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=120 */
/* weft-test: image=abcast_wide boards=scc-sim cores=17 args=message modes=strict,relaxed
   env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffffff0 time-out=120 */
/* weft-test: image=abcast_wide boards=scc-sim cores=2,17 args=handler modes=strict,relaxed
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: image=abcast_wide boards=scc-sim cores=17 args=thread modes=relaxed seeds=4
   env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=120 */
/* weft-test: image=abcast_wide boards=scc-sim cores=17 args=handler modes=strict,relaxed seeds=4
   env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=120 */
/* weft-test: boards=scc-sim cores=3 args=handler env=WEFT_TICK_US=0,WEFT_SHOW_CHOICE=1
   expect=weft:_choice_abcast_cores=3_ */
/* weft-test: boards=scc-sim cores=3,17 args=handler env=WEFT_TICK_US=0 o=irq=gic time-out=60 */
/* weft-test: boards=scc-sim cores=17 args=thread modes=relaxed o=irq=gic
   env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=60 */
/* weft-test: image=abcast_wide boards=scc-sim cores=17 args=message env=WEFT_TICK_US=0
   o=irq=gic time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 args=handler less=4
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 args=thread less=4
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 args=message less=4
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=epiphany-emu modes=reordered cores=64 args=handler,3 seeds=3 full=1
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=epiphany-emu modes=reordered cores=64 full=1 args=message,3
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=mpi modes=fork cores=3 o=window_kb=64 args=handler
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: boards=arm-qemu cores=1-48,64,123 args=handler
	env=WEFT_TICK_US=0 full=1 time-out=300 */
/* weft-test: boards=arm-qemu cores=1-8 o=gic=2 args=handler
	env=WEFT_TICK_US=0 full=1 time-out=120 */
/*
 * Every core broadcasts at random moments, all receive everything: each message
 * of each core once, whole, in order, by chunks in handlers, by chunks in the
 * thread, or as whole messages.  No tick: what is lost stays lost.  The second
 * argument is how many messages of each core.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "runtime/context.h"
#include "tests/target/tap.h"

enum {
	BIG = 9000,
};

static uint8_t *out[2], *in;

/* What has come from each root: whole messages, bytes of the next. */
static struct {
	uint32_t messages, bytes;
} * seen;
static volatile uint32_t whole, wrong;
static uint32_t sends = 12;
static uint32_t most = BIG; /* bytes of a message */
static weft_event_t event;
static enum rt_context asked = RT_HANDLER; /* where chunks are to be taken */

/* The length of a core's i-th message, which all know. */
static uint32_t size_of(uint32_t root, uint32_t i)
{
	static const uint32_t hurting[] = {0, 1, 31, 32, 33, 3071, 3072, 3073};
	uint32_t r = (root * 2654435761u ^ i * 40503u) >> 7;
	uint32_t n = r & 1 ? hurting[r >> 1 & 7] : tap_below(r << 9, BIG);

	return n < most ? n : most;
}

static inline uint8_t byte_of(uint32_t root, uint32_t message, uint32_t at)
{
	uint32_t x = (at + 1) * 2654435761u ^ (root << 8 | message);

	return (uint8_t)(x ^ x >> 13);
}

static void complain(const char *what, uint32_t root, uint32_t message)
{
	wrong++;
	printf("# %s: message %u of rank %u\n", what, (unsigned)message,
	       (unsigned)root);
}

static TAP_HOT void take(const struct weft_chunk *c)
{
	uint64_t room[8];
	const uint8_t *byte = (const uint8_t *)room;
	uint32_t at = 0, part;

	if (c->message != seen[c->root].messages + 1 ||
	    c->offset != seen[c->root].bytes ||
	    c->total != size_of(c->root, c->message)) {
		complain("out of order", c->root, c->message);
	}
	/* By pieces: where they lie an access may take hundreds of cycles. */
	for (bool ok = true; ok && at < c->bytes; at += part) {
		part = c->bytes - at < sizeof(room) ? c->bytes - at
						    : sizeof(room);
		memcpy(room, (const uint8_t *)c->data + at, part);
		for (uint32_t i = 0; i < part; i++) {
			ok &= byte[i] ==
			      byte_of(c->root, c->message, c->offset + at + i);
		}
		if (!ok) {
			complain("wrong data", c->root, c->message);
		}
	}
	seen[c->root].bytes = c->offset + c->bytes;
	if (seen[c->root].bytes == c->total) {
		seen[c->root].bytes = 0;
		seen[c->root].messages++;
		whole++;
	}
}

static void on_chunk(const struct weft_chunk *chunk, void *arg)
{
	(void)arg;
	wrong += rt_context != asked;
	take(chunk);
	weft_event_post(event);
}

static TAP_HOT bool send(uint32_t i, struct weft_request *request)
{
	uint32_t me = weft_rank();
	uint32_t n = size_of(me, i);
	uint8_t *data = out[i & 1];

	for (uint32_t at = 0; at < n; at++) {
		data[at] = byte_of(me, i, at);
	}
	return weft_abcast_start(data, n, request) == WEFT_OK;
}

static uint32_t expected(void)
{
	return (weft_size() - 1) * sends;
}

/* Two broadcasts under way, at random moments. */
static bool send_all(void)
{
	struct weft_request request[2] = {{0}, {0}};
	bool ok = true;

	for (uint32_t i = 1; i <= sends; i++) {
		struct weft_request *r = &request[i & 1];

		tap_delay(tap_below(tap_own_random(), 60000));
		if (i > 2) {
			ok &= !weft_wait(r, WEFT_REUSABLE, WEFT_FOREVER);
		}
		ok &= send(i, r);
	}
	ok &= !weft_wait(&request[0], WEFT_COMPLETE, WEFT_FOREVER);
	ok &= !weft_wait(&request[1], WEFT_COMPLETE, WEFT_FOREVER);
	return ok && weft_test(&request[0], WEFT_COMPLETE);
}

static void receive_chunks(bool in_thread)
{
	while (whole < expected()) {
		uint32_t staged = weft_event_stage(event);

		if (in_thread) {
			weft_abcast_poll(1000, WEFT_FOREVER);
		}
		if (whole < expected() && !in_thread) {
			weft_event_wait(event, staged, WEFT_FOREVER);
		}
	}
}

static bool receive_message(weft_us_t within)
{
	struct weft_message m;
	struct weft_chunk c = {0};
	int error = weft_abcast_recv(in, BIG, &m, within);

	if (error) {
		return error == WEFT_ERR_TIMEOUT;
	}
	c.root = m.root;
	c.message = m.message;
	c.total = c.bytes = m.bytes;
	c.data = m.data;
	take(&c);
	return true;
}

/* Whole messages are taken between the sends: nobody else does it. */
static bool converse(void)
{
	struct weft_request request;
	bool ok = true;

	for (uint32_t i = 1; i <= sends; i++) {
		tap_delay(tap_below(tap_own_random(), 60000));
		ok &= send(i, &request);
		while (ok && !weft_test(&request, WEFT_REUSABLE)) {
			ok &= receive_message(100);
		}
	}
	while (ok && whole < expected()) {
		ok &= receive_message(WEFT_FOREVER);
	}
	return ok;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "handler";
	bool thread = !strcmp(how, "thread");
	bool message = !strcmp(how, "message");
	bool ok = weft_event_open(WEFT_NOBODY, &event) == WEFT_OK;

	asked = thread ? RT_THREAD : RT_HANDLER;
	sends = argc > 2 ? (uint32_t)atoi(argv[2]) : sends;
	tap_begin();
	seen = tap_room(weft_size() * sizeof(*seen));
	out[0] = tap_room(BIG);
	out[1] = tap_room(BIG);
	in = tap_room(BIG);
	if (!message) {
		ok &= !weft_abcast_on_chunk(on_chunk, NULL,
					    thread ? WEFT_IN_THREAD
						   : WEFT_IN_HANDLER);
	} else if (weft_abcast_eager() < BIG) {
		most = weft_abcast_eager(); /* for longer ones none is posted */
	}
	tap_ok(ok, "ready");
	ok = message ? converse() : send_all();
	if (!message) {
		/* Before any barrier: others wait for this thread to take. */
		receive_chunks(thread);
	}
	tap_ok(ok, "all sent");
	tap_ok(whole == expected() && wrong == 0, "all received, by %s", how);
	return tap_end();
}
