/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 seeds=2 */
/* weft-test: boards=scc-sim-chips cores=34 modes=strict o=link=loss:10%,burst:80% */
/*
 * All cores reach for others at once: some put as fast as they can, some fetch what does not
 * change, some write a line and read it back.  Where cores are on several chips all that
 * crosses the link, in both directions; there is more of it than its buffers take, and the
 * answers have to find their way through.
 */
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	BYTES = 512,
	ROUNDS = 12,
	BATCH = 6,
};

static uint32_t fixed, written, own; /* areas */
static uint32_t me, cores, other;

/* Rounds of puts; the last one stays. */
static bool puts(void)
{
	static uint8_t data[BYTES];
	bool ok = true;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		for (uint32_t i = 0; i < BATCH; i++) {
			tap_fill(data, BYTES, me + round);
			ok &= !weft_put(weft_at(other, written), data, BYTES);
		}
	}
	return ok;
}

static bool gets(void)
{
	static uint8_t data[BYTES];
	bool ok = true;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		memset(data, 0, BYTES);
		ok &= !weft_get(data, weft_at(other, fixed), BYTES);
		ok &= tap_same(data, BYTES, other);
	}
	return ok;
}

/* What I wrote is what I read, also where I have read before. */
static bool there_and_back(void)
{
	uint32_t line[8], back[8];
	bool ok = true;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		tap_fill(line, sizeof(line), me * ROUNDS + round);
		ok &= !weft_put(weft_at(other, own), line, sizeof(line));
		weft_quiet();
		ok &= !weft_get(back, weft_at(other, own), sizeof(back));
		ok &= !memcmp(line, back, sizeof(line));
	}
	return ok;
}

static bool all(uint32_t turn)
{
	static bool (*const ways[])(void) = {puts, gets, there_and_back};
	uint32_t way = me + turn;
	bool ok;

	while (way >= 3) {
		way -= 3;
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = ways[way]();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok;
}

/* All of the last put is here. */
static bool whole(uint32_t from)
{
	static uint8_t data[BYTES];

	return !weft_get(data, weft_at(me, written), BYTES) &&
	       tap_same(data, BYTES, from + ROUNDS - 1);
}

int main(void)
{
	static uint8_t data[BYTES];
	uint32_t half;
	bool ok;

	me = weft_rank();
	cores = weft_size();
	half = cores / 2;
	other = me + half < cores ? me + half : me + half - cores;
	tap_begin();
	if (weft_mpb_alloc(BYTES, &fixed) || weft_mpb_alloc(BYTES, &written) ||
	    weft_mpb_alloc(64, &own)) {
		return 1;
	}
	tap_fill(data, BYTES, me);
	weft_put(weft_at(me, fixed), data, BYTES);
	weft_quiet();
	for (uint32_t turn = 0; turn < 3; turn++) {
		ok = all(turn);
		tap_ok(ok, "turn %u: what is fetched is right", (unsigned)turn);
	}
	ok = whole(me >= half ? me - half : me + cores - half);
	tap_ok(ok, "the last put is whole");
	return tap_end();
}
