/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started broadcasts, reductions and scans for tests: each with what all ranks' elements
 * combine to by a plain loop, with an operation that does not commute, by handlers
 * or by the thread alone.
 */
#ifndef TESTS_TARGET_LONG_CALLS_H
#define TESTS_TARGET_LONG_CALLS_H

#include <weft/weft.h>

#include "runtime/context.h"
#include "tests/target/affine.h"
#include "tests/target/long_way.h"
#include "tests/target/tap.h"

enum what {
	BCAST,
	REDUCE,
	ALLREDUCE,
	SCAN,
	EXSCAN,
	REDUCE_SCATTER_BLOCK,
	REDUCE_SCATTER,
	WHATS,
};

enum {
	MOST = 320, /* elements of a block; pieces have 32 to 512 bytes */
	ROOM = 900, /* of all blocks */
	BLANK = 0x5a5a,
};

static volatile bool in_handler; /* what may not */

static void chain_in_thread(void *into, const void *from, size_t n)
{
	in_handler |= rt_context != RT_THREAD;
	chain(into, from, n);
}

static const struct weft_op here = {
	.combine = chain, .bytes = sizeof(struct affine), .in_handler = true};
static const struct weft_op thread = {.combine = chain_in_thread,
				      .bytes = sizeof(struct affine)};

/* An element that no piece is a multiple of: five in a row. */
static void chain_five(void *into, const void *from, size_t n)
{
	chain(into, from, 5 * n);
}

static const struct weft_op fives = {.combine = chain_five,
				     .bytes = 5 * sizeof(struct affine),
				     .in_handler = true};

/* One call: `n` parts of elements a core, or a block. */
struct one {
	struct weft_request request;
	struct weft_team *team;
	struct affine *mine, *result;
	size_t *counts; /* of the operation's elements */
	enum what what;
	uint32_t n, root, key;
	bool in_place;
	const struct weft_op *op;
};

/* What the ranks before `end` combine to in place i. */
static struct affine combined(const struct one *o, uint32_t end, uint32_t i)
{
	struct affine sum = part(o->key, 0, i);

	for (uint32_t rank = 1; rank < end; rank++) {
		struct affine other = part(o->key, rank, i);

		chain(&sum, &other, 1);
	}
	return sum;
}

static bool is_scattered(enum what what)
{
	return what == REDUCE_SCATTER_BLOCK || what == REDUCE_SCATTER;
}

static uint32_t blocks(const struct one *o)
{
	return is_scattered(o->what) ? weft_team_size(o->team) : 1;
}

/* Of a rank's block; and of all before it. */
static uint32_t parts_of(const struct one *o, uint32_t rank)
{
	return o->what != REDUCE_SCATTER ? o->n
	       : o->op == &fives         ? 5 * (uint32_t)o->counts[rank]
					 : (uint32_t)o->counts[rank];
}

static uint32_t parts_before(const struct one *o, uint32_t rank)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < rank; i++) {
		sum += parts_of(o, i);
	}
	return sum;
}

/* Blocks of none, of all that there may be, and between. */
static void draw_counts(struct one *o)
{
	uint32_t most = o->op == &fives ? o->n / 5 : o->n;

	for (uint32_t i = 0; i < weft_team_size(o->team); i++) {
		uint32_t draw = (o->key + i) * 0x9e3779b1;

		o->counts[i] = draw >> 31 ? most
			       : draw >> 29 & 1
				       ? 0
				       : tap_below(draw << 3, most + 1);
	}
}

static bool has_result(const struct one *o)
{
	uint32_t me = weft_team_rank(o->team);

	return (o->what != REDUCE || o->root == me) &&
	       (o->what != EXSCAN || me > 0);
}

static struct affine expected(const struct one *o, uint32_t i)
{
	uint32_t me = weft_team_rank(o->team), size = weft_team_size(o->team);

	switch (o->what) {
	case BCAST:
		return part(o->key, o->root, i);
	case SCAN:
		return combined(o, me + 1, i);
	case EXSCAN:
		return combined(o, me, i);
	case REDUCE_SCATTER_BLOCK:
	case REDUCE_SCATTER:
		return combined(o, size, parts_before(o, me) + i);
	default:
		return combined(o, size, i);
	}
}

static inline int start(struct one *o)
{
	struct affine *to = o->in_place ? o->mine : o->result;
	size_t count = o->op == &fives ? o->n / 5 : o->n;

	switch (o->what) {
	case BCAST:
		return long_bcast_start(to, o->n * sizeof(*to), o->root,
					o->team, &o->request);
	case REDUCE:
		return long_reduce_start(o->mine, to, count, o->op, o->root,
					 o->team, &o->request);
	case ALLREDUCE:
		return long_start(LONG_ALLREDUCE, o->mine, to, count, o->op,
				  o->team, &o->request);
	case SCAN:
		return long_start(LONG_SCAN, o->mine, to, count, o->op, o->team,
				  &o->request);
	case EXSCAN:
		return long_start(LONG_EXSCAN, o->mine, to, count, o->op,
				  o->team, &o->request);
	case REDUCE_SCATTER_BLOCK:
		return weft_reduce_scatter_start(o->mine, to, count, NULL,
						 o->op, o->team, &o->request);
	default:
		return weft_reduce_scatter_start(o->mine, to, 0, o->counts,
						 o->op, o->team, &o->request);
	}
}

/* `draw` is the same on all cores of the team. */
static bool begin(struct one *o, struct weft_team *team, enum what what,
		  uint32_t n, uint32_t draw)
{
	static const struct weft_op *const ops[] = {&here, &thread, &fives,
						    &here};
	uint32_t me = weft_team_rank(team);

	o->team = team;
	o->what = what;
	o->op = ops[draw >> 4 & 3];
	o->key = draw;
	o->root = tap_below(draw << 7, weft_team_size(team));
	o->in_place = what == BCAST || (!is_scattered(what) && draw & 8);
	o->n = n * blocks(o) <= ROOM ? n : ROOM / blocks(o);
	o->n -= what != BCAST && o->op == &fives ? o->n % 5 : 0;
	draw_counts(o);
	for (uint32_t i = 0; i < ROOM; i++) {
		o->mine[i] = o->result[i] = (struct affine){BLANK, BLANK};
	}
	for (uint32_t i = 0; i < parts_before(o, blocks(o)); i++) {
		o->mine[i] = what != BCAST || me == o->root
				     ? part(o->key, me, i)
				     : o->mine[i];
	}
	return start(o) == WEFT_OK;
}

static bool right(struct one *o)
{
	const struct affine *to = o->in_place ? o->mine : o->result;
	uint32_t n = has_result(o) ? parts_of(o, weft_team_rank(o->team)) : 0;
	bool ok = weft_wait(&o->request, WEFT_COMPLETE, WEFT_FOREVER) ==
			  WEFT_OK &&
		  weft_test(&o->request, WEFT_COMPLETE);

	for (uint32_t i = 0; i < n && ok; i++) {
		struct affine x = expected(o, i);

		ok = is(to[i], x.a, x.b);
	}
	for (uint32_t i = n; i < ROOM && ok; i++) {
		ok = is(o->result[i], BLANK, BLANK);
	}
	return ok;
}

#endif
