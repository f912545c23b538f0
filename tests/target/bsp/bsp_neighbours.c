/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 always=3 */
/* weft-test: boards=scc-sim modes=relaxed cores=5,17 seeds=3 */
/* weft-test: boards=scc-sim modes=strict cores=5 o=fault=slow:core=2,x=30 */
/* weft-test: boards=scc-sim cores=5 env=CHUNK=8,WEFT_BSP_SCHEDULE=random */
/* weft-test: boards=scc-sim cores=5 env=CHUNK=8,WEFT_BSP_SCHEDULE=naive */
/* weft-test: boards=scc-sim modes=relaxed cores=5 env=CHUNK=8,WEFT_BSP_SCHEDULE=slots */
/* weft-test: boards=scc-sim modes=strict cores=5 o=fault=slow:core=2,x=30
   env=WEFT_BSP_SCHEDULE=slots,SLOT_US=50 */
/* weft-image: bsp_neighbours_push bsp/exchange.c -DBSP_PUSHES=1 */
/* weft-test: image=bsp_neighbours_push boards=scc-sim modes=strict,relaxed cores=5 seeds=2 */
/* weft-test: cores=4 args=unnamed tap=no exit=70
   expect=that_is_not_named,_3 */
/* weft-test: cores=4 args=register tap=no exit=70 expect=popped_or_set_for_tags_needs */
/* weft-test: cores=4 args=nobody tap=no exit=70 expect=no_such_process,_4 */
/*
 * Supersteps that end with neighbours only: a cellular automaton on a ring, against what
 * one process computes; pairs that change from call to call, with bsp_sync between; and that
 * nobody waits for who is far away.
 */
#include <stdlib.h>
#include <string.h>

#include <bsp_neighbours.h>
#include <weft/weft.h>

#include "tests/target/bsp/options.h"
#include "tests/target/tap.h"

enum {
	CELLS = 40, /* of each process */
	STEPS = 40,
	TURNS = 12,
	AHEAD = 2,
};

static int p, me, next, before;

static uint8_t first(int cell)
{
	return (uint8_t)(((unsigned)cell * 2654435761u) >> 13);
}

/* Of the three cells of the step before: no two of them alike. */
static uint8_t rule(uint8_t left, uint8_t own, uint8_t right)
{
	return (uint8_t)(3 * left + (own ^ right << 1) + 1);
}

static uint8_t *alone(void)
{
	uint8_t *now = tap_room((size_t)(p * CELLS));
	uint8_t *then = tap_room((size_t)(p * CELLS));

	for (int i = 0; i < p * CELLS; i++) {
		now[i] = first(i);
	}
	for (int step = 0; step < STEPS; step++) {
		uint8_t *was = now;

		for (int i = 0; i < p * CELLS; i++) {
			int right = i + 1 < p * CELLS ? i + 1 : 0;

			then[i] = rule(now[i > 0 ? i - 1 : p * CELLS - 1],
				       now[i], now[right]);
		}
		now = then;
		then = was;
	}
	free(then);
	return now;
}

/* Cells come from the left by puts, from the right by gets or as messages. */
static void automaton(void)
{
	uint8_t cell[CELLS + 2], then[CELLS + 2], *right;
	const int both[] = {before, next};
	bool same = true;

	for (int i = 0; i < CELLS; i++) {
		cell[i + 1] = first(me * CELLS + i);
	}
	bsp_push_reg(cell, sizeof(cell));
	bsp_sync();
	for (int step = 0; step < STEPS; step++) {
		void *tag, *payload;

		if ((step + me) % 7 == 0) {
			tap_delay(3000);
		}
		bsp_put(next, &cell[CELLS], cell, 0, 1);
		if (step & 1) {
			bsp_get(next, cell, 1, &cell[CELLS + 1], 1);
		} else {
			bsp_send(before, NULL, &cell[1], 1);
		}
		if (step % 10 == 9) {
			bsp_sync();
		} else {
			bsp_sync_neighbours(both, 2);
		}
		if (!(step & 1)) {
			same &= bsp_hpmove(&tag, &payload) == 1;
			cell[CELLS + 1] = same ? *(uint8_t *)payload : 0;
		}
		same &= bsp_hpmove(&tag, &payload) == -1;
		for (int i = 1; i <= CELLS; i++) {
			then[i] = rule(cell[i - 1], cell[i], cell[i + 1]);
		}
		memcpy(&cell[1], &then[1], CELLS);
	}
	right = alone();
	tap_ok(same, "messages of neighbours, once each");
	tap_ok(memcmp(&cell[1], right + me * CELLS, CELLS) == 0,
	       "a cellular automaton by puts, gets and messages");
	bsp_pop_reg(cell);
	bsp_sync();
	free(right);
}

/* In turn t processes whose numbers differ in bit t, or none, are a pair. */
static void pairs(void)
{
	static uint32_t area[300];
	static uint32_t data[300];
	bool right = true;

	bsp_push_reg(area, sizeof(area));
	bsp_sync();
	for (int turn = 0; turn < TURNS; turn++) {
		int other = me ^ 1 << turn % 4;

		for (int i = 0; i < 300; i++) {
			data[i] = (uint32_t)(turn << 20 | me << 10 | i);
		}
		if (other < p) {
			bsp_put(other, data, area, 0, sizeof(data));
		}
		bsp_put(me, data, area, 0, 0);
		bsp_sync_neighbours(&other, other < p);
		for (int i = 0; other < p && i < 300; i++) {
			right &= area[i] ==
				 (uint32_t)(turn << 20 | other << 10 | i);
		}
		if (turn == TURNS / 2) {
			bsp_sync();
		}
	}
	bsp_sync_neighbours(NULL, 0);
	tap_ok(right, "pairs that change, and none");
	bsp_sync();
	bsp_pop_reg(area);
	bsp_sync();
}

/* The last process begins only when process 0 is two supersteps on. */
static void far(void)
{
	const int both[] = {me > 0 ? me - 1 : 0, me + 1 < p ? me + 1 : me};
	uint32_t flag;

	tap_ok(weft_flags_alloc(1, &flag) == WEFT_OK, "a flag");
	bsp_sync();
	if (p > 3 && me == p - 1) {
		weft_flag_wait(flag, 1, WEFT_FOREVER);
	}
	for (int step = 0; step < AHEAD; step++) {
		bsp_sync_neighbours(both, 2);
	}
	if (me == 0) {
		weft_flag_write((weft_rank_t)(p - 1), flag, 1);
	}
	bsp_sync();
	tap_ok(true, "nobody waits for who is far away");
}

static void go_wrong(const char *how)
{
	int x = 0, other = strcmp(how, "nobody") == 0 ? p : me ^ 1;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	if (strcmp(how, "unnamed") == 0 && me == 0) {
		bsp_put(3, &x, &x, 0, sizeof(x));
	} else if (strcmp(how, "register") == 0) {
		bsp_push_reg(&x, sizeof(x));
	}
	bsp_sync_neighbours(&other, 1);
}

int main(int argc, char **argv)
{
	tap_begin();
	bsp_options_of_test();
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	before = me > 0 ? me - 1 : p - 1;
	if (argc > 1) {
		go_wrong(argv[1]);
	}
	automaton();
	pairs();
	far();
	bsp_end();
	return tap_end();
}
