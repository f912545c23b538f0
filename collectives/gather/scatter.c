/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scatter.  Short: the root puts all blocks into its own MPB, and each core gets its
 * own from there, all at the same time.  Long: the root puts a piece into each core's
 * MPB, one after the other; while those copy it to memory it puts the next ones.
 */
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"

struct scatter {
	const struct rounds *x;
	const struct blocks *send;
	char *recv;
	size_t bytes;
};

/* All blocks into my MPB: in one copy, if they lie in memory as they do there. */
static void scatter_put_all(const struct scatter *s, const struct round *r)
{
	const struct rounds *x = s->x;
	uint32_t size = x->team->size, me = x->team->me;

	if (!s->send->count && s->send->each == x->slot) {
		rounds_put(x, me, round_slot(x, r, 0), s->send->base,
			   arith_mul(x->slot, size));
		return;
	}
	for (uint32_t i = 0; i < size; i++) {
		uint32_t n = round_bytes(x, r, blocks_bytes(s->send, i));

		rounds_put(x, me, round_slot(x, r, i), blocks_at(s->send, i),
			   i == me ? 0 : n);
	}
}

static int from_root(const struct scatter *s)
{
	const struct rounds *x = s->x;
	struct round r = {0};
	int error;

	if (is_root(x)) {
		scatter_put_all(s, &r);
	}
	error = rounds_meet(x);
	if (error) {
		return error;
	}
	if (!is_root(x)) {
		rounds_get(x, s->recv, x->root, round_slot(x, &r, x->team->me),
			   round_bytes(x, &r, s->bytes));
	}
	return rounds_meet(x); /* nobody reads the root's buffers any more */
}

static void put_to_each(const struct scatter *s, const struct round *r)
{
	const struct rounds *x = s->x;
	uint32_t size = x->team->size, other = x->team->me;

	for (uint32_t i = 1; i < size; i++) {
		other = arith_add_mod(other, 1, size);
		rounds_put(x, other, chunk_buffer(r->buffer),
			   blocks_at(s->send, other) + r->at,
			   round_bytes(x, r, blocks_bytes(s->send, other)));
	}
}

static int to_each(const struct scatter *s)
{
	const struct rounds *x = s->x;
	struct round r = {0};
	int error = rounds_meet(x);

	if (is_root(x) && !error) {
		put_to_each(s, &r);
	}
	for (bool more = true; more && !error;) {
		struct round full = r;

		error = rounds_meet(x);
		if (error) {
			return error;
		}
		more = round_next(x, &r, 1);
		if (!is_root(x)) {
			rounds_get(x, s->recv + full.at, x->team->me,
				   chunk_buffer(full.buffer),
				   round_bytes(x, &full, s->bytes));
		} else if (more) {
			put_to_each(s, &r);
		}
	}
	return error;
}

int scatter_blocks(struct rounds *x, const struct moves *m)
{
	struct scatter s = {x, &m->send, m->recv.base, m->recv.each};

	if (x->at_once && team_nodes(x->team) == 1) {
		return from_root(&s);
	}
	rounds_cut_one(x);
	return to_each(&s);
}

int weft_scatter(const void *send, void *recv, size_t bytes, weft_rank_t root,
		 struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"scatter", NULL,
						scatter_blocks};
	struct moves m = MOVES_SCATTER(BLOCKS_OF(send, bytes),
				       BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
