/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 seeds=2 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3 env=WEFT_TICK_US=0,WEFT_CREDIT=1,WEFT_ABCAST_K=1 time-out=60 */
/*
 * Blocking broadcasts in thread mode, where a core's chunks are taken in its own
 * waits only: cores that wait for each other go on; a handler that waits gets no
 * chunk twice; a call that times out leaves nothing on its stack, and says whether
 * its message has begun to leave.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
	MANY = 30,
	MOST = 3 * 256,
	LONG = 'x', /* what a long message is made of */
};

static uint32_t me, cores, word;
static uint32_t seen[CORES], wrong, inside, number[MOST], sent;
static uint32_t begun, long_bytes; /* a long message: there is so much of it */
static bool answer;                /* the handler blocks as well */

static int send(weft_us_t within)
{
	number[sent] = sent + 1;
	sent++;
	return weft_abcast(&number[sent - 1], sizeof(number[0]), within);
}

/* Looks again at the rest, seldom enough for 48 cores on a loaded host. */
static void poll(uint32_t most)
{
	weft_abcast_poll(most, 20000);
}

static void handle(const struct weft_chunk *c, void *arg)
{
	uint32_t value = 0;

	(void)arg;
	if (c->total > sizeof(value)) {
		wrong += c->offset != begun || c->total != long_bytes ||
			 ((const char *)c->data)[c->bytes - 1] != LONG;
		begun = c->offset + c->bytes;
		seen[c->root] += begun == c->total;
		return;
	}
	memcpy(&value, c->data, sizeof(value));
	wrong += inside > 0 || c->message != value || value != ++seen[c->root];
	inside++;
	if (answer && c->root == 0) {
		wrong += send(WEFT_FOREVER) != WEFT_OK;
	}
	inside--;
}

static void until_all(uint32_t count)
{
	for (uint32_t root = 0; root < cores; root++) {
		while (root != me && seen[root] < count) {
			poll(5);
		}
	}
}

/* All block on each other, W times over. */
static bool each_other(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < MANY; i++) {
		tap_delay(tap_below(tap_own_random(), 2000));
		ok &= send(WEFT_FOREVER) == WEFT_OK;
	}
	until_all(MANY);
	return ok && wrong == 0;
}

/* The stack below, as any other function would leave it. */
static void __attribute__((noinline)) clobber(void)
{
	volatile uint8_t waste[512]; /* of little, on an Epiphany */

	for (uint32_t i = 0; i < sizeof(waste); i++) {
		waste[i] = 0xa5;
	}
}

/* Rank 0's window is closed: the last core takes nothing for a while. */
static bool times_out(void)
{
	uint32_t left = 0, last = cores - 1, value = 0;
	int error = WEFT_OK;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		/* So long that only a closed window can be why, on any host. */
		while (!error && left < MOST / 2) {
			error = send(1000000);
			left += error == WEFT_OK;
		}
		clobber();
		sent--;
		ok &= error == WEFT_ERR_TIMEOUT && left > 0;
		/* It has not begun; nor has another one, and none is left. */
		ok &= send(100) == WEFT_ERR_TIMEOUT;
		clobber();
		sent--;
		weft_flag_write(last, word, left);
		ok &= send(WEFT_FOREVER) == WEFT_OK;
		ok &= send(WEFT_FOREVER) == WEFT_OK;
		for (uint32_t rank = 1; rank < cores; rank++) {
			weft_flag_write(rank, word, sent);
		}
	} else if (me == last) {
		ok &= !weft_flag_wait(word, 1, WEFT_FOREVER);
	}
	while (me > 0 && seen[0] != value) {
		poll(1);
		weft_flag_read(me, word, &value);
		value = value > MANY + 2 ? value : 0;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && wrong == 0;
}

/* One chunk more than the window has: it begins, and cannot end in time. */
static bool begins(char *data)
{
	uint32_t before = seen[0];
	bool ok = data != NULL;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0 && ok) {
		memset(data, LONG, long_bytes);
		ok &= weft_abcast(data, long_bytes, 1000) == WEFT_ERR_PENDING;
		sent++;
		/* That one waits for it, and does not begin. */
		ok &= weft_abcast(data, 1, 100) == WEFT_ERR_TIMEOUT;
		weft_flag_write(cores - 1, word, 1 << 20);
		ok &= send(WEFT_FOREVER) == WEFT_OK;
	} else if (me == cores - 1) {
		ok &= !weft_flag_wait(word, 1 << 20, WEFT_FOREVER);
	}
	while (me > 0 && seen[0] < before + 2 && wrong == 0) {
		poll(1);
	}
	return ok && wrong == 0 && (me == 0 || begun == long_bytes);
}

/*
 * The handler waits for its own broadcast, which needs rank 0 to take, while more
 * chunks of rank 0 are here: they come behind this one.
 */
static bool from_handler(void)
{
	uint32_t begin = seen[0], count = sent;
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	answer = me == cores - 1;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; me == 0 && i < MANY; i++) {
		ok &= send(WEFT_FOREVER) == WEFT_OK;
	}
	while (me > 0 && seen[0] < begin + MANY) {
		poll(1);
	}
	while (me < cores - 1 && seen[cores - 1] < 2 * MANY) {
		poll(1);
	}
	ok &= me != cores - 1 || sent == count + MANY;
	return ok && wrong == 0;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	tap_cores(CORES);
	ok = !weft_abcast_on_chunk(handle, NULL, WEFT_IN_THREAD);
	tap_ok(ok && !weft_flags_alloc(1, &word), "ready");
	tap_ok(each_other(), "all block on each other");
	tap_ok(times_out(), "a call that times out goes on behind it");
	long_bytes = weft_abcast_eager() + 1;
	tap_ok(begins(malloc(long_bytes)), "one that has begun goes on");
	tap_ok(from_handler(), "a handler that blocks");
	return tap_end();
}
