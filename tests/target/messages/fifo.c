/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 seeds=2 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/*
 * Message FIFOs: what arrives is what was sent, in its order and once, whoever sends
 * what to whom; full rooms; two servers; bad calls.
 */
#include <weft/weft.h>

#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	ROUNDS = 24,
	WORDS = 3,
	SHORT_US = 20,
	MOST = 256, /* cores */
};

static struct weft_fifo fifo, replies;
static uint32_t me, cores, from_each[MOST];

/* Word i of message number `count` of that sender to that receiver. */
static uint32_t word_of(uint32_t from, uint32_t to, uint32_t count, uint32_t i)
{
	return from << 24 | to << 16 | count << 4 | i;
}

static bool is_empty(void)
{
	return weft_fifo_receive(&fifo, NULL, 0, NULL, NULL, 0) !=
	       WEFT_ERR_SIZE;
}

/* A message, if there is one in time: the next one of its sender, and whole. */
static int receive_one(weft_us_t within, bool *ok)
{
	uint32_t words[WORDS], n = 0;
	weft_rank_t from = 0;
	int error = weft_fifo_receive(&fifo, words, WORDS, &n, &from, within);

	if (error) {
		return error;
	}
	*ok &= n == 1 + (from_each[from] & 1) + (from == me);
	for (uint32_t i = 0; i < n; i++) {
		*ok &= words[i] == word_of(from, me, from_each[from], i);
	}
	from_each[from]++;
	return WEFT_OK;
}

/* To that core; while it has no room for it, what others send is received. */
static bool send_one(uint32_t to, uint32_t count, uint32_t *received)
{
	uint32_t words[WORDS], n = 1 + (count & 1) + (to == me);
	bool ok = true;
	int error;

	for (uint32_t i = 0; i < n; i++) {
		words[i] = word_of(me, to, count, i);
	}
	do {
		error = weft_fifo_send(&fifo, to, words, n,
				       tap_own_random() & 7);
		ok &= error == WEFT_OK || error == WEFT_ERR_TIMEOUT;
		if (error) {
			*received += !receive_one(tap_own_random() & 7, &ok);
		}
	} while (error);
	return ok;
}

/* All know what all send; some send to one core, so its senders find no room. */
static bool crowd(void)
{
	static uint32_t to_each[MOST];
	uint32_t expected = 0, received = 0;
	bool ok = true;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t hot = tap_below(tap_random(), cores);

		for (uint32_t core = 0; core < cores; core++) {
			uint32_t r = tap_random();
			uint32_t to = r & 0x10000 ? hot : tap_below(r, cores);

			expected += to == me;
			if (core == me) {
				ok &= send_one(to, to_each[to]++, &received);
			}
		}
		if (tap_own_random() & 1) {
			tap_delay(tap_own_random() & 0xfff);
		}
	}
	while (received < expected) {
		received += !receive_one(WEFT_FOREVER, &ok);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && is_empty();
}

/* Each sends two to the next one before it receives: the second one has no room. */
static bool full(void)
{
	uint32_t next = me + 1 == cores ? 0 : me + 1;
	uint32_t before = me ? me - 1 : cores - 1;
	uint32_t words[WORDS] = {me, 1, 2}, n = 0;
	weft_rank_t from = cores;
	bool ok;

	ok = weft_fifo_send(&fifo, next, words, 2, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_fifo_send(&fifo, next, words, 3, 0) == WEFT_ERR_TIMEOUT;
	ok &= weft_fifo_send(&fifo, next, words, 3, SHORT_US) ==
	      WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !is_empty();
	ok &= weft_fifo_receive(&fifo, words, 1, &n, &from, WEFT_FOREVER) ==
	      WEFT_ERR_SIZE;
	ok &= !is_empty();
	ok &= weft_fifo_receive(&fifo, words, WORDS, &n, &from, 0) == WEFT_OK;
	ok &= n == 2 && from == before && words[0] == before && words[1] == 1;
	words[0] = me;
	ok &= weft_fifo_send(&fifo, next, words, 3, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_fifo_receive(&fifo, words, WORDS, &n, &from, WEFT_FOREVER) ==
	      WEFT_OK;
	ok &= n == 3 && from == before && words[0] == before && words[2] == 2;
	ok &= weft_fifo_receive(&fifo, words, WORDS, NULL, NULL, SHORT_US) ==
	      WEFT_ERR_TIMEOUT;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool serve(uint32_t requests)
{
	uint32_t word;
	weft_rank_t client;
	bool ok = true;

	while (requests-- > 0) {
		ok &= weft_fifo_receive(&fifo, &word, 1, NULL, &client,
					WEFT_FOREVER) == WEFT_OK;
		word += me;
		ok &= weft_fifo_send(&replies, client, &word, 1, 0) == WEFT_OK;
	}
	return ok;
}

/* Requests to both servers are under way at once; neither ever waits to reply. */
static bool servers(void)
{
	uint32_t last = cores - 1, word;
	weft_rank_t from;
	bool ok = true;

	if (cores < 3) {
		return true;
	}
	if (me == 0 || me == last) {
		return serve(ROUNDS * (cores - 2));
	}
	for (uint32_t i = 0; i < ROUNDS; i++) {
		word = i << 8;
		ok &= weft_fifo_send(&fifo, 0, &word, 1, WEFT_FOREVER) == 0;
		ok &= weft_fifo_send(&fifo, last, &word, 1, WEFT_FOREVER) == 0;
		for (int reply = 0; reply < 2; reply++) {
			ok &= weft_fifo_receive(&replies, &word, 1, NULL, &from,
						WEFT_FOREVER) == WEFT_OK;
			ok &= word == (i << 8) + from;
		}
	}
	return ok;
}

static bool errors(void)
{
	struct weft_fifo other;
	uint32_t words[WORDS] = {0};
	bool ok = weft_fifo_create(&other, 0) == WEFT_ERR_SIZE;

	ok &= weft_fifo_create(&other, WEFT_FIFO_WORDS + 1) == WEFT_ERR_SIZE;
	ok &= weft_fifo_create(NULL, 1) == WEFT_ERR_NULL;
	ok &= weft_fifo_send(NULL, 0, words, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_fifo_send(&fifo, 0, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_fifo_send(&fifo, cores, words, 1, 0) == WEFT_ERR_RANK;
	ok &= weft_fifo_send(&fifo, 0, words, 0, 0) == WEFT_ERR_SIZE;
	ok &= weft_fifo_send(&fifo, 0, words, WORDS + 1, 0) == WEFT_ERR_SIZE;
	ok &= weft_fifo_receive(&fifo, NULL, 1, NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_fifo_receive(NULL, words, 1, NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_fifo_receive(NULL, NULL, 0, NULL, NULL, 0) == WEFT_ERR_NULL;
	ok &= is_empty();
	return ok;
}

/* The space is used again, as its last user has left it. */
static bool again(void)
{
	bool ok = true;

	for (int i = 0; i < 2; i++) {
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= weft_fifo_free(&fifo) == WEFT_OK;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= weft_fifo_create(&fifo, WORDS) == WEFT_OK;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok &= full();
	}
	return ok;
}

int main(void)
{
	tap_begin();
	tap_cores(MOST);
	dirty_heap();
	me = weft_rank();
	cores = weft_size();
	if (weft_fifo_create(&fifo, WORDS) || weft_fifo_create(&replies, 1)) {
		weft_panic("no space");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(crowd(), "each message once, whole, in its sender's order");
	tap_ok(full(), "full: named, nothing lost");
	tap_ok(servers(), "two servers and their clients");
	tap_ok(errors(), "bad calls are named errors");
	tap_ok(again(), "freed and created again");
	return tap_end();
}
