/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=mpirun cores=2,5 o=nodes=2 time-out=120 */
/* weft-test: boards=mpi modes=mpirun cores=2 o=nodes=2 env=WEFT_EPOCH=0xfffffff1 time-out=120 */
/*
 * Two-sided messages between nodes: no side asks the other node anything, and a long message
 * is a piece of memory.  Messages follow each other while their receiver is late.  Whoever
 * asks for a message is not told of a receiver.  Two that both receive, with other sizes, end
 * in time, and a message that comes too late is written nowhere.
 */
#if __has_include(<mpi_ops.h>)
#include <string.h>

#include <weft/weft.h>

#include <board.h>

#include "tests/target/tap.h"

enum {
	SHORT = 77,
	LONG = 300001,
	TURNS = 60,
	ASKS_US = 50000,
	WITHIN_US = 2000,
	NONE = 0xee,
};

static uint8_t *buffer;
static bool sends, receives; /* the first core; the last one */
static uint32_t other;

/* From the first core to the last one. */
static bool message(size_t n, uint32_t key)
{
	bool ok = true;

	if (sends) {
		tap_fill(buffer, n, key);
		ok = weft_send(buffer, n, other, WEFT_FOREVER) == WEFT_OK;
	} else if (receives) {
		memset(buffer, NONE, n + 1);
		ok = weft_recv(buffer, n, other, WEFT_FOREVER) == WEFT_OK &&
		     tap_same(buffer, n, key) && buffer[n] == NONE;
	}
	return ok;
}

static bool asks_nothing(size_t n, uint32_t pieces)
{
	const struct far_channel *channel = mpi_host->channel;
	uint32_t answers, begun, posted;
	bool ok;

	weft_quiet();
	answers = channel->answers;
	begun = channel->begun;
	posted = channel->posted;
	ok = message(n, tap_random());
	return ok && channel->answers == answers &&
	       channel->begun - begun == (sends ? pieces : 0) &&
	       channel->posted - posted < 1024;
}

static bool receiver_is_late(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < TURNS; i++) {
		uint32_t key = tap_random();

		if (receives && (key & 3) == 0) {
			tap_delay(tap_below(tap_own_random(), 100000));
		}
		ok &= message(i % 8 == 7 ? 5000 + i : SHORT + i, key);
	}
	return ok;
}

static bool is_told(void)
{
	uint64_t end = weft_cycles() + weft_cycles_in_us(ASKS_US);
	bool there = false, ok = true;

	if (sends) { /* the other one calls this before it sends */
		return weft_recv(buffer, SHORT, other, WEFT_FOREVER) ==
			       WEFT_OK &&
		       weft_send(buffer, LONG, other, WEFT_FOREVER) == WEFT_OK;
	}
	if (!receives) {
		return true;
	}
	while (weft_cycles() < end) {
		ok &= weft_recv_test(other, &there) == WEFT_OK && !there;
	}
	ok &= weft_send(buffer, SHORT, other, WEFT_FOREVER) == WEFT_OK;
	do {
		ok &= weft_recv_test(other, &there) == WEFT_OK;
	} while (!there);
	return weft_recv(buffer, LONG, other, WEFT_FOREVER) == WEFT_OK && ok;
}

/* A pair is over then: the first core and the last but one, and ours. */
static bool out_of_step(void)
{
	uint32_t n = sends ? SHORT : LONG;

	return !(sends || receives) ||
	       weft_recv(buffer, n, other, WITHIN_US) == WEFT_ERR_TIMEOUT;
}

static bool too_late(void)
{
	uint32_t last = weft_size() - 2, me = weft_rank();
	bool ok = true, is_last = weft_size() > 2 && me == last;

	if (is_last) {
		memset(buffer, NONE, LONG);
		ok = weft_recv(buffer, LONG, 0, WITHIN_US) == WEFT_ERR_TIMEOUT;
	}
	ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	if (me == 0 && weft_size() > 2) {
		ok &= weft_send(buffer, LONG, last, WEFT_FOREVER) == WEFT_OK;
	}
	ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	for (uint32_t i = 0; is_last && i < LONG; i++) {
		ok &= buffer[i] == NONE;
	}
	return ok;
}

int main(void)
{
	tap_begin();
	buffer = tap_room(LONG + 1);
	sends = weft_rank() == 0;
	receives = weft_rank() == weft_size() - 1;
	other = sends ? weft_size() - 1 : 0;
	tap_ok(asks_nothing(4, 0), "a word");
	tap_ok(asks_nothing(SHORT, 0), "a short message");
	tap_ok(asks_nothing(LONG, 1), "a long message");
	tap_ok(receiver_is_late(), "some after each other, to who is late");
	tap_ok(is_told(), "that one comes is told, and no other thing");
	tap_ok(too_late(), "what comes too late is written nowhere");
	tap_ok(out_of_step(), "two that receive end in time");
	return tap_end();
}
#else /* it is built on other boards, too */
int main(void)
{
	return 0;
}
#endif
