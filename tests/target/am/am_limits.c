/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu cores=2,3 args=poll time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt time-out=60 */
/*
 * Segments: stores, puts and gets of as many bytes as a message has words for, as a block has,
 * of one less and one more, at aligned and other places, to the end of a segment, and not
 * beyond it.  tests/costs.t sees which way each of them goes.
 */
#include <string.h>

#include <weft/weft.h>

#include "messages/am/segments/am_library.h"
#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	NUMBER = 1, /* of the segment */
	KEY = 5,
	ROOM = 2 * AM_BLOCK_MOST + 64,
	BLANK = 0xa5,
};

static uint8_t memory[ROOM], data[ROOM], back[ROOM];
static struct weft_am_segment segment = {
	.memory = memory, .bytes = ROOM, .key = KEY};
static struct weft_am_remote remote;
static struct weft_am_counter counter;
static uint32_t me, cores, to;

/* The bytes around them are as they were. */
static bool got(uint32_t offset, uint32_t n, uint32_t key)
{
	bool ok;

	memset(back, BLANK, ROOM);
	counter = (struct weft_am_counter){0, 0, WEFT_OK};
	ok = !weft_am_get(back + 8, &remote, offset, n, &counter,
			  WEFT_FOREVER) &&
	     !weft_am_wait(&counter.done, counter.issued, WEFT_FOREVER) &&
	     !counter.error && tap_same(back + 8, n, key);
	for (uint32_t i = 0; i < 8; i++) {
		ok &= back[i] == BLANK && back[8 + n + i] == BLANK;
	}
	return ok;
}

static bool put(uint32_t offset, uint32_t n, uint32_t key)
{
	tap_fill(data, n, key);
	counter = (struct weft_am_counter){0, 0, WEFT_OK};
	return !weft_am_put(&remote, offset, data, n, &counter, WEFT_FOREVER) &&
	       !weft_am_wait(&counter.done, counter.issued, WEFT_FOREVER) &&
	       !counter.error;
}

/* What is stored is there before what is asked for after it. */
static bool one(uint32_t offset, uint32_t n)
{
	uint32_t key = me << 16 | n;
	bool ok = put(offset, n, key) && got(offset, n, key);

	tap_fill(data, n, key + 1);
	ok &= !weft_am_store(&remote, offset, data, n, WEFT_FOREVER);
	ok &= remote.sent == n;
	return ok && got(offset, n, key + 1);
}

static bool around(uint32_t n)
{
	return one(0, n - 1) && one(0, n) && one(0, n + 1) && one(5, n) &&
	       one(ROOM - n, n);
}

static bool beyond(uint32_t n)
{
	const int range = WEFT_ERR_RANGE;

	return weft_am_store(&remote, ROOM - n + 1, data, n, 0) == range &&
	       weft_am_put(&remote, ROOM - n + 1, data, n, &counter, 0) ==
		       range &&
	       weft_am_get(back, &remote, ROOM - n + 1, n, &counter, 0) ==
		       range;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	to = me + 1 < cores ? me + 1 : 0;
	tap_begin();
	ok = meet_begin(argc > 1 ? argv[1] : "poll") &&
	     !weft_am_segment_open(NUMBER, &segment) && meet() &&
	     !weft_am_map(&remote, to, NUMBER, KEY, WEFT_FOREVER) &&
	     remote.sent == 0;
	tap_ok(meet() && ok, "mapped");
	ok = around(4) && around(AM_SHORT_BYTES) && around(2 * AM_SHORT_BYTES);
	tap_ok(meet() && ok, "as many words as messages have");
	ok = around(am_block_bytes()) && around(2 * am_block_bytes());
	tap_ok(meet() && ok, "as many bytes as blocks have");
	ok = beyond(1) && beyond(AM_SHORT_BYTES) && beyond(ROOM);
	tap_ok(meet() && ok, "not beyond its end");
	return tap_end();
}
