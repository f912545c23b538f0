/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: abcast_large collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: boards=scc-sim modes=fast cores=256 full=1 time-out=120 */
/* weft-test: boards=scc-sim modes=fast cores=1024 o=mesh=32x32 full=1 time-out=240 */
/* weft-test: boards=scc-sim modes=strict,relaxed cores=7,48
   seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_EPOCH=0xfffffff0
   o=faults=7:0.1:irq time-out=120 */
/*
 * Asynchronous broadcast in runs of more cores than have bells for each other: some
 * cores far apart broadcast at the same time, messages of no byte, of a line and of
 * several chunks.  Each core gets each chunk once, in the order of its root, and the
 * roots' waits end when all have; nobody can post a buffer there.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	ROOTS = 5,
	MESSAGES = 4,
	LONGEST = 20000,
};

static uint8_t *message;
static volatile uint32_t whole[ROOTS]; /* messages of each */
static volatile uint32_t bytes_of_it[ROOTS];
static volatile bool wrong;

/* Root i; all are different if there are so many cores. */
static uint32_t root_of(uint32_t i)
{
	uint32_t step = weft_size() / ROOTS;

	return i * step;
}

static uint32_t bytes_of(uint32_t m)
{
	static const uint32_t bytes[MESSAGES] = {0, 33, LONGEST, 4};

	return bytes[m];
}

static void take(const struct weft_chunk *chunk, void *arg)
{
	uint32_t i = 0;

	(void)arg;
	while (i < ROOTS && root_of(i) != chunk->root) {
		i++;
	}
	if (i == ROOTS || whole[i] == MESSAGES ||
	    chunk->total != bytes_of(whole[i]) ||
	    chunk->offset != bytes_of_it[i] ||
	    chunk->offset + chunk->bytes > chunk->total ||
	    memcmp(chunk->data, message + chunk->offset + i, chunk->bytes) !=
		    0) {
		wrong = true;
		return;
	}
	bytes_of_it[i] += chunk->bytes;
	if (bytes_of_it[i] == chunk->total) {
		bytes_of_it[i] = 0;
		whole[i]++;
	}
}

static bool send_all(uint32_t i)
{
	struct weft_request request[MESSAGES] = {0};
	bool ok = true;

	for (uint32_t m = 0; m < MESSAGES; m++) {
		ok &= weft_abcast_start(message + i, bytes_of(m),
					&request[m]) == WEFT_OK;
	}
	for (uint32_t m = 0; m < MESSAGES; m++) {
		ok &= weft_wait(&request[m], WEFT_COMPLETE, WEFT_FOREVER) ==
		      WEFT_OK;
	}
	return ok;
}

int main(void)
{
	uint32_t me, cores;
	bool ok = true;

	tap_begin();
	me = weft_rank();
	cores = weft_size();
	message = tap_room(LONGEST + ROOTS);
	tap_fill(message, LONGEST + ROOTS, 17);
	tap_ok(weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER) == WEFT_OK,
	       "all receive");
	for (uint32_t i = 0; i < ROOTS && cores >= ROOTS; i++) {
		ok &= root_of(i) != me || send_all(i);
	}
	if (cores < ROOTS && me == 0) {
		ok = send_all(0);
	}
	tap_ok(ok, "roots: all have got it");
	ok = !wrong;
	for (uint32_t i = 0; i < ROOTS; i++) {
		bool sent = cores >= ROOTS || i == 0;

		ok &= !sent || root_of(i) == me || whole[i] == MESSAGES;
	}
	tap_ok(ok, "each chunk once, in order");
	tap_ok(weft_abcast_post(me > 0 ? 0 : cores - 1, message, LONGEST) ==
		       WEFT_ERR_LIMIT,
	       "no buffers are posted");
	return tap_end();
}
