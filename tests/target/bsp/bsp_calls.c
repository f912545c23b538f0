/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 always=5 time-out=120 */
/* weft-test: boards=scc-sim modes=strict,relaxed cores=3 seeds=3 */
/* weft-test: cores=3 env=WEFT_EPOCH=0xfffffff1 */
/* weft-test: cores=3 env=CHUNK=4,WEFT_BSP_SCHEDULE=naive */
/* weft-test: boards=scc-sim modes=strict cores=5 o=fault=slow:core=1,x=50 */
/*
 * BSPlib's semantics, sentence by sentence.  Neighbours are p - 1 and p + 1 around the
 * ring; with one process both are that process.
 */
#include <stdlib.h>
#include <string.h>

#include <bsp.h>

#include "tests/target/bsp/options.h"
#include "tests/target/tap.h"

enum {
	WORDS = 8,
	LONG = 5000
};

static int p, me, next, before;

static void put_is_buffered(void)
{
	int x[2] = {-1, -1}, value = me;

	bsp_push_reg(x, sizeof(x));
	bsp_sync();
	bsp_put(next, &value, x, sizeof(int), sizeof(int));
	value = -7; /* the source may be reused */
	tap_ok(x[1] == -1, "a put is not seen before the superstep's end");
	bsp_sync();
	tap_ok(x[0] == -1 && x[1] == before, "a put of what there was");
	bsp_pop_reg(x);
	bsp_sync();
}

static void get_reads_before_puts_write(void)
{
	int x = me, got = -1, high = -1, value = 100 + me;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	bsp_put(next, &value, &x, 0, sizeof(x));
	bsp_get(next, &x, 0, &got, sizeof(got));
	x = 50 + me; /* read at the end of the superstep */
	bsp_sync();
	tap_ok(got == 50 + next, "a get reads at the end, before puts write");
	tap_ok(x == 100 + before, "and the put then writes");
	bsp_hpget(next, &x, 0, &high, sizeof(high));
	bsp_sync();
	tap_ok(high == 100 + me, "an unbuffered get");
	/* What a get writes is not what another's get of it reads. */
	bsp_get(next, &x, 0, &x, sizeof(x));
	bsp_sync();
	tap_ok(x == 100 + me, "all gets read before any writes");
	bsp_pop_reg(&x);
	bsp_sync();
}

static void unbuffered_put(void)
{
	char *from = tap_room(LONG), *to = tap_room(LONG + 16);

	tap_fill(from, LONG, (uint32_t)me);
	memset(to, 0x55, LONG + 16);
	bsp_push_reg(to, LONG + 16);
	bsp_sync();
	for (int i = 0; i < LONG; i += 1250) {
		bsp_hpput(next, from + i, to, 8 + i, 1250);
	}
	bsp_sync();
	tap_ok(tap_same(to + 8, LONG, (uint32_t)before) && to[7] == 0x55 &&
		       to[8 + LONG] == 0x55,
	       "unbuffered puts, and nothing beside them");
	/* Onto itself: the areas overlap. */
	memcpy(to, from, LONG);
	bsp_hpput(me, to, to, 5, LONG - 5);
	bsp_sync();
	tap_ok(memcmp(to + 5, from, LONG - 5) == 0,
	       "an unbuffered put to its own process may overlap");
	bsp_pop_reg(to);
	bsp_sync();
	free(from);
	free(to);
}

/* One process's puts to one other: in their order. */
static void overlapping_puts(void)
{
	char area[WORDS] = "0000000";

	bsp_push_reg(area, sizeof(area));
	bsp_sync();
	bsp_put(next, "aaaa", area, 0, 4);
	bsp_put(next, "bb", area, 2, 2);
	bsp_put(next, "c", area, 3, 1);
	bsp_put(next, "dd", area, 3, 0);
	bsp_sync();
	tap_ok(strcmp(area, "aabc000") == 0, "overlapping puts, in order");
	/* By the function, whose caller's line is not known. */
	bsp_caller.line = 0;
	(bsp_put)(next, NULL, area, 0, 0);
	(bsp_put)(next, "e", area, 1, 1);
	bsp_sync();
	tap_ok(strcmp(area, "aebc000") == 0, "a put of no bytes comes first");
	bsp_pop_reg(area);
	bsp_sync();
}

static void registration(void)
{
	int a[WORDS], b[WORDS], value = me + 1;
	int *mine = me & 1 ? a : b;

	memset(a, 0, sizeof(a));
	memset(b, 0, sizeof(b));
	/* Odd processes register a, even ones b: different addresses. */
	bsp_push_reg(mine, sizeof(a));
	bsp_sync();
	bsp_put(next, &value, mine, 4, 4);
	bsp_sync();
	tap_ok(mine[1] == before + 1, "addresses may differ");

	/* The same address once more, shorter: the latest one counts. */
	bsp_push_reg(a, sizeof(a));
	bsp_push_reg(b, 4);
	bsp_push_reg(a, 8);
	bsp_sync();
	value = 10 + me;
	bsp_put(next, &value, a, 4, 4);
	bsp_put(next, &value, b, 0, 4);
	bsp_sync();
	tap_ok(a[1] == 10 + before && b[0] == 10 + before,
	       "the latest registration of an address counts");
	/* Popping it brings back the one before, from the next superstep on. */
	bsp_pop_reg(a);
	value = 20 + me;
	bsp_put(next, &value, a, 0, 4); /* still the shorter one */
	bsp_sync();
	bsp_put(next, &value, a, 28, 4);
	bsp_sync();
	tap_ok(a[0] == 20 + before && a[7] == 20 + before,
	       "popped, the one before it counts again");
	/* In one superstep, in order: the push is undone by the pop. */
	bsp_push_reg(a, 4);
	bsp_pop_reg(a);
	bsp_sync();
	value = 30 + me;
	bsp_put(next, &value, a, 28, 4);
	bsp_sync();
	tap_ok(a[7] == 30 + before, "pushed and popped in one superstep");
	bsp_pop_reg(b);
	bsp_pop_reg(a);
	bsp_pop_reg(mine);
	bsp_sync();
}

static void null_registration(void)
{
	int x = -1;

	/* Only process 0 has memory there; all can name it. */
	bsp_push_reg(me == 0 ? &x : NULL, me == 0 ? sizeof(x) : 0);
	bsp_sync();
	if (me == p - 1) {
		bsp_put(0, &me, me == 0 ? &x : NULL, 0, sizeof(x));
	}
	bsp_sync();
	tap_ok(x == (me == 0 ? p - 1 : -1),
	       "NULL names what others registered");
	bsp_pop_reg(me == 0 ? &x : NULL);
	bsp_sync();
}

static void tags(void)
{
	int size = 4, tag = -1, status, n, bytes;
	char text[WORDS] = "";

	bsp_set_tagsize(&size);
	tap_ok(size == 0, "the first tags have no bytes");
	bsp_send(next, NULL, "old", 4); /* still without a tag */
	bsp_sync();
	bsp_get_tag(&status, &tag);
	tap_ok(status == 4 && tag == -1, "a new size counts next superstep");
	bsp_move(text, sizeof(text));
	tap_ok(strcmp(text, "old") == 0, "a message without a tag");

	size = 12;
	bsp_set_tagsize(&size);
	tap_ok(size == 4, "bsp_set_tagsize returns the size before");
	tag = me;
	bsp_send(next, &tag, "payload", 8);
	tag = -9;
	bsp_sync();
	bsp_qsize(&n, &bytes);
	bsp_get_tag(&status, &tag);
	tap_ok(n == 1 && bytes == 8 && status == 8 && tag == before,
	       "a message's tag is of the superstep it was sent in");
	text[3] = 'x';
	bsp_move(text, 3);
	tap_ok(strcmp(text, "payx") == 0, "bsp_move truncates");
	bsp_qsize(&n, &bytes);
	bsp_get_tag(&status, &tag);
	tap_ok(n == 0 && bytes == 0 && status == -1, "an empty queue");
	size = 5;
	bsp_set_tagsize(&size);
	tap_ok(size == 12, "the size that is set");
	size = 0;
	bsp_set_tagsize(&size);
	tap_ok(size == 5, "set twice, it is the one that was set first");
	bsp_sync();
	size = 0;
	bsp_set_tagsize(&size);
	tap_ok(size == 0, "and the last one counts");
	bsp_sync();
}

static void messages(void)
{
	void *tag, *payload;
	int n, bytes, sum = 0, all = 0, old;
	char *kept;

	for (int i = 0; i < p; i++) {
		bsp_send(i, NULL, &me, sizeof(me));
		bsp_send(i, NULL, NULL, 0);
	}
	bsp_qsize(&n, NULL);
	tap_ok(n == 0, "a message is not there in its own superstep");
	bsp_sync();
	bsp_qsize(&n, &bytes);
	tap_ok(n == 2 * p && bytes == 4 * p, "messages of all");
	for (int length; (length = bsp_hpmove(&tag, &payload)) >= 0;) {
		all += ((uintptr_t)tag & 7) == 0 &&
		       ((uintptr_t)payload & 7) == 0;
		sum += length == sizeof(int) ? *(int *)payload : 0;
	}
	tap_ok(all == 2 * p && sum == p * (p - 1) / 2,
	       "each of them once, aligned");
	tap_ok(bsp_hpmove(&tag, &payload) == -1, "and no more");

	/* What bsp_hpmove tells of may be sent on, until bsp_sync returns. */
	kept = tap_room(LONG);
	tap_fill(kept, LONG, (uint32_t)me);
	bsp_send(before, NULL, kept, LONG);
	bsp_push_reg(kept, LONG);
	bsp_sync();
	bsp_send(next, NULL, kept, LONG); /* a new queue meanwhile */
	if (bsp_hpmove(&tag, &payload) == LONG) {
		bsp_hpput(before, payload, kept, 0, LONG);
	}
	bsp_sync();
	old = next + 1 < p ? next + 1 : 0;
	tap_ok(tap_same(kept, LONG, (uint32_t)old),
	       "a message's payload is there until bsp_sync returns");

	bsp_qsize(&n, &bytes);
	tap_ok(n == 1 && bytes == LONG, "the other one has come");
	bsp_sync();
	bsp_qsize(&n, &bytes);
	tap_ok(n == 0 && bytes == 0, "messages not moved are discarded");
	bsp_pop_reg(kept);
	bsp_sync();
	free(kept);
}

/* bsp_end: what was asked for since the last bsp_sync is not done. */
static void nothing_after_the_end(void)
{
	static int x = -1;

	bsp_push_reg(&x, sizeof(x));
	bsp_sync();
	bsp_put(next, &me, &x, 0, sizeof(x));
	bsp_put(me, &me, &x, 0, sizeof(x));
	bsp_end();
	tap_ok(x == -1, "what bsp_end finds asked for is not done");
	tap_ok(bsp_nprocs() == p && bsp_pid() == me, "who is known after it");
}

int main(void)
{
	double start;

	tap_begin();
	bsp_options_of_test();
	bsp_begin(bsp_nprocs());
	p = bsp_nprocs();
	me = bsp_pid();
	next = me + 1 < p ? me + 1 : 0;
	before = me > 0 ? me - 1 : p - 1;
	start = bsp_time();
	put_is_buffered();
	get_reads_before_puts_write();
	unbuffered_put();
	overlapping_puts();
	registration();
	null_registration();
	tags();
	messages();
	for (int i = 0; i < 300; i++) { /* numbers of supersteps wrap */
		bsp_sync();
	}
	tap_ok(bsp_time() > start && start >= 0, "time passes");
	nothing_after_the_end();
	return tap_end();
}
