/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A step between leaders whose pieces go from memory to memory (arch/bulk.h): for long
 * reductions, where nodes are joined so.
 *
 * Pieces come into two places of the leader's own in turn.  It grants one anew when it has
 * combined what was there.
 *
 * If two leaders have as much for each other, each combines one half of the elements only
 * (the lower one has the first), and then gives the result of it to the other.  As many
 * bytes go each way as if both combined all, and half as many are combined: a step of
 * Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004).
 *
 * Flags and numbers are those of the long way (across_stream.c).
 */
#include "arch/barrier.h"
#include "arch/bulk.h"
#include "collectives/reduce/across_stream.h"
#include "runtime/table.h"
#include "runtime/wait.h"

#if ARCH_BULK

enum {
	LEAST = 65537, /* bytes that are worth the leave that each step takes */
	PIECE = 1 << 20,
	PLACES = 2,
	HELD_STEPS = 3,
	SHARE = 5, /* log2, of a core's memory, that they take at most */
};

/* Pieces in a row. */
struct bulk_part {
	uint32_t first, n;
};

void across_bulk_place(struct across *own)
{
	static char *places; /* of the one call that this leader is in */
	void *memory;

	if (!team_bulk(&own->leaders.team) ||
	    arch_dram(&memory) >> SHARE < PLACES * PIECE) {
		return;
	}
	if (!places) {
		places = rt_table(PLACES, PIECE,
				  "no memory for reductions between nodes");
	}
	own->bulk = places;
}

/* Its size on all cores; the places at leaders.  Before, pairs have been placed there. */
void across_held_place(struct across *own, uint32_t epoch)
{
	const struct nodes *nodes = own->nodes;
	struct across_way *way = &own->brief;
	uint32_t steps = arith_log2_ceil(nodes->count);
	char *rooms;

	if (steps > HELD_STEPS || !arch_bulk(nodes->leader[nodes->mine == 0])) {
		return;
	}
	way->piece = HELD_BYTES;
	way->step = HELD_BYTES * HELD_DEPTH;
	if (nodes->me != 0) {
		return;
	}
	rooms = rt_table(steps, way->step,
			 "no memory for reductions between nodes");
	way->held = rt_table(steps, sizeof(*way->held),
			     "no memory for reductions between nodes");
	for (uint32_t h = own->leaders.pairs.first; h < steps; h++) {
		way->held[h] = (struct held){own->leaders.pairs.step[h].from,
					     stream_flag(way, h, NEWS), epoch,
					     rooms + arith_mul(h, way->step)};
		held_taken(&way->held[h], epoch);
	}
}

bool across_bulk_fits(const struct across_all *all)
{
	return all->own->bulk && !all->before &&
	       arith_mul(all->count, all->op->bytes) >= LEAST;
}

/* Two halves need two pieces; else one is quicker, as each takes messages of MPI's. */
uint32_t across_bulk_piece(const struct across_all *all)
{
	uint32_t rest, per = arith_div(PIECE, all->op->bytes, &rest);
	uint32_t half = (all->count + 1) >> 1;

	return all->root != WEFT_TEAM_NOBODY || per < half ? per : half;
}

static size_t bulk_at(const struct stream *s, uint32_t k)
{
	return stream_at(s, s->whole, k);
}

static size_t bulk_bytes(const struct stream *s, struct bulk_part part)
{
	uint32_t last = part.first + part.n - 1;

	return part.n ? bulk_at(s, last) +
				arith_mul(stream_elements(s, s->whole, last),
					  s->all->op->bytes) -
				bulk_at(s, part.first)
		      : 0;
}

static void bulk_grant(const struct stream_step *s, uint32_t number)
{
	struct across_way *way = s->stream->way;

	way->told[s->h] = number;
	arch_flag_tell(s->who->from,
		       stream_flag(way, s->h, ROOMS + stream_seat(s)), number);
}

/* Some pieces at once, to the i-th that this leader tells. */
static int bulk_put(const struct stream_step *s, uint32_t i, const char *from,
		    struct bulk_part part)
{
	struct across_way *way = s->stream->way;
	uint32_t number = ++way->sent[s->h][i], to = s->who->to[i];
	int error = rt_await(stream_flag(way, s->h, ROOMS + i), number,
			     s->stream->all->deadline, to,
			     "room at another node for a piece");

	if (!error) {
		arch_bulk_send(to, from + bulk_at(s->stream, part.first),
			       bulk_bytes(s->stream, part),
			       stream_flag(way, s->h, NEWS), number);
	}
	return error;
}

static int bulk_await(const struct stream_step *s)
{
	struct across_way *way = s->stream->way;

	return rt_await(stream_flag(way, s->h, NEWS), ++way->taken[s->h],
			s->stream->all->deadline, s->who->from,
			"a piece of another node's");
}

static char *bulk_place(const struct stream_step *s, uint32_t k)
{
	return s->stream->all->own->bulk + arith_mul(k & (PLACES - 1), PIECE);
}

/* For piece k, which comes when `after` others have. */
static void bulk_open(const struct stream_step *s, uint32_t k, uint32_t after)
{
	struct across_way *way = s->stream->way;

	arch_bulk_open(s->who->from, stream_flag(way, s->h, NEWS),
		       way->taken[s->h] + 1 + after, bulk_place(s, k),
		       bulk_bytes(s->stream, (struct bulk_part){k, 1}));
}

static int bulk_send_all(const struct stream_step *s, uint32_t k)
{
	int error = WEFT_OK;

	for (uint32_t i = 0; i < s->who->tells && !error; i++) {
		if (s->gives[i]) {
			error = bulk_put(s, i, s->stream->from,
					 (struct bulk_part){k, 1});
		}
	}
	return error;
}

/*
 * The k-th piece of a part has come.  What is combined may lie where it was sent from, so
 * that has to have gone: all but the piece that may have been sent since.
 */
static int bulk_take(const struct stream_step *s, struct bulk_part in,
		     uint32_t k, uint32_t since)
{
	const struct stream *stream = s->stream;
	uint32_t piece = in.first + k, gives = s->gives[0] + s->gives[1];
	int error = bulk_await(s);

	if (error) {
		return error;
	}
	arch_bulk_sent(since ? gives : 0);
	stream_join(s, bulk_place(s, piece), bulk_at(stream, piece),
		    stream_elements(stream, stream->whole, piece));
	if (k + PLACES < in.n) {
		bulk_open(s, piece + PLACES, PLACES - 1);
		bulk_grant(s, stream->way->taken[s->h] + PLACES);
	}
	return WEFT_OK;
}

static int bulk_exchange(const struct stream_step *s, struct bulk_part out,
			 struct bulk_part in)
{
	uint32_t most = out.n > in.n + 1 ? out.n : in.n + 1;
	uint32_t open = in.n < PLACES ? in.n : PLACES;
	int error = WEFT_OK;

	for (uint32_t k = 0; k < open; k++) {
		bulk_open(s, in.first + k, k);
	}
	if (open) {
		bulk_grant(s, s->stream->way->taken[s->h] + open);
	}
	for (uint32_t k = 0; k < most && !error; k++) {
		if (k < out.n) {
			error = bulk_send_all(s, out.first + k);
		}
		if (k > 0 && k <= in.n && !error) {
			error = bulk_take(s, in, k - 1, k < out.n);
		}
	}
	return error;
}

/* The results of my half for those of theirs. */
static int bulk_give_back(const struct stream_step *s, struct bulk_part mine,
			  struct bulk_part theirs)
{
	const struct across_all *all = s->stream->all;
	struct across_way *way = s->stream->way;
	int error;

	arch_bulk_sent(0); /* the result comes to where it may have been */
	arch_bulk_open(s->who->from, stream_flag(way, s->h, NEWS),
		       way->taken[s->h] + 1,
		       all->to + bulk_at(s->stream, theirs.first),
		       bulk_bytes(s->stream, theirs));
	bulk_grant(s, way->taken[s->h] + 1);
	error = bulk_put(s, 0, all->to, mine);
	return error ? error : bulk_await(s);
}

static int bulk_by_halves(const struct stream_step *s)
{
	uint32_t all = s->stream->whole.pieces, low = (all + 1) >> 1;
	struct bulk_part lower = {0, low}, upper = {low, all - low};
	struct bulk_part mine = s->who->upper ? upper : lower;
	struct bulk_part theirs = s->who->upper ? lower : upper;
	int error = bulk_exchange(s, theirs, mine);

	return error ? error : bulk_give_back(s, mine, theirs);
}

int across_bulk_step(const struct stream_step *s)
{
	struct bulk_part all = {0, s->stream->whole.pieces}, none = {0, 0};
	struct across_way *way = s->stream->way;
	bool gives = s->gives[0] || s->gives[1];
	int error = s->who->even && s->gets && s->gives[0] && all.n > 1
			    ? bulk_by_halves(s)
			    : bulk_exchange(s, gives ? all : none,
					    s->gets ? all : none);

	arch_bulk_sent(0);
	if (error) {
		arch_bulk_close();
		/* A late piece finds no place: a number that was granted is not used again. */
		if ((int32_t)(way->told[s->h] - way->taken[s->h]) > 0) {
			way->taken[s->h] = way->told[s->h];
		}
	}
	return error;
}

#endif
