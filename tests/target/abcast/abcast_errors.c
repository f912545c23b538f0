/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,48 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=1025 boards=scc-sim modes=fast args=limit time-out=60 */
/*
 * What asynchronous broadcast does not do, it says by name, before any data
 * move: each call that fails leaves all as it was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

static struct weft_message m;
static uint8_t *data, *posted;
static uint32_t me, cores, eager;

static void handle(const struct weft_chunk *chunk, void *arg)
{
	(void)chunk;
	(void)arg;
}

static bool too_many(void)
{
	struct weft_request r;

	return weft_abcast_eager() == 0 && weft_abcast_poll(9, 0) == 0 &&
	       weft_abcast_start("x", 1, &r) == WEFT_ERR_LIMIT &&
	       weft_abcast("x", 1, 0) == WEFT_ERR_LIMIT &&
	       weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER) ==
		       WEFT_ERR_LIMIT &&
	       weft_abcast_recv(&r, sizeof(r), &m, 0) == WEFT_ERR_LIMIT &&
	       weft_abcast_on_lost(NULL, NULL) == WEFT_ERR_LIMIT &&
	       weft_abcast_post(0, &r, sizeof(r)) == WEFT_ERR_LIMIT;
}

static bool arguments(void)
{
	struct weft_request r;
	uint32_t other = me ? 0 : 1;
	bool ok = weft_abcast_start(NULL, 1, &r) == WEFT_ERR_NULL;

	ok &= weft_abcast_start(data, 1, NULL) == WEFT_ERR_NULL;
	ok &= weft_abcast(NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_abcast_start(data, WEFT_ABCAST_MAX + 1, &r) == WEFT_ERR_SIZE;
	ok &= weft_abcast_start(data, SIZE_MAX, &r) == WEFT_ERR_SIZE;
	ok &= weft_abcast(data, WEFT_ABCAST_MAX + 1, 0) == WEFT_ERR_SIZE;
	ok &= weft_abcast_on_chunk(NULL, NULL, WEFT_IN_THREAD) == WEFT_ERR_NULL;
	ok &= weft_abcast_recv(NULL, 1, &m, 0) == WEFT_ERR_NULL;
	ok &= weft_abcast_recv(data, 1, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_abcast_post(cores, data, eager + 1) == WEFT_ERR_RANK;
	ok &= weft_abcast_post(me, data, eager + 1) == WEFT_ERR_RANK;
	if (cores > 1) {
		ok &= weft_abcast_post(other, NULL, eager + 1) == WEFT_ERR_NULL;
		ok &= weft_abcast_post(other, data, eager) == WEFT_ERR_SIZE;
		ok &= weft_abcast_post(other, data, WEFT_ABCAST_MAX + 1) ==
		      WEFT_ERR_SIZE;
	}
	ok &= weft_abcast_poll(9, 0) == 0;
	return ok && !weft_test(NULL, WEFT_REUSABLE) &&
	       weft_wait(NULL, WEFT_REUSABLE, 0) == WEFT_ERR_NULL;
}

/* A message of that many bytes by rank 0 is refused, and by whom. */
static bool refuses(size_t bytes, uint32_t by)
{
	struct weft_request r = {0};

	return weft_abcast_start(data, bytes, &r) == WEFT_ERR_REFUSED &&
	       r.peer == by && weft_abcast(data, bytes, 0) == WEFT_ERR_REFUSED;
}

/*
 * Rank 0 sends; odd ranks take chunks, even ones whole messages.  All but the
 * last have chosen when it is refused, for the last's sake alone.
 */
static bool refused(void)
{
	uint32_t last = cores - 1;
	bool ok = true, chunks = me & 1;

	if (cores == 1) {
		return true;
	}
	ok &= me > 0 || refuses(eager + 1, 1); /* nobody has chosen */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me > 0 && me < last) {
		ok &= !(chunks ? weft_abcast_on_chunk(handle, NULL,
						      WEFT_IN_HANDLER)
			       : weft_abcast_post(0, posted, eager + 100));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= me > 0 || refuses(eager + 1, last);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == last) {
		ok &= !weft_abcast_post(0, posted, eager + 99);
		ok &= weft_abcast_post(0, posted, eager + 99) == WEFT_ERR_STATE;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= me > 0 || refuses(eager + 100, last); /* posted, but too short */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		struct weft_request r;

		ok &= !weft_abcast_start(data, eager + 99, &r);
		ok &= !weft_wait(&r, WEFT_REUSABLE, WEFT_FOREVER);
	} else if (!chunks || me == last) {
		ok &= !weft_abcast_recv(NULL, 0, &m, WEFT_FOREVER);
		ok &= m.data == posted && m.bytes == eager + 99 && m.root == 0;
		ok &= m.message == 1 && tap_same(posted, eager + 99, 7);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= me > 0 || refuses(eager + 1, cores > 2 ? 2 : 1); /* used up */
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* Who has chosen one way stays with it. */
static bool chosen(void)
{
	uint32_t other = me ? 0 : 1;
	bool chunks = me & 1 && me < cores - 1, ok = true;

	if (!chunks) {
		ok &= weft_abcast_on_chunk(handle, NULL, WEFT_IN_THREAD) ==
			      WEFT_ERR_STATE ||
		      me == 0;
		ok &= weft_abcast_poll(9, 0) == 0;
		return ok;
	}
	ok &= weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER) ==
	      WEFT_ERR_STATE;
	ok &= weft_abcast_recv(data, 1, &m, 0) == WEFT_ERR_STATE;
	ok &= weft_abcast_post(other, data, eager + 1) == WEFT_ERR_STATE;
	return ok;
}

/* A message that is too long for its buffer waits; a time-out is one. */
static bool short_of_space(void)
{
	struct weft_request r;
	uint8_t in[3];
	bool ok = true;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (me == 0) {
		ok &= !weft_abcast_start("abc", 3, &r);
		ok &= !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
	} else if (!(me & 1) || me == cores - 1) {
		int error = weft_abcast_recv(in, 2, &m, WEFT_FOREVER);

		ok &= error == WEFT_ERR_SPACE && m.bytes == 3;
		m.bytes = 0;
		ok &= weft_abcast_recv(NULL, 0, &m, 0) == WEFT_ERR_SPACE;
		ok &= m.bytes == 3 && !weft_abcast_recv(in, 3, &m, 0);
		ok &= !memcmp(in, "abc", 3) && m.message == 2;
		ok &= weft_abcast_recv(in, 3, &m, 50) == WEFT_ERR_TIMEOUT;
	}
	return ok;
}

/* With nobody to send to, all is done at once. */
static bool alone(void)
{
	struct weft_request r = {0};

	return weft_abcast_start(data, eager + 1, &r) == WEFT_OK &&
	       weft_test(&r, WEFT_COMPLETE) && !weft_abcast(data, 5, 0) &&
	       weft_abcast_recv(data, 5, &m, 10) == WEFT_ERR_TIMEOUT;
}

int main(int argc, char **argv)
{
	(void)argv;
	me = weft_rank();
	cores = weft_size();
	eager = weft_abcast_eager();
	tap_begin();
	if (argc > 1) {
		tap_ok(too_many(), "too many cores is a named error");
		return tap_end();
	}
	data = malloc(eager + 100);
	posted = malloc(eager + 100);
	tap_ok(data && posted && eager > 0, "memory");
	tap_fill(data, eager + 100, 7);
	tap_ok(arguments(), "bad arguments are named errors");
	tap_ok(refused(), "a core that has no room is named");
	if (cores > 1) {
		tap_ok(chosen(), "chosen once");
		tap_ok(short_of_space(), "a short buffer, a time-out");
	} else {
		tap_ok(alone(), "alone");
	}
	return tap_end();
}
