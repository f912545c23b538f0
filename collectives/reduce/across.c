/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions among nodes (across.h): the words, and a node's own part. */
#include "collectives/reduce/across.h"
#include "collectives/reduce/shares.h"
#include "messages/chunk_pool.h"
#include "runtime/part.h"
#include "runtime/table.h"

#if ARCH_NODES

#ifdef ARCH_CHUNK_SHIFT
#define ACROSS_SHIFT (ARCH_CHUNK_SHIFT - 1)
#else
#define ACROSS_SHIFT 5
#endif

enum {
	/* Shares of a window, log2, that pieces may take. */
	WORLD_SHARE = ACROSS_SHIFT,
	TEAM_SHARE = 6,
	/* Elements that a leader has in between: so many windows of them, or that much. */
	SCRATCH_LOG2 = 4,
	SCRATCH_MOST = 1 << 18,
	/* With pieces of memory (arch/bulk.h) more, if that is a small share of it. */
	SCRATCH_BULK = 1 << 20,
	SCRATCH_SHARE = 6,
};

struct across across_world;
static char *scratch; /* of a leader: the one call that it is in */
static uint32_t scratch_bytes;

/* How the words of a team lie: flags, its exchange in a node, pieces. */
struct across_words {
	uint32_t flags, near, piece;
};

static ARCH_COLD uint32_t pieces(void)
{
	return (arith_log2_ceil(arch_nodes()) << BRIEF_DEPTH_LOG2) + 1;
}

static ARCH_COLD uint32_t words_bytes(struct across_words w)
{
	return w.flags + w.near + arith_mul(pieces(), w.piece);
}

static ARCH_COLD struct across_words with_piece(struct across_words w,
						uint32_t piece)
{
	w.flags = rt_to_line(across_way_flags(arch_nodes(), piece));
	w.piece = piece;
	return w;
}

/* Pieces as long as their share of the window and what is offered allow. */
static ARCH_COLD struct across_words words_in(uint32_t count, uint32_t share,
					      uint32_t offered)
{
	uint32_t most = arch_window_bytes(ARCH_WINDOW_MPB) >> share;
	struct across_words w = {.near = rt_to_line(exchange_bytes(count, 0))},
			    more;

	w = with_piece(w, 0);
	more = w;
	more.near = rt_to_line(exchange_bytes(count, offered));
	w = words_bytes(more) <= offered ? more : w;
	most += words_bytes(w);
	most = most < offered ? most : offered;
	more = with_piece(w, ARCH_LINE);
	if (words_bytes(more) <= most) {
		uint32_t all = most - more.flags - more.near, rest;

		w = with_piece(w, arith_div(all, pieces(), &rest) &
					  ~(uint32_t)(ARCH_LINE - 1));
	}
	return w;
}

static ARCH_COLD void make_scratch(void)
{
	void *memory;

	scratch_bytes = arch_window_bytes(ARCH_WINDOW_MPB) << SCRATCH_LOG2;
	scratch_bytes =
		scratch_bytes < SCRATCH_MOST ? scratch_bytes : SCRATCH_MOST;
	if (ARCH_BULK && arch_dram(&memory) >> SCRATCH_SHARE >= SCRATCH_BULK) {
		scratch_bytes = SCRATCH_BULK;
	}
	scratch = rt_table(1, scratch_bytes,
			   "no memory for a node's part of reductions");
}

char *across_scratch(uint32_t *bytes)
{
	*bytes = scratch_bytes;
	return scratch;
}

static ARCH_COLD void place_in(struct across *own, struct team team,
			       struct barrier_best *barrier, uint32_t offset,
			       struct across_words w, uint32_t epoch)
{
	*own = (struct across){.team = team, .barrier = barrier};
	if (team_nodes(&team) == 1 || !team.nodes->in_rows) {
		return;
	}
	own->nodes = team.nodes;
	if (!scratch) {
		make_scratch();
	}
	exchange_place(&own->near, team_mates(own->nodes), offset, w.near,
		       epoch);
	offset += w.near;
	own->value = offset + w.flags;
	own->value_bytes = w.piece;
	across_way_place(own, offset, own->value + w.piece, w.piece, epoch);
	if (own->nodes->me == 0) {
		own->leaders.team = team_leaders(own->nodes);
		pairs_place(&own->leaders, 0, epoch);
#if ARCH_BULK
		across_bulk_place(own);
#endif
	}
#if ARCH_BULK
	if (own == &across_world && w.piece > 0) {
		across_held_place(own, epoch);
	}
#endif
}

uint32_t across_bytes(uint32_t count, uint32_t offered)
{
	return arch_nodes() == 1
		       ? 0
		       : words_bytes(words_in(count, TEAM_SHARE, offered));
}

void across_place(struct across *own, struct team team,
		  struct barrier_best *barrier, uint32_t offset, uint32_t bytes,
		  uint32_t epoch)
{
	place_in(own, team, barrier, offset,
		 words_in(arch_count(), TEAM_SHARE, bytes), epoch);
}

static ARCH_COLD uint32_t meeting_bytes(uint32_t count)
{
	return rt_to_line(barrier_best_bytes(count));
}

static ARCH_COLD struct across_words world_words(uint32_t count,
						 uint32_t offered)
{
	uint32_t own = meeting_bytes(count);

	return words_in(count, WORLD_SHARE, offered > own ? offered - own : 0);
}

static ARCH_COLD uint32_t across_part_bytes(const struct rt_run *run,
					    uint32_t offered)
{
	uint32_t count = run->count;

	return arch_nodes() == 1
		       ? 0
		       : meeting_bytes(count) +
				 words_bytes(world_words(count, offered));
}

static ARCH_COLD void across_part_place(const struct rt_run *run,
					uint32_t offset, uint32_t size)
{
	static struct barrier_best barrier;
	struct across *own = &across_world;
	struct team all = team_world();
	struct across_words w;

	if (size == 0 || !all.nodes->in_rows) {
		return;
	}
	w = world_words(run->count, size);
	barrier_best_place(&barrier, team_mates(all.nodes), offset, run->epoch);
	offset += meeting_bytes(run->count);
	place_in(own, all, &barrier, offset, w, run->epoch);
	exchange_world.across = own;
	if (run->epoch != 0 && w.near > 0) {
		exchange_preset(&own->near, run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "across",
	.bytes = across_part_bytes,
	.placed = across_part_place,
};
RT_PART_DEALT(part);

/* Some elements; `node` alone wants the result, or all do. */
static int across_part_of(struct across *own, const struct job *job,
			  uint32_t count, uint32_t node)
{
	const struct nodes *nodes = own->nodes;
	bool wanted = node == WEFT_TEAM_NOBODY || node == nodes->mine;
	char *sum = job->recv ? job->recv : scratch;
	struct job near = *job;
	struct across_all all = {.own = own,
				 .op = job->op,
				 .from = job->send,
				 .to = sum,
				 .count = count,
				 .root = node,
				 .deadline = job->deadline};
	int error;

	near.team = &own->near.team;
	near.barrier = own->barrier;
	near.exchange = &own->near;
	near.recv = nodes->me == 0 ? sum : NULL;
	near.root = 0;
	if (nodes->mates > 1) {
		error = reduce_among(&near, count);
		all.from = sum;
	} else {
		error = job_meet(&near); /* what I wrote before is seen first */
	}
	/*
	 * Pieces may come to the buffers of the others of my node.  These may still read
	 * there, as an exchange by pairs is over at the leader first.
	 */
	if (!error && nodes->mates > 1 && across_way_of(&all)->banks_log2 > 0) {
		error = job_meet(&near);
	}
	if (!error && nodes->me == 0) {
		error = across_stream(&all);
	}
	if (error || nodes->mates == 1) {
		return error;
	}
	return wanted ? across_spread(own, sum, job->recv,
				      job_bytes(job, count), job->deadline)
		      : job_meet(&near);
}

/* As many at once as a leader has memory for that has none of its caller's. */
int across_reduce(struct across *own, const struct job *job, size_t count)
{
	struct job now = *job;
	uint32_t node = WEFT_TEAM_NOBODY, most = (uint32_t)count, rest, n;
	int error = WEFT_OK;

	arch_bulk_quiet();
	if (job->root != WEFT_TEAM_NOBODY) {
		node = nodes_with(own->nodes, team_rank(&own->team, job->root));
		if (own->team.size > 2) {
			most = arith_div(scratch_bytes, job->op->bytes, &rest);
		} /* else the root alone has something in between */
	}
	for (; count > 0 && !error; count -= n) {
		n = count < most ? (uint32_t)count : most;
		error = across_part_of(own, &now, n, node);
		now.send += job_bytes(job, n);
		now.recv += now.recv ? job_bytes(job, n) : 0;
	}
	return error;
}

#endif
