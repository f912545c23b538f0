/* SPDX-License-Identifier: Apache-2.0 */
/* weft-image: abcast_storm_wide collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: cores=48 env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 more=64 env=WEFT_TICK_US=0 time-out=60 */
/*
 * A short run for many schedules (tests/abcast.t): every core sends a few
 * messages, of one chunk or two, as close together as it can.  Each comes everywhere
 * once, whole and in order.  Prints how long it took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
	MOST = 8,
	BYTES = 3500,
};

static uint32_t me, cores, sends = 2;
static volatile uint32_t seen[CORES], at[CORES], wrong, whole;
static uint8_t (*out)[BYTES];
static struct weft_request request[MOST];
static weft_event_t event;

/* Mostly a word; now and then two chunks. */
static uint32_t size_of(uint32_t root, uint32_t i)
{
	uint32_t r = (root * 2654435761u ^ (i + 1) * 0x9e3779b9u) >> 8;

	return r & 15 ? r >> 4 & 15 : BYTES;
}

static uint8_t byte_of(uint32_t root, uint32_t i, uint32_t k)
{
	return (uint8_t)(root * 7 + i * 31 + k + (k >> 8));
}

static void handle(const struct weft_chunk *c, void *arg)
{
	const uint8_t *data = c->data;
	uint32_t i = seen[c->root];

	(void)arg;
	wrong += c->message != i + 1 || c->total != size_of(c->root, i) ||
		 c->offset != at[c->root];
	for (uint32_t k = 0; k < c->bytes; k += 13) {
		wrong += data[k] != byte_of(c->root, i, c->offset + k);
	}
	at[c->root] += c->bytes;
	if (at[c->root] == c->total) {
		at[c->root] = 0;
		seen[c->root]++;
		whole++;
		weft_event_post(event);
	}
}

int main(int argc, char **argv)
{
	uint64_t begin, took;
	bool ok = !weft_event_open(WEFT_NOBODY, &event);

	me = weft_rank();
	cores = weft_size();
	sends = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : sends;
	tap_begin();
	tap_cores(CORES);
	out = tap_room(MOST * sizeof(*out));
	for (uint32_t i = 0; i < sends; i++) {
		for (uint32_t k = 0; k < BYTES; k++) {
			out[i][k] = byte_of(me, i, k);
		}
	}
	ok &= !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	begin = weft_cycles();
	for (uint32_t i = 0; i < sends; i++) {
		tap_delay(tap_below(tap_own_random(), 3000));
		ok &= !weft_abcast_start(out[i], size_of(me, i), &request[i]);
	}
	while (whole < (cores - 1) * sends) {
		uint32_t staged = weft_event_stage(event);

		if (whole < (cores - 1) * sends) {
			weft_event_wait(event, staged, WEFT_FOREVER);
		}
	}
	for (uint32_t i = 0; i < sends; i++) {
		ok &= !weft_wait(&request[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	took = weft_cycles() - begin;
	tap_ok(ok && wrong == 0 && whole == (cores - 1) * sends,
	       "%u from each of %u", (unsigned)sends, (unsigned)cores);
	if (me == 0) {
		printf("# took %u cycles, %u a us\n", (unsigned)took,
		       (unsigned)weft_cycles_in_us(1));
	}
	return tap_end();
}
