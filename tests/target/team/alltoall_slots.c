/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=fork cores=16 o=nodes=2 time-out=120 */
/*
 * All-to-alls of blocks of ever more lines, so that some fill the slots that a block has in a
 * large window.  Between them all cores reduce a value: its words lie behind the slots.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	LINE = 64,
	MOST = 2048, /* bytes: more than a slot has with nine cores or more */
};

static uint8_t *send, *recv;

static uint8_t byte_of(uint32_t from, uint32_t to, uint32_t i)
{
	return (uint8_t)(1 + (from * 7 + to * 31 + i) % 255);
}

static bool blocks(uint32_t n)
{
	uint32_t size = weft_size(), me = weft_rank();
	bool ok = true;

	for (uint32_t i = 0; i < size * n; i++) {
		send[i] = byte_of(me, i / n, i % n);
	}
	ok &= !weft_alltoall(send, recv, n, WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < size * n; i++) {
		ok &= recv[i] == byte_of(i / n, me, i % n);
	}
	return ok;
}

static bool sum(void)
{
	uint32_t one = 1, all = 0;

	return !weft_allreduce(&one, &all, 1, &weft_sum_uint32, WEFT_WORLD,
			       WEFT_FOREVER) &&
	       all == weft_size();
}

int main(void)
{
	bool ok;

	tap_begin();
	send = malloc(weft_size() * MOST);
	recv = malloc(weft_size() * MOST);
	ok = send && recv;
	for (uint32_t n = LINE; n <= MOST && ok; n += LINE) {
		ok = blocks(n) && sum();
	}
	tap_ok(ok, "what lies behind the slots stays as it was");
	return tap_end();
}
