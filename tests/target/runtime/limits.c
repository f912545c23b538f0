/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim modes=fast cores=112,113,255,256,257,512,513 time-out=120 */
/*
 * At the last number of cores that a call is made for it does its work, or at the first;
 * with one more, or less, it says so by name on every core, and what has no such limit
 * goes on.
 */
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

enum {
	EVENTS = 255, /* cores */
	TINY = 256,
	STRIPED = 512,
	CASCADE = 113, /* at least */
	MOST = 3000,
};

static uint8_t data[MOST];

typedef int bcast_fn(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);

/* From the first and the last core: the whole message, or WEFT_ERR_LIMIT. */
static bool reaches(bcast_fn *bcast, uint32_t bytes, bool there)
{
	bool ok = true;

	for (uint32_t turn = 0; turn < 2; turn++) {
		uint32_t root = turn == 0 ? 0 : weft_size() - 1;
		int error;

		tap_message(data, bytes, root, turn);
		error = bcast(data, bytes, root, WEFT_FOREVER);
		ok &= error == (there ? WEFT_OK : WEFT_ERR_LIMIT);
		ok &= !there || tap_same(data, bytes, turn);
	}
	return ok;
}

/* Each core rings the next one, the last one the first. */
static bool events(void)
{
	uint32_t me = weft_rank(), last = weft_size() - 1;
	weft_event_t event;
	int error = weft_event_open(WEFT_ANYONE, &event);
	uint32_t staged;

	if (weft_size() > EVENTS) {
		return error == WEFT_ERR_LIMIT &&
		       weft_notify(me == last ? 0 : me + 1) == WEFT_ERR_LIMIT;
	}
	if (error) {
		return false;
	}
	staged = weft_event_stage(event);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return weft_notify(me == last ? 0 : me + 1) == WEFT_OK &&
	       weft_event_wait(event, staged, WEFT_FOREVER) == WEFT_OK;
}

static int chosen(void *to, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast(to, bytes, root, WEFT_WORLD, within);
}

int main(void)
{
	uint32_t cores = weft_size();

	tap_begin();
	tap_ok(reaches(weft_bcast_tiny_push, 28, cores <= TINY),
	       "tiny, up to %d cores", TINY);
	tap_ok(reaches(weft_bcast_striped, MOST, cores <= STRIPED),
	       "striped, up to %d cores", STRIPED);
#if ARCH_REMOTE_AWAIT
	tap_ok(reaches(weft_bcast_cascade, MOST, cores >= CASCADE),
	       "cascade, from %d cores on", CASCADE);
#endif
	tap_ok(events(), "events, up to %d cores", EVENTS);
	tap_ok(reaches(chosen, MOST, true), "what is chosen");
	return tap_end();
}
