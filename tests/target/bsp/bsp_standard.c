/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3,5 always=5 */
/* weft-test: boards=scc-sim cores=3 env=CHUNK=4 */
/* weft-test: boards=scc-sim modes=strict cores=3 tap=no exit=125 args=9
   o=fault=stop:core=1,in=exchange,nth=3 expect=rank_1_was_stopped_for_good */
/* weft-test: boards=scc-sim modes=strict cores=3 tap=no exit=125 args=9
   o=fault=stop:core=1,in=source_next,nth=9 expect=rank_1_was_stopped_for_good */
/* weft-test: boards=scc-sim modes=strict cores=3 tap=no exit=125 args=9
   o=fault=stop:core=1,in=meet,nth=5 expect=rank_1_was_stopped_for_good */
/* weft-test: boards=scc-sim modes=strict cores=3 tap=no exit=70 args=9
   env=WEFT_BSP_SCHEDULE=slots,WEFT_PATIENCE_US=20000
   o=fault=stop:core=1,in=slots_exchange,nth=3 expect=rank_1_was_stopped_for_good */
/*
 * Sentences of the standard that bsp_calls says nothing of; docs/bsp.md has the list of
 * all.  And a process that stops in the middle of a superstep is named.
 */
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

#include "tests/target/bsp/options.h"
#include "tests/target/tap.h"

static int p, me, next, before;

/* Both are local: source and destination of a call need not be registered. */
static void buffers(void)
{
	int x[2] = {me, -1}, got = -1, again = -1, mine = -1;

	bsp_push_reg(x, sizeof(x));
	bsp_sync();
	/* The get's destination is the put's source: what it was is put. */
	got = 70 + me;
	bsp_get(next, x, 0, &got, sizeof(got));
	bsp_put(next, &got, x, sizeof(int), sizeof(int));
	bsp_get(next, x, 0, &again, sizeof(again));
	bsp_get(me, x, 0, &mine, sizeof(mine));
	bsp_put(me, &before, x, 0, sizeof(before));
	bsp_sync();
	tap_ok(x[1] == 70 + before, "a put's source, which a get writes");
	tap_ok(got == next && again == next, "two gets of the same bytes");
	tap_ok(mine == me && x[0] == before, "a get and a put of my own bytes");
	bsp_put(next, &me, x, 2 * sizeof(int), 0);
	bsp_hpput(next, NULL, x, 0, 0);
	bsp_get(next, x, 0, NULL, 0);
	bsp_hpget(next, x, 0, NULL, 0);
	bsp_sync();
	tap_ok(x[0] == before && x[1] == 70 + before, "calls for no bytes");
	bsp_pop_reg(x);
	bsp_sync();
}

/* What a superstep writes is there for all in the next one. */
static void one_after_another(void)
{
	int x = me, got;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	for (int turn = 1; turn <= 2 * p; turn++) {
		bsp_get(next, &x, 0, &got, sizeof(got));
		bsp_sync();
		bsp_put(me, &got, &x, 0, sizeof(x));
		bsp_sync();
	}
	tap_ok(x == me, "twice around the ring, by gets and puts");
	bsp_pop_reg(&x);
	bsp_sync();
}

static void areas(void)
{
	char area[8] = "0000000";
	int high = me == 0 ? 8 : 4;

	/* The target's size counts, not that of who calls. */
	bsp_push_reg(area, high);
	bsp_sync();
	if (me == p - 1) {
		bsp_put(0, "wxyz", area, 4, 4);
	}
	bsp_sync();
	tap_ok(memcmp(area, me == 0 ? "0000wxyz" : "0000000", 8) == 0,
	       "each process registers as many bytes as it likes");
	/* Inside another one, under a name of its own. */
	bsp_push_reg(area + 2, 2);
	bsp_sync();
	bsp_put(next, "ab", area, 0, 2);
	bsp_put(next, "cd", area + 2, 0, 2);
	bsp_sync();
	tap_ok(memcmp(area, "abcd", 4) == 0, "an area inside another one");
	bsp_pop_reg(area);
	bsp_sync();
	bsp_put(next, "e", area + 2, 1, 1);
	bsp_sync();
	tap_ok(memcmp(area, "abce", 4) == 0, "which stays when that is popped");
	bsp_pop_reg(area + 2);
	bsp_sync();
}

/* Three messages from one process; their order is open. */
static void queue(void)
{
	int size = sizeof(int), n, bytes, status[2], tag[2], sum = 0;
	char payload[] = "abcdefgh";
	char *where[2];
	void *what[2], *at;

	bsp_set_tagsize(&size);
	bsp_sync();
	for (int i = 1; i <= 3; i++) {
		bsp_send(next, &i, payload, 2 * i);
	}
	memset(payload, 'x', sizeof(payload));
	bsp_sync();
	bsp_get_tag(&status[0], &tag[0]);
	bsp_get_tag(&status[1], &tag[1]);
	bsp_qsize(&n, &bytes);
	tap_ok(status[0] == status[1] && tag[0] == tag[1] && n == 3 &&
		       bytes == 12,
	       "bsp_get_tag takes nothing");
	bsp_move(payload, 0);
	bsp_qsize(&n, &bytes);
	tap_ok(n == 2 && bytes == 12 - status[0] && payload[0] == 'x',
	       "bsp_move of no bytes takes a message; what is left is told");
	for (int i = 0; i < 2; i++) {
		status[i] = bsp_hpmove(&what[i], &at);
		where[i] = at;
	}
	for (int i = 0; i < 2; i++) {
		sum += *(int *)what[i];
		if (status[i] != 2 * *(int *)what[i] ||
		    memcmp(where[i], "abcdef", (size_t)status[i]) != 0) {
			sum = -1;
		}
	}
	tap_ok(sum == 6 - tag[0],
	       "both payloads stay; they are as at the send");
	size = 0;
	bsp_set_tagsize(&size);
	bsp_sync();
}

/* Whoever is late: nobody is in the next superstep before all have ended this one. */
static void together(void)
{
	int x = 0, late = 0;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	for (int turn = 1; turn <= 8; turn++) {
		if (turn % p == me) {
			tap_delay(20000);
			late = turn;
		}
		bsp_put(turn % p, &turn, &x, 0, sizeof(x));
		bsp_sync();
		late = turn % p == me && x != late ? -1 : late;
	}
	tap_ok(late >= 0, "bsp_sync waits for all");
	bsp_pop_reg(&x);
	bsp_sync();
}

int main(int argc, char **argv)
{
	int turns = argc > 1 ? atoi(argv[1]) : 2;

	tap_begin();
	bsp_options_of_test();
	tap_ok(bsp_nprocs() > 0, "there are processes before bsp_begin");
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	before = me > 0 ? me - 1 : p - 1;
	for (int turn = 0; turn < turns; turn++) {
		buffers();
		one_after_another();
		areas();
		queue();
		together();
	}
	bsp_end();
	return tap_end();
}
