/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 seeds=2 time-out=120 */
/* weft-test: cores=1,2,17,48 seeds=2 full=1 time-out=120 */
/* weft-test: cores=3 seeds=2 env=WEFT_EPOCH=0xffffffe8 full=1 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim modes=relaxed seeds=3 full=1 */
/*
 * Mailboxes, whose places are claimed by tickets and by tries: what is received is what
 * was sent, each sender's in its order and once, while many send and the home is slow;
 * full mailboxes, also as their counts wrap; bad calls.
 */
#include <weft/published/mailbox.h>
#include <weft/weft.h>

#include "tests/target/dirty.h"
#include "tests/target/tap.h"

enum {
	BOXES = 2,
	CORES = 144, /* at most */
};

static const enum weft_mailbox_claim claims[BOXES] = {WEFT_MAILBOX_TICKET,
						      WEFT_MAILBOX_TRY};
/* Messages of each sender: not as many for both, so costs tell who claims how. */
static const uint32_t rounds[BOXES] = {24, 16};

static struct weft_mailbox box[BOXES];
static uint32_t me, cores, home;
static uint32_t from_each[BOXES][CORES];

static uint32_t words_of(uint32_t from, uint32_t count)
{
	return 2 + (from + count) % (WEFT_MAILBOX_WORDS - 1);
}

static uint32_t word_of(uint32_t from, uint32_t count, uint32_t i)
{
	return i == 0 ? from : i == 1 ? count : from << 24 | count << 8 | i;
}

static int send(uint32_t b, uint32_t count, weft_us_t within)
{
	uint32_t words[WEFT_MAILBOX_WORDS];

	for (uint32_t i = 0; i < WEFT_MAILBOX_WORDS; i++) {
		words[i] = word_of(me, count, i);
	}
	return weft_mailbox_send(&box[b], words, words_of(me, count), within);
}

/* The next message, if there is one in time: it is its sender's next, and whole. */
static int receive(uint32_t b, weft_us_t within, bool *ok)
{
	uint32_t words[WEFT_MAILBOX_WORDS], n = 0;
	int error = weft_mailbox_receive(&box[b], words, WEFT_MAILBOX_WORDS, &n,
					 within);

	if (error) {
		return error;
	}
	if (words[0] >= cores) {
		*ok = false;
		return WEFT_OK;
	}
	*ok &= words[1] == from_each[b][words[0]]++;
	*ok &= n == words_of(words[0], words[1]);
	for (uint32_t i = 0; i < n; i++) {
		*ok &= words[i] == word_of(words[0], words[1], i);
	}
	return WEFT_OK;
}

/* Now and then it gives up, and tries again. */
static bool send_all(void)
{
	bool ok = true;

	for (uint32_t count = 0; count < rounds[0]; count++) {
		for (uint32_t b = 0; b < BOXES && count < rounds[b]; b++) {
			weft_us_t within = tap_own_random() & 4
						   ? WEFT_FOREVER
						   : tap_own_random() & 7;
			int error;

			do {
				error = send(b, count, within);
				ok &= !error || (error == WEFT_ERR_TIMEOUT &&
						 within != WEFT_FOREVER);
			} while (error);
		}
	}
	return ok;
}

static bool receive_all(void)
{
	uint32_t left[BOXES] = {rounds[0] * (cores - 1),
				rounds[1] * (cores - 1)};
	bool ok = true;

	while (left[0] + left[1] > 0) {
		uint32_t b = tap_own_random() & 1;

		b ^= left[b] == 0;
		if (!receive(b, tap_own_random() & 7, &ok)) {
			left[b]--;
		}
		if (tap_below(tap_own_random(), 16) == 0) {
			tap_delay(20000);
		}
	}
	for (uint32_t b = 0; b < BOXES; b++) {
		ok &= receive(b, 0, &ok) == WEFT_ERR_TIMEOUT;
	}
	return ok;
}

static bool crowd(void)
{
	bool ok = me == home ? receive_all() : send_all();

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/*
 * The home by itself: as many as there are places, and no more, three times.  What it
 * has written itself has landed when it looks.
 */
static bool full(void)
{
	uint32_t words[WEFT_MAILBOX_WORDS], n;
	bool ok = true;

	for (uint32_t i = 0; me == home && i < 3 * BOXES; i++) {
		uint32_t b = i & 1, places = 0;

		while (!send(b, from_each[b][me] + places, 1)) {
			places++;
		}
		ok &= places == WEFT_MAILBOX_PLACES;
		weft_quiet();
		ok &= weft_mailbox_receive(&box[b], words, 1, &n, 0) ==
			      WEFT_ERR_SIZE &&
		      n == words_of(me, from_each[b][me]);
		while (!receive(b, 0, &ok)) {
			places--;
		}
		ok &= places == 0;
		weft_quiet();
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

static bool errors(void)
{
	struct weft_mailbox other;
	uint32_t word = 0;
	bool ok = weft_mailbox_create(NULL, 0, 1, WEFT_MAILBOX_TRY) ==
		  WEFT_ERR_NULL;

	ok &= weft_mailbox_create(&other, cores, 1, WEFT_MAILBOX_TRY) ==
	      WEFT_ERR_RANK;
	ok &= weft_mailbox_create(&other, 0, 1, (enum weft_mailbox_claim)9) ==
	      WEFT_ERR_NUMBER;
	ok &= weft_mailbox_create(&other, 0, UINT32_MAX, WEFT_MAILBOX_TRY) ==
	      WEFT_ERR_SIZE;
	ok &= weft_mailbox_create(&other, 0, 1 << 20, WEFT_MAILBOX_TRY) ==
	      WEFT_ERR_SPACE;
	ok &= weft_mailbox_send(NULL, &word, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_mailbox_send(&box[0], NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_mailbox_send(&box[0], &word, 0, 0) == WEFT_ERR_SIZE;
	ok &= weft_mailbox_send(&box[0], &word, WEFT_MAILBOX_WORDS + 1, 0) ==
	      WEFT_ERR_SIZE;
	ok &= weft_mailbox_receive(&box[0], NULL, 1, NULL, 0) == WEFT_ERR_NULL;
	ok &= weft_mailbox_receive(&box[0], &word, 1, NULL, 0) ==
	      (me == home ? WEFT_ERR_TIMEOUT : WEFT_ERR_RANK);
	ok &= weft_mailbox_free(NULL) == WEFT_ERR_NULL;
	return ok;
}

int main(void)
{
	bool ok = true;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	dirty_heap();
	tap_cores(CORES);
	home = tap_below(tap_random(), cores);
	for (uint32_t b = 0; b < BOXES; b++) {
		ok &= !weft_mailbox_create(&box[b], home, 3, claims[b]);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok, "two mailboxes at rank %u", (unsigned)home);
	tap_ok(crowd(), "all that others send, in order");
	tap_ok(full(), "full ones refuse, and wrap");
	tap_ok(errors(), "errors");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t b = 0; b < BOXES; b++) {
		ok &= !weft_mailbox_free(&box[b]);
	}
	tap_ok(ok, "freed");
	return tap_end();
}
