/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 boards=scc-sim,scc-qemu,arm-qemu
   env=WEFT_TICK_US=0 args=handler time-out=120 */
/* weft-test: cores=2,3,17 boards=scc-sim,scc-qemu,arm-qemu
   env=WEFT_TICK_US=0 args=thread time-out=120 */
/* weft-test: cores=3 boards=scc-sim env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffffff0
   args=thread */
/* weft-test: cores=3 boards=epiphany-emu env=WEFT_TICK_US=0 args=thread time-out=120 */
/*
 * Two invented clients of the inbox, at the same time: each core sends messages of
 * any length to the next one.  The first client's are taken by chunks, in handlers or
 * in the thread; the second one's whole, out of slots and from posted buffers.  What
 * comes before a core has chosen waits and stops its sender after W chunks.  Some
 * messages are cut short, some long ones never come at all: the chunk after such a
 * one begins anew, and no other is missed.  Some chunks belong to no message.  There is
 * no tick, so nothing that is lost is made good.
 */
#include <string.h>

#include <weft/weft.h>

#include "runtime/park.h"
#include "runtime/progress.h"

#include "tests/target/abcast/inbox/client.h"
#include "tests/target/tap.h"

static char buffer[EAGER], in_place[LONGEST], right[LONGEST];

static void take_piece(const struct weft_chunk *chunk, void *arg)
{
	struct client *c = arg;
	uint32_t size = size_of(c, c->expected);

	tap_fill(right, size, c->expected);
	c->wrong += chunk->root != prev || chunk->message != c->expected ||
		    chunk->total != size || chunk->offset != c->got ||
		    memcmp(chunk->data, right + c->got, chunk->bytes) != 0;
	c->got += chunk->bytes;
	if (c->got >= end_of(c, c->expected)) {
		c->got = 0;
		c->expected++;
	}
}

static void post(struct client *c)
{
	c->wrong += inbox_post(&c->inbox, prev, in_place, LONGEST) != WEFT_OK;
	ring(prev);
}

/* Now and then with too little room: it is offered again. */
static void take_message(struct client *c)
{
	struct weft_message m;
	size_t room = tap_below(tap_own_random(), 4) ? EAGER : 0;
	int error = inbox_recv(&c->inbox, buffer, room, &m, 0);
	uint32_t size;

	if (error == WEFT_ERR_TIMEOUT) {
		return;
	}
	while (end_of(c, c->expected) < size_of(c, c->expected)) {
		c->expected++;
	}
	size = size_of(c, c->expected);
	c->wrong += m.message != c->expected || m.bytes != size;
	if (error == WEFT_ERR_SPACE) {
		c->wrong += size <= room;
		return;
	}
	c->wrong += error || !tap_same(m.data, size, c->expected) ||
		    m.data != (size > EAGER ? in_place : buffer);
	c->expected++;
	if (size > EAGER) {
		post(c);
	}
}

static bool has_come(struct client *c)
{
	return c == &client[0] ? inbox_ready(&c->inbox)
			       : inbox_any_ready(&c->inbox);
}

static void take(struct client *c)
{
	if (c == &client[0]) {
		inbox_poll(&c->inbox, 1, 0);
	} else {
		take_message(c);
	}
}

static bool is_over(void)
{
	bool over = true;

	for (uint32_t i = 0; i < CLIENTS; i++) {
		over &= client[i].message > MESSAGES &&
			client[i].expected > MESSAGES;
	}
	return over;
}

static bool can_go_on(void *none)
{
	bool any = is_over();

	(void)none;
	for (uint32_t i = 0; i < CLIENTS; i++) {
		any |= may_send(&client[i]) || has_come(&client[i]);
	}
	return any;
}

/* Nobody has chosen: each stream stops after W chunks, and nothing is delivered. */
static bool stops(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < CLIENTS; i++) {
		while (may_send(&client[i])) {
			send(&client[i]);
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	rt_progress();
	for (uint32_t i = 0; i < CLIENTS; i++) {
		struct client *c = &client[i];

		ok &= c->sent - c->epoch <= W && c->expected == 1 &&
		      c->got == 0 && !has_come(c) &&
		      c->inbox.stream[prev].delivered == c->epoch;
	}
	ok &= client[0].sent - client[0].epoch + client[0].anew >= W;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool exchange(void)
{
	bool ok = true;

	while (ok && !is_over()) {
		struct client *c =
			&client[tap_below(tap_own_random(), CLIENTS)];
		bool may = may_send(c), come = has_come(c);

		if (may && (!come || tap_below(tap_own_random(), 2))) {
			send(c);
		} else if (come) {
			take(c);
		} else {
			ok = !rt_park(can_go_on, NULL, ARCH_NEVER, RT_ANYONE,
				      "credit, or a message");
		}
	}
	return ok;
}

int main(int argc, char **argv)
{
	bool in_handler = argc > 1 && !strcmp(argv[1], "handler");
	bool ok;

	tap_begin();
	tap_ok(stops(), "what comes before one has chosen waits");
	ok = !inbox_on_chunk(&client[0].inbox, take_piece, &client[0],
			     in_handler ? WEFT_IN_HANDLER : WEFT_IN_THREAD);
	ok &= inbox_on_chunk(&client[0].inbox, take_piece, &client[0],
			     WEFT_IN_THREAD) == WEFT_ERR_STATE;
	post(&client[1]);
	ok &= inbox_post(&client[1].inbox, prev, right, LONGEST) ==
	      WEFT_ERR_STATE;
	tap_ok(ok, "one way to deliver for each inbox");
	tap_ok(exchange(), "all is sent and taken");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(client[0].wrong == 0 && client[1].wrong == 0,
	       "in order, each once, and whole but for what was cut short");
	return tap_end();
}
