/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 o=fault=pause:core=1,in=is_away,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000,WEFT_CREDIT=4 time-out=60 */
/* weft-test: boards=scc-sim cores=3 modes=relaxed o=fault=pause:core=1,in=is_away,for=400000
   env=WEFT_HOP_US=20000,WEFT_TICK_US=1000,WEFT_CREDIT=1 time-out=60 */
/*
 * A sender is away for a while, and is given up meanwhile: it alone, so it knows of no other
 * core that is dead.  It has started more broadcasts than its credit has room for.  When it
 * is back, it waits for each of them, and for both states: each wait ends with WEFT_ERR_DEAD
 * and names the core itself; so does a new start; nothing of it is delivered any more; and
 * the core's end does not wait until its broadcasts have left.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

enum {
	VICTIM = 1,
	STARTED = 16, /* its broadcasts, of which few have room */
	BYTES = 1500,
	BACK = 0xee, /* what its data are then */
	MOST = 4096, /* those of another core, until it is given up */
};

static uint32_t me, cores, done;
static volatile uint32_t
	late; /* what came of it after it was known to be dead */
static volatile bool told;
static uint8_t data[BYTES];

static void take(const struct weft_chunk *chunk, void *arg)
{
	(void)arg;
	const uint8_t *bytes = chunk->data;

	late += chunk->root == VICTIM && bytes[chunk->bytes - 1] == BACK;
}

static void lost(weft_rank_t rank, void *arg)
{
	(void)arg;
	told |= rank == VICTIM;
}

static __attribute__((noinline)) void is_away(void)
{
	static volatile uint32_t turns;

	turns++;
}

#define IS(code, call) ok &= (call) == (code)

static bool comes_back(void)
{
	static struct weft_request r[STARTED], other;
	bool ok = true;
	uint32_t dead = 0, waits = 0;

	for (uint32_t i = 0; i < STARTED; i++) {
		ok &= !weft_abcast_start(data, BYTES, &r[i]);
	}
	is_away();
	memset(data, BACK, sizeof(data));
	while (!told) {
		weft_abcast_poll(0, 1000);
	}
	/* Those that have left may be used again, and may even have been complete. */
	for (uint32_t i = STARTED; i-- > 0;) {
		bool left = r[i].state >= WEFT_REUSABLE, odd = i & 1;
		int error =
			weft_wait(&r[i], odd ? WEFT_REUSABLE : WEFT_COMPLETE,
				  WEFT_FOREVER);

		ok &= error == WEFT_ERR_DEAD ? r[i].peer == VICTIM
					     : !error && left && (odd || i < 2);
		dead += error == WEFT_ERR_DEAD;
		waits += !left;
	}
	ok &= dead >= STARTED / 2 && waits >= 2;
	IS(WEFT_ERR_DEAD, weft_abcast_start(data, BYTES, &other));
	IS(VICTIM, other.peer);
	IS(WEFT_ERR_DEAD, weft_abcast(data, BYTES, WEFT_FOREVER));
	IS(true, weft_abcast_lost(VICTIM));
	abcast_finish();
	return ok;
}

/* Until the victim is known to be dead; then what is sent reaches all others. */
static bool goes_on(void)
{
	struct weft_request r;
	bool ok = true;

	for (uint32_t i = 0; !told && i < MOST; i++) {
		int error = weft_abcast_start(data, BYTES, &r);

		error = error ? error
			      : weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
		ok &= !error || (error == WEFT_ERR_DEAD && r.peer == VICTIM);
	}
	for (uint32_t i = 0; i < 4; i++) {
		ok &= !weft_abcast_start(data, BYTES, &r) &&
		      !weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
	}
	return ok && told && late == 0;
}

/* Rank 0 has waited for all, the victim, too. */
static bool all_are_done(bool ok)
{
	weft_flag_write(0, weft_flag_at(done, me), ok ? 1 : 2);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t value = 0;

		while (me != 0 || !value) {
			weft_abcast_poll(0, 1000);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
		if (value == 2) {
			printf("# rank %u\n", (unsigned)i);
		}
		ok &= value != 2;
	}
	return ok && late == 0;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	if (weft_flags_alloc(cores, &done) ||
	    weft_abcast_on_chunk(take, NULL, WEFT_IN_HANDLER) ||
	    weft_abcast_on_lost(lost, NULL)) {
		weft_panic("does not begin");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = all_are_done(me == VICTIM ? comes_back() : goes_on());
	printf("%sok 1 - a sender that was given up and goes on\n1..1\n",
	       ok ? "" : "not ");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
