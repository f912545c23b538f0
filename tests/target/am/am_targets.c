/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 args=poll time-out=60 */
/* weft-test: cores=1,2,3 args=interrupt time-out=60 */
/* weft-test: cores=17 boards=scc-sim args=mixed time-out=60 */
/* weft-test: cores=3 boards=scc-sim args=hybrid env=WEFT_EPOCH=0xfffffff0 */
/* weft-image: am_targets_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_targets_least boards=scc-sim cores=2,3 args=mixed time-out=60 */
/*
 * Destinations that are looked up once: messages of each number of words to each core, this
 * one included, more than there is room for, also while this core holds back its
 * handlers; on cores that poll and cores that take interrupts.  All come, once, in order.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	ENDPOINT = 2,
	TAG = 0x7a6,
	HEAR = 1,
	CORES = 64,
	ROUNDS = 3,
	FLOOD = 40,
	EACH = WEFT_AM_WORDS + 1, /* messages of a round */
};

static uint32_t me, cores, wrong;
static uint32_t heard[CORES]; /* of each core, messages */
static volatile uint32_t came;
static struct weft_am_target target[CORES];

/* Word i of message n to that core. */
static uint32_t word_of(uint32_t from, uint32_t to, uint32_t n, uint32_t i)
{
	return (from << 16 | to << 8 | n) * 2654435761u + i;
}

static uint32_t words_of(uint32_t n)
{
	while (n >= EACH) {
		n -= EACH;
	}
	return n;
}

static void hear(struct weft_am_message *m)
{
	uint32_t n = heard[m->from]++;

	wrong += m->count != words_of(n) || m->arg != target;
	for (uint32_t i = 0; i < m->count; i++) {
		wrong += m->word[i] != word_of(m->from, me, n, i);
	}
	came++;
}

static weft_am_handler *const table[] = {NULL, hear};
static const struct weft_am_endpoint endpoint = {TAG, table, 2, target};

static bool sends(uint32_t to, uint32_t n, weft_us_t within)
{
	uint32_t words[WEFT_AM_WORDS], count = words_of(n);

	for (uint32_t i = 0; i < WEFT_AM_WORDS; i++) {
		words[i] = word_of(me, to, n, i);
	}
	if (count == 1) { /* as most requests are: the compiler knows it */
		return !weft_am_request_to(&target[to], HEAR, words, 1, within);
	}
	return !weft_am_request_to(&target[to], HEAR, words, count, within);
}

static bool aims(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < cores; i++) {
		struct weft_am_dest to = {i, ENDPOINT, TAG, ENDPOINT};

		ok &= !weft_am_aim(&target[i], &to);
	}
	return ok;
}

/* All that each core sends have come, from each core as many. */
static bool have_come(uint32_t each)
{
	bool ok = !weft_am_wait(&came, each * cores, WEFT_FOREVER);

	for (uint32_t i = 0; i < cores; i++) {
		ok &= heard[i] == each;
	}
	return ok && wrong == 0 && meet();
}

static bool each_size(void)
{
	bool ok = true;

	for (uint32_t n = 0; n < ROUNDS * EACH; n++) {
		for (uint32_t i = 0; i < cores; i++) {
			uint32_t to =
				me + i < cores ? me + i : me + i - cores;

			ok &= sends(to, n, WEFT_FOREVER);
		}
	}
	return have_come(ROUNDS * EACH) && ok;
}

/* What does not fit goes when this core serves again. */
static bool held(void)
{
	uint32_t n = ROUNDS * EACH, to = me + 1 < cores ? me + 1 : 0, done = 0;
	uint32_t before;
	bool ok = meet();

	weft_am_hold();
	before = came;
	while (done < FLOOD && sends(to, n + done, 0)) {
		done++;
	}
	ok &= came == before;
	weft_am_release();
	for (; done < FLOOD; done++) {
		ok &= sends(to, n + done, WEFT_FOREVER);
	}
	ok &= !weft_am_wait(&came, n * cores + FLOOD, WEFT_FOREVER);
	return ok && wrong == 0 && meet();
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	tap_cores(CORES);
	ok = !weft_am_open(ENDPOINT, &endpoint) &&
	     meet_begin(argc > 1 ? argv[1] : "interrupt") && meet();
	tap_ok(ok && aims(), "looked up");
	tap_ok(each_size(), "each number of words, to each core");
	tap_ok(held(), "more than there is room for, while held");
	return tap_end();
}
