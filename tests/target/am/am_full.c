/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu cores=2,3 time-out=60 */
/* weft-test: boards=scc-sim cores=2 env=WEFT_EPOCH=0xfffffe00 */
/*
 * A queue in private memory holds what its sender's share has room for, to the byte, and
 * not one message more; and when all of it has been taken it holds as much again.  Rank 0
 * sends to rank 1, which takes interrupts, and looks at its queue only when that is full.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	ENDPOINT = 1,
	TAG = 0xf11,
	HEAR = 1,
	SEGMENT = 2,
	SHARE = 1024,
	HEAD = 16, /* bytes of an entry before its words */
	MOST = SHARE / 4,
	SOON = 100000, /* us; the host may let core 1 wait for long */
};

static struct weft_am_queue queue;
static struct weft_am_way way;
static volatile uint32_t heard;
static uint32_t me, wrong, entry;
static char data[MOST];

static void hear(struct weft_am_message *m)
{
	uint32_t bytes;
	const void *at = weft_am_data(&bytes);

	wrong += m->count != 1 || m->word[0] != heard ||
		 bytes != entry - HEAD - 4 || !tap_same(at, bytes, heard);
	heard++;
}

static weft_am_handler *const table[] = {NULL, hear};
static const struct weft_am_endpoint endpoint = {TAG, table, 2, NULL};

static bool open(void)
{
	bool ok = true;

	if (me == 1) {
		queue.bytes = SHARE * weft_size();
		queue.memory = tap_room(queue.bytes);
		ok &= !weft_am_queue_open(SEGMENT, &queue);
	}
	ok &= meet();
	if (me == 0) {
		way = (struct weft_am_way){.to = {1, ENDPOINT, TAG, ENDPOINT},
					   .segment = SEGMENT,
					   .queued = true};
		ok &= !weft_am_way_open(&way, WEFT_FOREVER);
		/* The head, all words that a message can have, and the data. */
		ok &= way.most <= MOST && way.most >= MOST / 2;
	}
	return ok & meet();
}

/* How many go before one does not. */
static uint32_t fill(uint32_t first)
{
	uint32_t n = 0;
	int error;

	do {
		uint32_t word = first + n;

		tap_fill(data, entry - HEAD - 4, word);
		error = weft_am_way_send(&way, HEAR, &word, 1, data,
					 entry - HEAD - 4, SOON);
		n += !error;
	} while (!error);
	return error == WEFT_ERR_TIMEOUT ? n : 0;
}

/* Entries of so many bytes, which SHARE is a multiple of. */
static bool holds(uint32_t bytes)
{
	static uint32_t sent;
	uint32_t most = 0;
	bool ok = true;

	entry = bytes;
	for (uint32_t all = 0; all < SHARE; all += bytes) {
		most++;
	}
	for (uint32_t round = 0; round < 3; round++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (me == 0) {
			ok &= fill(sent) == most;
		}
		sent += most;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		if (me == 1) {
			ok &= !weft_am_queue_wait(&heard, sent, WEFT_FOREVER);
			ok &= weft_am_queue_serve() == 0 && heard == sent;
		}
	}
	return ok && wrong == 0 && meet();
}

int main(void)
{
	bool ok;

	me = weft_rank();
	tap_begin();
	ok = !weft_am_open(ENDPOINT, &endpoint) && meet_begin("interrupt") &&
	     meet() && open();
	tap_ok(ok, "a queue");
	tap_ok(holds(32), "full of small messages");
	tap_ok(holds(64), "full of larger ones");
	tap_ok(holds(128), "full of large ones");
	return tap_end();
}
