/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48,64 time-out=240 */
/* weft-test: cores=3,48 time-out=240 env=WEFT_EPOCH=0xfffffff1 */
/* weft-test: boards=mpi modes=mpirun cores=2,5 o=nodes=2 time-out=120 */
/* weft-test: boards=scc-sim modes=strict cores=2 o=fault=slow:core=0,x=100 */
/* weft-image: sendrecv_push messages/sendrecv.c -DSENDRECV_PUSHES=1 */
/* weft-test: image=sendrecv_push cores=2,3,17,48 modes=strict,relaxed,icount time-out=120 */
/* weft-test: image=sendrecv_push cores=3 modes=strict env=WEFT_EPOCH=0xfffffff1 */
/*
 * Two-sided messages: sizes around every boundary, both directions of a pair, one
 * core that sends to all and hears from all, late cores on either side.  Who
 * receives checks every byte and what lies around them.  sendrecv_push is this test
 * with messages that are pushed, on ports that pull them as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CHUNK = 192 * 32, /* the SCC's; others move the boundary */
	GUARD = 64,
	BIG = 60000
};

static uint8_t *buffer, *spare;

static void dawdle(void)
{
	if ((tap_own_random() & 15) == 0) {
		tap_delay(tap_below(tap_own_random(), 30000));
	}
}

static bool send(uint32_t to, size_t n, uint32_t key)
{
	int error;

	tap_fill(buffer + GUARD, n, key);
	dawdle();
	error = weft_send(buffer + GUARD, n, to, WEFT_FOREVER);
	if (error) {
		printf("send: %s\n", weft_strerror(error));
	}
	return !error;
}

static bool receive(uint32_t from, size_t n, uint32_t key)
{
	int error;

	memset(buffer, 0xee, n + 2 * GUARD);
	dawdle();
	error = weft_recv(buffer + GUARD, n, from, WEFT_FOREVER);
	if (error) {
		printf("recv: %s\n", weft_strerror(error));
		return false;
	}
	for (size_t i = 0; i < GUARD; i++) {
		if (buffer[i] != 0xee || buffer[GUARD + n + i] != 0xee) {
			printf("a guard of %u bytes was overwritten\n",
			       (unsigned)n);
			return false;
		}
	}
	return tap_same(buffer + GUARD, n, key);
}

/* Each core sends to the one `step` above it and receives from the one below. */
static bool shift(uint32_t step, size_t n, uint32_t key)
{
	uint32_t me = weft_rank(), cores = weft_size();
	uint32_t to = (me + step) % cores, from = (me + cores - step) % cores;
	bool ok = true;

	/* Who wraps receives first: no circle of senders. */
	if (to > me) {
		ok &= send(to, n, key + me);
		ok &= receive(from, n, key + from);
	} else {
		ok &= receive(from, n, key + from);
		ok &= send(to, n, key + me);
	}
	return ok;
}

static bool boundaries(void)
{
	static const uint32_t sizes[] = {
		0,         1,     31,        32,        33,
		CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 17,
		BIG,
	};
	bool ok = true;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		ok &= shift(1, sizes[i], tap_random());
	}
	return ok;
}

static bool any_distance(int rounds)
{
	bool ok = true;

	for (int i = 0; i < rounds; i++) {
		uint32_t step = 1 + tap_below(tap_random(), weft_size() - 1);
		uint32_t n = tap_below(tap_random(), 300);

		ok &= shift(step, n, tap_random());
	}
	return ok;
}

/* To and fro between two cores that change roles. */
static bool roles(int rounds)
{
	uint32_t me = weft_rank(), other = me ^ 1;
	bool ok = true;

	for (int i = 0; i < rounds; i++) {
		uint32_t turn = tap_random(), key = tap_random();
		uint32_t n = 1 + tap_below(tap_random(), 100);

		if (other >= weft_size()) {
			continue;
		}
		ok &= (turn & 1) == (me & 1) ? send(other, n, key)
					     : receive(other, n, key);
	}
	return ok;
}

static bool one_and_all(uint32_t one)
{
	uint32_t me = weft_rank();
	bool ok = true;

	if (me != one) {
		ok &= receive(one, 77, me);
		ok &= send(one, 78, me + 1);
		return ok;
	}
	for (uint32_t i = 0; i < weft_size(); i++) {
		ok &= i == one || send(i, 77, i);
	}
	for (uint32_t i = weft_size(); i-- > 0;) {
		ok &= i == one || receive(i, 78, i + 1);
	}
	return ok;
}

static bool bad_arguments(void)
{
	uint32_t me = weft_rank(), cores = weft_size();
	uint8_t byte = 0;
	bool ok = weft_send(&byte, 1, cores, 1) == WEFT_ERR_RANK &&
		  weft_recv(&byte, 1, me, 1) == WEFT_ERR_RANK;

	if (cores > 1) {
		ok &= weft_send(NULL, 1, (me + 1) % cores, 1) ==
			      WEFT_ERR_NULL &&
		      weft_recv(NULL, 0, (me + 1) % cores, 1) == WEFT_OK;
	}
	return ok;
}

/* One side of a message of `n` bytes, for which the other has another size. */
static bool mismatch(bool sends, uint32_t other, size_t n)
{
	dawdle();
	return (sends ? weft_send(spare, n, other, WEFT_FOREVER)
		      : weft_recv(spare, n, other, WEFT_FOREVER)) ==
	       WEFT_ERR_MISMATCH;
}

/*
 * Sizes that differ are told to both, whoever sends and whatever comes next: the
 * same message with another size, one the other way, another mistake.
 */
static bool sizes_differ(int rounds)
{
	static const uint32_t sizes[] = {1,         31,    32,        100,
					 200,       CHUNK, CHUNK + 1, 3 * CHUNK,
					 2 * CHUNK, BIG};
	const uint32_t n = sizeof(sizes) / sizeof(sizes[0]);
	uint32_t me = weft_rank(), other = me ^ 1;
	bool ok = true;

	memset(spare, 0xee, BIG);
	for (int i = 0; i < rounds; i++) {
		uint32_t draw = tap_random() + (me >> 1), turn = tap_random();
		uint32_t a = tap_below(draw, n), key = tap_random();
		uint32_t b = a + 1 + tap_below(turn, n - 1);
		bool sends = (turn & 1) == (me & 1);

		if (other >= weft_size()) {
			continue;
		}
		b = b < n ? b : b - n;
		ok &= mismatch(sends, other, sizes[sends ? a : b]);
		if (turn & 2) {
			ok &= sends ? send(other, sizes[a], key)
				    : receive(other, sizes[a], key);
		}
	}
	for (size_t i = 0; i < BIG; i++) {
		ok &= spare[i] == 0xee;
	}
	return ok;
}

/* Pairs that both send, or both receive: named, never taken for a message. */
static bool out_of_step(void)
{
	uint32_t other = weft_rank() ^ 1;

	if (other >= weft_size()) {
		return true;
	}
	return (weft_rank() & 2 ? weft_send(buffer, BIG, other, 1000)
				: weft_recv(buffer, BIG, other, 1000)) ==
	       WEFT_ERR_TIMEOUT;
}

int main(void)
{
	tap_begin();
	buffer = malloc(BIG + 2 * GUARD);
	spare = malloc(BIG);
	if (!buffer || !spare) {
		weft_panic("no memory");
	}
	if (weft_size() > 1) {
		tap_ok(boundaries(), "sizes around every boundary");
		tap_ok(any_distance(40), "to random distances, back to back");
		tap_ok(roles(60), "sender and receiver change roles");
		tap_ok(sizes_differ(40), "sizes that differ, on both sides");
		tap_ok(one_and_all(0), "one core and all others");
		tap_ok(one_and_all(weft_size() - 1), "the last and all others");
	}
	tap_ok(bad_arguments(), "bad arguments are named errors");
	/* Last: a pair that timed out is over. */
	tap_ok(out_of_step(), "two senders, or two receivers, end in time");
	return tap_end();
}
