/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 env=WEFT_BSP_OVERLAP=pids */
/* weft-test: boards=scc-sim cores=5 env=WEFT_BSP_OVERLAP=pids,WEFT_BSP_SCHEDULE=random */
/* weft-test: cores=5 env=WEFT_BSP_OVERLAP=pids,WEFT_BSP_SCHEDULE=naive,CHUNK=20 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,wormhole-emu cores=5
   env=WEFT_BSP_OVERLAP=pids,WEFT_BSP_SCHEDULE=slots */
/* weft-test: boards=scc-sim cores=5 env=WEFT_BSP_OVERLAP=pids,WEFT_MPB_LEAST=1 */
/* weft-test: cores=2 args=any env=WEFT_BSP_OVERLAP=any */
/* weft-image: bsp_overlap_push bsp/exchange.c -DBSP_PUSHES=1 */
/* weft-test: image=bsp_overlap_push boards=scc-sim modes=strict,relaxed cores=5
   env=WEFT_BSP_OVERLAP=pids */
/*
 * With WEFT_BSP_OVERLAP=pids puts of several processes that overlap are written in the order
 * of the processes: those of one as it calls, its bsp_hpput after its bsp_put; and after all
 * that gets bring.  All make the puts of all from one seed, and one after the other for a
 * model.
 */
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

#include "tests/target/bsp/options.h"
#include "tests/target/tap.h"

enum {
	BYTES = 600,
	CALLS = 5, /* of each process to each other one, in a superstep */
	STEPS = 6,
	LONG = 5001, /* more than a block of what is kept, and no whole words */
};

static uint8_t *area, *model, *data;

/* Some puts are of a word, which have a loop of their own, some are longer than a chunk. */
static uint32_t length(uint32_t at)
{
	uint32_t kind = tap_below(tap_random(), 3);
	uint32_t n = kind == 0 ? 4 : kind == 1 ? 24 : BYTES;

	n = kind == 2 ? tap_below(tap_random(), BYTES) : n;
	return n < BYTES - at ? n : BYTES - at;
}

/* What process `from` puts into all; for a model of my own, and if it is me, for them. */
static void puts_of(uint32_t from, bool hp)
{
	uint32_t p = (uint32_t)bsp_nprocs(), me = (uint32_t)bsp_pid();

	for (uint32_t to = 0; to < p; to++) {
		for (uint32_t i = 0; i < CALLS; i++) {
			uint32_t at = tap_below(tap_random(), BYTES);
			uint32_t n = length(at), key = tap_random();
			uint8_t *from_here = data + (to * CALLS + i) * BYTES;

			if (to == me) {
				tap_fill(model + at, n, key);
			}
			if (from != me) {
				continue;
			}
			tap_fill(from_here, n, key);
			(hp ? bsp_hpput : bsp_put)((int)to, from_here, area,
						   (int)at, (int)n);
		}
	}
}

static bool superstep(bool both)
{
	uint32_t p = (uint32_t)bsp_nprocs();

	for (uint32_t from = 0; from < p; from++) {
		puts_of(from, false);
		if (both) { /* the sources of bsp_put were read at once */
			puts_of(from, true);
		}
	}
	bsp_sync();
	return memcmp(area, model, BYTES) == 0;
}

/* To itself, an odd length and a word behind it, each of both at its own place. */
static bool long_put(void)
{
	uint8_t *to = tap_room(LONG + 4), *from = tap_room(LONG + 4);
	int me = bsp_pid();
	bool same;

	tap_fill(from, LONG + 4, tap_random());
	bsp_push_reg(to, LONG + 4);
	bsp_sync();
	bsp_hpput(me, from, to, 0, LONG);
	bsp_hpput(me, from + LONG, to, LONG, 4);
	bsp_sync();
	same = memcmp(to, from, LONG + 4) == 0;
	bsp_pop_reg(to);
	bsp_sync();
	return same;
}

/* Gets that write where puts do, whose processes come before and after theirs. */
static bool gets_first(void)
{
	int p = bsp_nprocs(), me = bsp_pid();
	uint8_t *from = tap_room(BYTES);
	bool ok;

	tap_fill(from, BYTES, (uint32_t)me);
	bsp_push_reg(from, BYTES);
	bsp_sync();
	for (int i = 0; i < p; i++) {
		bsp_put(i, &me, area, 4 * me, 4);
		bsp_get(p - 1, from, 0, area, BYTES - 4 * i);
	}
	bsp_sync();
	ok = me < p - 1 ||
	     memcmp(area + 4 * p, from + 4 * p, BYTES - 4 * (size_t)p) == 0;
	for (int i = 0; i < p; i++) {
		ok = ok && memcmp(area + 4 * i, &i, 4) == 0;
	}
	bsp_pop_reg(from);
	bsp_sync();
	return ok;
}

/* The other value leaves the order open. */
static int any_order(void)
{
	tap_ok(long_put(), "puts in any order");
	bsp_end();
	return tap_end();
}

int main(int argc, char **argv)
{
	bool ok;

	(void)argv;
	bsp_options_of_test();
	bsp_begin(bsp_nprocs());
	tap_begin();
	if (argc > 1) {
		return any_order();
	}
	area = tap_room(BYTES);
	model = tap_room(BYTES);
	data = tap_room((size_t)bsp_nprocs() * CALLS * BYTES);
	bsp_push_reg(area, BYTES);
	bsp_sync();
	ok = true;
	for (uint32_t i = 0; i < STEPS; i++) {
		ok &= superstep(false);
	}
	tap_ok(ok, "puts that overlap, in the order of the processes");
	ok = true;
	for (uint32_t i = 0; i < STEPS; i++) {
		ok &= superstep(true);
	}
	tap_ok(ok, "those that read their sources late after them");
	tap_ok(long_put(), "a long one, of no whole words, to itself");
	tap_ok(gets_first(), "what gets bring is written before puts");
	bsp_end();
	return tap_end();
}
