/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the leaders of nodes: pieces by pairs (across.h).
 *
 * In a step each leader sends its pieces to those that exchange_pairs.c names, and combines
 * those that come.  It sends half of `depth` pieces more than it has received, so there are
 * always some on the way.  A receiver tells when it has done with another half of `depth`.
 *
 * No deadlock.  Look at the leader that has received the fewest pieces in a step, m.  Those
 * that it sends to have received m at least, and have told all but the last depth / 2 - 1.
 * So there is room for the pieces up to m + depth / 2, and it sends no more than these
 * before it receives again.  The one that it receives from has received m, too, and has
 * sent piece m or is about to, for the same reason.
 *
 * The flags of a step, for each way: `news`, the number of the last piece here, which its
 * sender writes; and for each receiver `rooms`, which that one writes here.  It is the
 * number of the last piece that the receiver has done with; or, in a way that is
 * granted, of the last one that may be written.
 */
#include <string.h>

#include "arch/barrier.h"
#include "arch/own.h"
#include "collectives/reduce/across_stream.h"
#include "messages/chunk_pool.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#if ARCH_NODES

static uint32_t stream_half(const struct across_way *way)
{
	return ((UINT32_C(1) << way->depth_log2) + 1) >> 1;
}

/* Where that piece is, in the window of a leader or of a bank of its node. */
static struct arch_addr stream_place(const struct across_way *way,
				     uint32_t leader, uint32_t h,
				     uint32_t number)
{
	uint32_t per = way->bank_depth_log2;
	uint32_t slot = number & ((UINT32_C(1) << way->depth_log2) - 1);
	uint32_t at = slot & ((UINT32_C(1) << per) - 1);

	return (struct arch_addr){leader + (slot >> per), ARCH_WINDOW_MPB,
				  way->base + arith_mul(h, way->step) +
					  arith_mul(at, way->piece)};
}

static int stream_send(const struct stream_step *s, uint32_t i, uint32_t k)
{
	const struct stream *stream = s->stream;
	struct across_way *way = stream->way;
	uint32_t number = ++way->sent[s->h][i], to = s->who->to[i];
	uint32_t ahead = way->granted ? 0 : UINT32_C(1) << way->depth_log2;
	struct arch_addr at;
	const char *from;
	uint32_t bytes;
	int error = WEFT_OK;

	number -= ahead;
	if (way->granted || (int32_t)(number - way->room[s->h]) > 0) {
		error = rt_await(stream_flag(way, s->h, ROOMS + i), number,
				 stream->all->deadline, to,
				 "room at another node for a piece");
	}
	number += ahead;
	if (error) {
		return error;
	}
	from = stream->from + stream_at(stream, s->out, k);
	bytes = arith_mul(stream_elements(stream, s->out, k),
			  stream->all->op->bytes);
	if (stream_held(way, s->h)) {
		arch_bulk_send_held(to, from, bytes,
				    stream_flag(way, s->h, NEWS), number);
		return WEFT_OK;
	}
	at = stream_place(way, to, s->h, number);
	nodes_tell(at.rank, at.offset, from, bytes);
	arch_flag_tell(to, stream_flag(way, s->h, NEWS), number);
	return WEFT_OK;
}

/* To who sends to me: up to that number, I have done with all, or grant it. */
static void stream_tell(const struct stream_step *s, uint32_t number)
{
	struct across_way *way = s->stream->way;
	uint32_t i = stream_seat(s);

	way->told[s->h] = number;
	if (way->granted) {
		number += UINT32_C(1) << way->depth_log2;
		number = (int32_t)(number - s->end) > 0 ? s->end : number;
	}
	arch_flag_tell_soon(s->who->from, stream_flag(way, s->h, ROOMS + i),
			    number);
}

/* What comes from below is before all that is known. */
static void stream_before(const struct stream_step *s, const void *theirs,
			  size_t at, uint32_t n)
{
	const struct across_all *all = s->stream->all;
	uint32_t bytes = arith_mul(n, all->op->bytes);
	_Alignas(16) char sum[ELEMENT_MOST];

	if (!s->stream->known) {
		memcpy(all->before + at, theirs, bytes);
		return;
	}
	memcpy(sum, theirs, bytes);
	all->op->combine(sum, all->before + at, n);
	memcpy(all->before + at, sum, bytes);
}

/* Some bytes of a piece: of one that is held, or of a window. */
static void stream_get(char *to, struct arch_addr place, const char *held,
		       uint32_t bytes)
{
	if (held) {
		memcpy(to, held, bytes);
	} else {
		arch_get(to, place.rank, place.window, place.offset, bytes);
	}
}

/* Where the own window is no memory, or two are made of it, by what fits the stack. */
static void stream_join_piece(const struct stream_step *s, uint32_t number,
			      size_t at, uint32_t n)
{
	const struct across_way *way = s->stream->way;
	struct arch_addr place = stream_place(way, arch_rank(), s->h, number);
	const struct held *row = stream_held(way, s->h);
	char *held = row ? held_at(row, number) : NULL;
	const struct weft_op *op = s->stream->all->op;
	_Alignas(16) char theirs[ELEMENT_MOST];
	uint32_t rest, most = arith_div(ELEMENT_MOST, op->bytes, &rest);

	if (!s->stream->all->before && held) {
		stream_join(s, held, at, n);
		return;
	}
#if ARCH_OWN_WINDOW
	if (!s->stream->all->before && place.rank == arch_rank()) {
		stream_join(s, arch_own_window(place.offset), at, n);
		return;
	}
#endif
	while (n > 0) {
		uint32_t now = n < most ? n : most;
		uint32_t bytes = arith_mul(now, op->bytes);

		stream_get(theirs, place, held, bytes);
		if (s->stream->all->before && s->who->upper) {
			stream_before(s, theirs, at, now);
		}
		stream_join(s, theirs, at, now);
		place.offset += bytes;
		held += held ? bytes : 0;
		at += bytes;
		n -= now;
	}
}

static int stream_await(const struct stream_step *s, struct across_way *way)
{
	return rt_await(stream_flag(way, s->h, NEWS), ++way->taken[s->h],
			s->stream->all->deadline, s->who->from,
			"a piece of another node's");
}

static int stream_take(const struct stream_step *s, uint32_t k)
{
	const struct stream *stream = s->stream;
	struct across_way *way = stream->way;
	int error = stream_await(s, way);
	uint32_t number = way->taken[s->h];

	if (error) {
		return error;
	}
	if (s->swaps) {
		way->room[s->h] = way->sent[s->h][0] - 1;
	}
	stream_join_piece(s, number, stream_at(stream, s->in, k),
			  stream_elements(stream, s->in, k));
	if (stream_held(way, s->h)) {
		held_taken(stream_held(way, s->h), number);
	}
	if (!s->swaps && (number & (stream_half(way) - 1)) == 0 &&
	    (!way->granted || number != s->end)) {
		stream_tell(s, number);
	}
	return WEFT_OK;
}

/* Where no elements go: the next number, which asks for no room. */
static void stream_meet(const struct stream_step *s)
{
	struct across_way *way = &s->stream->all->own->wide;

	for (uint32_t i = 0; i < s->who->tells; i++) {
		if (!s->gives[i]) {
			arch_flag_tell(s->who->to[i],
				       stream_flag(way, s->h, NEWS),
				       ++way->sent[s->h][i]);
		}
	}
}

/* What is sent from memory stays as it is until then. */
static void stream_sent(const struct stream_step *s)
{
	if (stream_held(s->stream->way, s->h)) {
		arch_bulk_sent(0);
	}
}

int across_stream_run(struct stream_step *s)
{
	const struct stream *stream = s->stream;
	struct across_way *way = stream->way;
	uint32_t ahead = way->depth_log2 ? stream_half(way) : 0;
	uint32_t most = s->in.pieces + ahead;
	int error = WEFT_OK;

	most = most > s->out.pieces ? most : s->out.pieces;
	s->end = way->taken[s->h] + s->in.pieces;
	s->swaps = !way->granted && s->in.pieces == 1 && s->gets &&
		   s->who->even && s->gives[0];
	if (s->gets && !s->swaps &&
	    (way->granted || way->told[s->h] != way->taken[s->h])) {
		stream_tell(s, way->taken[s->h]);
	}
	for (uint32_t k = 0; k < most && !error; k++) {
		for (uint32_t i = 0; i < s->who->tells && !error; i++) {
			if (s->gives[i] && k < s->out.pieces) {
				error = stream_send(s, i, k);
			}
		}
		if (s->gets && k - ahead < s->in.pieces && !error) {
			stream_sent(s); /* the result may go to where it was */
			error = stream_take(s, k - ahead);
		}
	}
	stream_sent(s);
	return error;
}

/*
 * Who alone gets a group's value in each step: the root in the last one; in the half that
 * it is not in, the one that tells it, and so on down to me.
 */
static void stream_whom(const struct across_all *all, uint16_t *whom)
{
	const struct team *team = &all->own->leaders.team;
	uint32_t first = 0, n = team->size, root = all->root;

	for (uint32_t h = all->own->leaders.pairs.steps; n > 1;) {
		uint32_t low = (n + 1) >> 1, high = n - low;
		bool mine = team->me - first >= low;
		bool its = root - first >= low;

		whom[--h] = (uint16_t)team_rank(team, root);
		if (its && !mine) {
			root -= low;
		} else if (mine && !its) {
			root = root - first < high ? root + low : first + n - 1;
		}
		first += mine ? low : 0;
		n = mine ? high : low;
	}
}

/* All elements in each step. */
static int stream_steps(struct stream *stream)
{
	const struct across_all *all = stream->all;
	const struct pairs *pairs = &all->own->leaders.pairs;
	bool each = all->root == WEFT_TEAM_NOBODY;
	uint16_t whom[PAIRS_STEPS];
	int error = WEFT_OK;

	if (!each) {
		stream_whom(all, whom);
	}
	for (uint32_t h = pairs->first; h < pairs->steps && !error; h++) {
		const struct pairs_step *who = &pairs->step[h];
		struct stream_step s = {.stream = stream,
					.who = who,
					.h = h,
					.out = stream->whole,
					.in = stream->whole};

		s.gets = each || whom[h] == arch_rank();
		for (uint32_t i = 0; i < who->tells; i++) {
			s.gives[i] = each || whom[h] == who->to[i];
		}
		stream_meet(&s);
		error = stream->bulk ? across_bulk_step(&s)
				     : across_stream_run(&s);
		if (!s.gets && !error) {
			error = stream_await(&s, &all->own->wide);
		}
		stream->known |= who->upper;
		stream->from = s.gets ? all->to : stream->from;
	}
	return error;
}

int across_stream(const struct across_all *all)
{
	struct stream stream = {
		.all = all, .way = across_way_of(all), .from = all->from};
	uint32_t rest;

	stream.per = arith_div(stream.way->piece, all->op->bytes, &rest);
	if (across_bulk_fits(all)) {
		stream.bulk = true;
		stream.way = &all->own->wide; /* its flags */
		stream.per = across_bulk_piece(all);
	}
	stream.whole = stream_part(&stream, 0, all->count);
	RT_TRACE("reduction between nodes", stream.whole.pieces, all->count);
	return across_halves_fit(&stream) ? across_halves(&stream)
					  : stream_steps(&stream);
}

#endif
