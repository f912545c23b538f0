/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 seeds=3 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=48 seeds=2 env=WEFT_TICK_US=0 time-out=300 */
/* weft-test: cores=17 env=WEFT_TICK_US=0,WEFT_EPOCH=0xfff0fff0 time-out=60 */
/* weft-test: cores=17 env=WEFT_TICK_US=0,WEFT_EPOCH=0xfff0fff0,WEFT_ABCAST_K=4
   time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 less=6 env=WEFT_TICK_US=0
   time-out=120 */
/*
 * Everything at once: asynchronous broadcasts and notifications go on in
 * handlers while the threads go through barriers, synchronous broadcasts,
 * messages and locks.  Nothing is lost, and no kind disturbs another; both halves
 * of the bells wrap (with an epoch; in a tree, where who calls also sends).  Argument: how
 * many rounds.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ROUNDS = 24,
	BYTES = 4000,
};

static uint32_t me, cores, word, lock_word, all = ROUNDS;
static volatile uint32_t wrong, whole;
static uint32_t *seen;                       /* by root; the handler's */
static uint8_t (*in)[BYTES], *out[2], *sync; /* in: by root */
static struct weft_request request[2];
static weft_event_t event, called;

static uint32_t size_of(uint32_t root, uint32_t i)
{
	return tap_below(root * 2654435761u ^ i * 0x9e3779b9u, BYTES + 1);
}

static uint32_t key(uint32_t root, uint32_t i)
{
	return root << 16 | i;
}

static void handle(const struct weft_chunk *c, void *arg)
{
	uint32_t i = seen[c->root];

	(void)arg;
	wrong += c->message != i + 1 || c->total != size_of(c->root, i);
	memcpy(&in[c->root][c->offset], c->data, c->bytes);
	if (c->offset + c->bytes == c->total) {
		wrong += !tap_same(in[c->root], c->total, key(c->root, i));
		seen[c->root]++;
		whole++;
		weft_event_post(event);
	}
}

static bool broadcast(uint32_t i)
{
	struct weft_request *r = &request[i & 1];
	bool ok = i < 2 || !weft_wait(r, WEFT_REUSABLE, WEFT_FOREVER);

	tap_fill(out[i & 1], size_of(me, i), key(me, i));
	return ok && !weft_abcast_start(out[i & 1], size_of(me, i), r);
}

/* Rank 0's count, raised by all under its lock. */
static bool locked(void)
{
	uint32_t count;
	bool ok = !weft_lock(0, WEFT_FOREVER);

	ok &= !weft_flag_read(0, lock_word, &count);
	ok &= !weft_flag_write(0, lock_word, count + 1);
	return !weft_unlock(0) && ok;
}

/* A message round the ring: even ranks send first. */
static bool ring(uint32_t i)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0;
	uint32_t prev = me > 0 ? me - 1 : cores - 1, got = 0;
	bool ok = true;

	for (uint32_t turn = 0; turn < 2; turn++) {
		/* The last of an odd number of cores waits for its turn. */
		if (turn == (me & 1)) {
			ok &= !weft_send(&i, sizeof(i), next, WEFT_FOREVER);
		} else if (prev != me) {
			ok &= !weft_recv(&got, sizeof(got), prev, WEFT_FOREVER);
		}
	}
	return ok && got == i;
}

static bool synchronous(uint32_t i)
{
	uint32_t root = tap_below(tap_random(), cores);
	uint32_t n = tap_below(tap_random(), BYTES + 1);

	if (me == root) {
		tap_fill(sync, n, i);
	}
	return !weft_bcast(sync, n, root, WEFT_WORLD, WEFT_FOREVER) &&
	       tap_same(sync, n, i);
}

static bool soak(void)
{
	uint32_t next = me + 1 < cores ? me + 1 : 0, count;
	bool ok = true;

	for (uint32_t i = 0; i < all; i++) {
		ok &= broadcast(i);
		ok &= !weft_notify(next);
		tap_delay(tap_below(tap_own_random(), 20000));
		switch (tap_below(tap_random(), 4)) {
		case 0:
			ok &= synchronous(i);
			break;
		case 1:
			ok &= !weft_barrier(WEFT_WORLD, WEFT_FOREVER);
			break;
		case 2:
			ok &= cores & 1 || ring(i);
			break;
		default:
			ok &= synchronous(i) && synchronous(i);
		}
		ok &= locked();
		ok &= !weft_notify(next);
	}
	while (whole < (cores - 1) * all) {
		uint32_t staged = weft_event_stage(event);

		if (whole < (cores - 1) * all) {
			weft_event_wait(event, staged, WEFT_FOREVER);
		}
	}
	for (uint32_t i = 0; i < 2; i++) {
		ok &= !weft_wait(&request[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	while ((count = weft_event_stage(called)) < 2 * all) {
		weft_event_wait(called, count, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= weft_event_stage(called) == 2 * all;
	ok &= !weft_flag_read(0, lock_word, &count) && count == cores * all;
	return ok && wrong == 0 && whole == (cores - 1) * all;
}

int main(int argc, char **argv)
{
	bool ok;

	all = argc > 1 ? (uint32_t)atoi(argv[1]) : all;
	me = weft_rank();
	cores = weft_size();
	tap_begin();
	in = tap_room(cores * sizeof(*in));
	seen = tap_room(cores * sizeof(*seen));
	out[0] = tap_room(BYTES);
	out[1] = tap_room(BYTES);
	sync = tap_room(BYTES);
	ok = !weft_flags_alloc(2, &word);
	lock_word = weft_flag_at(word, 1);
	ok &= !weft_event_open(WEFT_NOBODY, &event);
	ok &= !weft_event_open(me > 0 ? me - 1 : cores - 1, &called);
	ok &= !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);
	tap_ok(ok, "ready");
	tap_ok(soak(), "%u rounds of everything", (unsigned)all);
	return tap_end();
}
