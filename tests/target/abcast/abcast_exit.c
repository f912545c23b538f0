/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 seeds=2 args=flight env=WEFT_TICK_US=0 time-out=300 */
/* weft-test: cores=2,3,17,48 args=posted env=WEFT_TICK_US=0,WEFT_CREDIT=1 time-out=60 */
/* weft-test: boards=epiphany-emu modes=reordered cores=16 args=flight less=3
   env=WEFT_TICK_US=0 time-out=120 */
/*
 * Cores that leave main while broadcasts are under way: what they have started
 * still leaves; what others send them they pass on, and keep nobody up; nothing
 * is written to buffers that were on their stack.  Odd ranks leave at once.  Arguments:
 * what is under way, and how many.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
	MANY = 12,
	BYTES = 5000,
	LONG = 5,
};

static uint32_t me, cores, eager, sends = MANY;
static uint8_t (*data)[BYTES], (*whole)[BYTES]; /* sent; by root */
static struct weft_request request[MANY];
static volatile uint32_t seen[CORES], wrong;
static weft_event_t event;

static uint32_t key(uint32_t root, uint32_t i)
{
	return root << 8 | i;
}

static void handle(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	memcpy(&whole[c->root][c->offset], c->data, c->bytes);
	if (c->offset + c->bytes == c->total) {
		wrong += !tap_same(whole[c->root], BYTES,
				   key(c->root, seen[c->root]));
		seen[c->root]++;
		weft_event_post(event);
	}
}

/* The exit status: 0 when this core has seen all that it waited for. */
static int in_flight(void)
{
	for (uint32_t i = 0; i < sends; i++) {
		tap_fill(data[i], BYTES, key(me, i));
		wrong += weft_abcast_start(data[i], BYTES, &request[i]) != 0;
	}
	for (uint32_t root = 0; !(me & 1) && root < cores; root++) {
		while (root != me && seen[root] < sends) {
			uint32_t staged = weft_event_stage(event);

			if (seen[root] < sends) {
				weft_event_wait(event, staged, WEFT_FOREVER);
			}
		}
	}
	return wrong ? 10 : 0;
}

static int to_posted(void)
{
	uint8_t *buffer;
	uint8_t on_stack[eager + 1]; /* what ends main is called over it */
	struct weft_message m;
	struct weft_request r;

	if (me & 1) {
		return weft_abcast_post(0, on_stack, eager + 1) ? 11 : 0;
	}
	buffer = malloc(eager + 1);
	if (me == 0) {
		for (uint32_t i = 0; i < LONG; i++) {
			tap_fill(buffer, eager + 1, i);
			while (weft_abcast_start(buffer, eager + 1, &r)) {
				arch_relax(0);
			}
			wrong += weft_wait(&r, WEFT_COMPLETE, WEFT_FOREVER);
		}
		free(buffer);
		return wrong ? 12 : 0;
	}
	for (uint32_t i = 0; i < LONG; i++) {
		wrong += weft_abcast_post(0, buffer, eager + 1);
		wrong += weft_abcast_recv(NULL, 0, &m, WEFT_FOREVER);
		wrong += !tap_same(buffer, eager + 1, i);
	}
	free(buffer);
	return wrong ? 13 : 0;
}

int main(int argc, char **argv)
{
	bool posted = argc > 1 && !strcmp(argv[1], "posted");
	bool ok = !weft_event_open(WEFT_NOBODY, &event);
	int code;

	me = weft_rank();
	cores = weft_size();
	eager = weft_abcast_eager();
	sends = argc > 2 ? (uint32_t)atoi(argv[2]) : sends;
	tap_begin();
	tap_cores(CORES);
	if (!posted) {
		data = tap_room(MANY * sizeof(*data));
		whole = tap_room(cores * sizeof(*whole));
	}
	if (!posted) {
		ok &= !weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER);
	}
	tap_ok(ok, "ready; the rest is the exit status");
	code = tap_end();
	return code ? code : posted ? to_posted() : in_flight();
}
