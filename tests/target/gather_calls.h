/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One call of gather, scatter, allgather or all-to-all, in any of its forms: each byte of
 * each block is a function of who sends it to whom, in this call.
 */
#ifndef TESTS_TARGET_GATHER_CALLS_H
#define TESTS_TARGET_GATHER_CALLS_H

#include <string.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum what {
	GATHER,
	SCATTER,
	ALLGATHER,
	ALLTOALL,
	WHATS,
};

/* Buffers of one call: `bytes` to send, and as many to receive. */
struct room {
	uint8_t *from, *to;
	size_t *from_count, *from_at, *to_count, *to_at;
	uint32_t each;
	size_t bytes;
};

/* One call, as all cores of the team draw it. */
struct call {
	struct room *room;
	struct weft_team *team;
	enum what what;
	bool v, in_place;
	uint32_t bytes, key;
	/* By call_prepare: */
	uint32_t me, size, root;
};

/* What it is called with. */
struct arguments {
	const void *send;
	void *recv;
	size_t out, in; /* bytes of a block that this core sends, and gets */
};

enum {
	GAP = 5, /* bytes between blocks that nobody may write */
	BLANK = 0xa5,
};

/* A number drawn from another. */
static inline uint32_t call_mix(uint32_t x)
{
	x *= 0x9e3779b1;
	x ^= x >> 15;
	x *= 0x85ebca6b;
	return x ^ x >> 13;
}

/* With so many bytes for each core's block. */
static inline void room_make(struct room *room, uint32_t each)
{
	uint32_t cores = weft_size();
	size_t row = cores * sizeof(size_t);

	room->each = each;
	room->bytes = (size_t)cores * each;
	room->from = tap_room(room->bytes);
	room->to = tap_room(room->bytes);
	room->from_count = tap_room(row);
	room->from_at = tap_room(row);
	room->to_count = tap_room(row);
	room->to_at = tap_room(row);
}

/* As many bytes of a block as the room has for one of each core. */
static inline uint32_t call_fitting(const struct room *room, uint32_t bytes)
{
	return bytes < room->each - GAP ? bytes : room->each - GAP;
}

/* The bytes of the block from a to b; b is 0 where all get the same. */
static inline uint32_t bytes_of(const struct call *c, uint32_t a, uint32_t b)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	if (!c->v) {
		return c->bytes;
	}
	if (!c->in_place || c->what != ALLTOALL) {
		low = a;
		high = b;
	}
	return tap_below(call_mix(c->key + low * 64 + high), c->bytes + 1);
}

static inline uint32_t pattern(const struct call *c, uint32_t a, uint32_t b)
{
	return call_mix(c->key ^ (a * 1024 + b));
}

/* Where blocks of a buffer begin: apart, and in the order of keys, if they may. */
static inline void place(const struct call *c, size_t *at, const size_t *count)
{
	size_t end = 0;

	for (uint32_t i = 0; i < c->size; i++) {
		uint32_t block = c->v ? c->size - 1 - i : i;

		at[block] = end;
		end += count[block] + (c->v ? GAP : 0);
	}
	if (end > c->room->bytes) {
		weft_panic("the test's buffers are too small");
	}
}

static inline bool is_root(const struct call *c)
{
	return c->what >= ALLGATHER || c->root == c->me;
}

/* Does this core have many blocks to send, and does it get many? */
static inline bool sends_many(const struct call *c)
{
	return c->what == ALLTOALL || (c->what == SCATTER && is_root(c));
}

static inline bool gets_many(const struct call *c)
{
	return c->what != SCATTER && is_root(c);
}

/* The pair that block i is of, in buffers of many. */
static inline uint32_t key_out(const struct call *c, uint32_t i)
{
	return pattern(c, c->me, i);
}

static inline uint32_t key_in(const struct call *c, uint32_t i)
{
	return pattern(c, i, c->what == ALLTOALL ? c->me : 0);
}

/* Fills the buffers. */
static inline void call_prepare(struct call *c)
{
	const struct room *r = c->room;
	bool all = c->what == ALLTOALL;

	c->me = weft_team_rank(c->team);
	c->size = weft_team_size(c->team);
	c->root = tap_below(call_mix(c->key), c->size);
	memset(r->from, BLANK, r->bytes);
	memset(r->to, BLANK, r->bytes);
	for (uint32_t i = 0; i < c->size; i++) {
		uint32_t out = c->what == SCATTER ? c->root : c->me;

		r->from_count[i] = bytes_of(c, out, i);
		r->to_count[i] = bytes_of(c, i, all ? c->me : 0);
	}
	place(c, r->from_at, r->from_count);
	place(c, r->to_at, r->to_count);
	if (sends_many(c)) {
		uint8_t *base = c->in_place && all ? r->to : r->from;
		const size_t *at = c->in_place && all ? r->to_at : r->from_at;

		for (uint32_t i = 0; i < c->size; i++) {
			tap_fill(base + at[i], r->from_count[i], key_out(c, i));
		}
	} else if (c->what != SCATTER && c->in_place && is_root(c)) {
		tap_fill(r->to + r->to_at[c->me], r->to_count[c->me],
			 key_in(c, c->me));
	} else if (c->what != SCATTER) {
		tap_fill(r->from, r->to_count[c->me], key_in(c, c->me));
	}
}

static inline struct arguments call_arguments(const struct call *c)
{
	const struct room *r = c->room;
	bool in_place = c->in_place && is_root(c);
	struct arguments with = {
		.send = in_place && c->what != SCATTER ? WEFT_IN_PLACE
						       : r->from,
		.recv = in_place && c->what == SCATTER ? WEFT_IN_PLACE : r->to,
		.out = bytes_of(c, c->me, 0),
		.in = bytes_of(c, c->root, c->me),
	};

	if (c->what == GATHER && !is_root(c)) {
		with.recv = NULL;
	} else if (c->what == SCATTER && !is_root(c)) {
		with.send = NULL;
	}
	return with;
}

/* Blank what is right: the rest of the buffer must be blank then, too. */
static inline bool call_right(const struct call *c)
{
	const struct room *r = c->room;
	bool ok = true;

	if (gets_many(c)) {
		for (uint32_t i = 0; i < c->size; i++) {
			ok &= tap_same(r->to + r->to_at[i], r->to_count[i],
				       key_in(c, i));
			memset(r->to + r->to_at[i], BLANK, r->to_count[i]);
		}
	} else if (c->what == SCATTER && !(c->in_place && is_root(c))) {
		size_t n = bytes_of(c, c->root, c->me);

		ok &= tap_same(r->to, n, pattern(c, c->root, c->me));
		memset(r->to, BLANK, n);
	}
	for (size_t i = 0; i < r->bytes; i++) {
		ok &= r->to[i] == BLANK;
	}
	return ok;
}

#endif
