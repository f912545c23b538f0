/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/barrier.h"
#include "collectives/teams/bcast_chain.h"
#include "messages/chunk_pool.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#if ARCH_NODES

enum {
	FEWEST_PIECES = 4, /* that pay for the barriers */
};

/* What each core finds out for itself. */
struct chain_run {
	const struct bcast_chain *job;
	struct binomial_put *own; /* a leader's: edge 0 joins neighbours */
	uint32_t slots;           /* chunk buffers of a node */
	uint32_t pieces;
	uint32_t v;        /* my node, from the root's on */
	bool leads, meets; /* there are others in my node who take pieces */
};

static uint32_t chain_pieces(size_t size)
{
	uint32_t rest;

	return arith_div((uint32_t)size + chunk_bytes() - 1, chunk_bytes(),
			 &rest);
}

/*
 * A chain of n takes n - 2 pieces more than one leader sends; a tree sends each piece as
 * often as it has levels.  Pieces of memory are better than either.
 */
bool bcast_chain_pays(const struct bcast_nodes *own, size_t size)
{
	uint32_t n = own->nodes->count, pieces;

	if (ARCH_BULK || size < FEWEST_PIECES * chunk_bytes() ||
	    size > UINT32_MAX - chunk_bytes()) {
		return false;
	}
	pieces = chain_pieces(size);
	return n == 2 || arith_mul(pieces, arith_log2_ceil(n) - 1) > n;
}

/* In each node: ranks of the world follow each other there; of another team, the leader's. */
static uint32_t chain_slots(const struct bcast_nodes *own)
{
	return CHUNK_BUFFERS
	       << nodes_far_banks_log2(own->nodes, !own->team.rank);
}

/* Where piece k is in the node of that leader. */
static struct arch_addr chain_place(const struct chain_run *run,
				    uint32_t leader, uint32_t k)
{
	uint32_t slot = k & (run->slots - 1);

	return (struct arch_addr){leader + slot / CHUNK_BUFFERS,
				  ARCH_WINDOW_MPB,
				  chunk_buffer(slot % CHUNK_BUFFERS)};
}

static int chain_meet(const struct chain_run *run)
{
	return run->meets ? barrier_shared(&run->job->own->barrier,
					   run->job->deadline)
			  : WEFT_OK;
}

/* `done` pieces have left the buffers here. */
static void chain_grant(const struct chain_run *run, uint32_t parent,
			uint32_t begin, uint32_t done)
{
	uint32_t granted = done + run->slots;

	if ((done & ((run->slots >> 1) - 1)) == 0 &&
	    (done == 0 || granted - (run->slots >> 1) < run->pieces)) {
		granted = granted < run->pieces ? granted : run->pieces;
		arch_flag_tell(parent, rt_flag(run->own->grants, 0),
			       begin + granted);
	}
}

static int chain_send(const struct chain_run *run, uint32_t child, uint32_t k,
		      const char *data, uint32_t n)
{
	struct binomial_put *own = run->own;
	struct arch_addr to = chain_place(run, child, k);
	int error =
		rt_await(rt_flag(own->grants, 0), ++own->sent[0],
			 run->job->deadline, child, "its grant of a buffer");

	if (!error) {
		nodes_tell(to.rank, to.offset, data, n);
		arch_flag_tell(child, rt_flag(own->news, 0), own->sent[0]);
	}
	return error;
}

/* A leader, all but the root's: piece k is in my node, and then in my memory. */
static int chain_take(const struct chain_run *run, uint32_t parent, uint32_t k,
		      char *data, uint32_t n)
{
	struct binomial_put *own = run->own;
	struct arch_addr at = chain_place(run, arch_rank(), k);
	int error = rt_await(rt_flag(own->news, 0), ++own->taken[0],
			     run->job->deadline, parent,
			     "a piece of a broadcast for this node");

	if (!error) {
		arch_get(data, at.rank, at.window, at.offset, n);
	}
	return error;
}

/* The root's leader lays it where its mates take it from. */
static void chain_lay(const struct chain_run *run, uint32_t k, const char *data,
		      uint32_t n)
{
	struct arch_addr at = chain_place(run, arch_rank(), k);

	if (run->meets) {
		arch_put(at.rank, at.window, at.offset, data, n);
	}
}

static int chain_lead(const struct chain_run *run)
{
	const struct team *leaders = &run->own->team;
	uint32_t n = leaders->size, begin = run->own->taken[0];
	uint32_t parent = team_rank(leaders, arith_sub_mod(leaders->me, 1, n));
	uint32_t child = team_rank(leaders, arith_add_mod(leaders->me, 1, n));
	size_t left = run->job->size;
	char *data = run->job->data;
	int error = WEFT_OK;

	for (uint32_t k = 0; k < run->pieces && !error; k++) {
		uint32_t bytes = chunk_of(left);

		if (run->v > 0) {
			chain_grant(run, parent, begin,
				    k > 0 && run->meets ? k - 1 : k);
			error = chain_take(run, parent, k, data, bytes);
		} else {
			chain_lay(run, k, data, bytes);
		}
		if (!error && run->v + 1 < n) {
			error = chain_send(run, child, k, data, bytes);
		}
		error = error ? error : chain_meet(run);
		data += bytes;
		left -= bytes;
	}
	return error;
}

static int chain_follow(const struct chain_run *run)
{
	uint32_t leader = run->job->own->nodes->mate[0];
	size_t left = run->job->size;
	char *data = run->job->data;
	int error = WEFT_OK;

	for (uint32_t k = 0; k < run->pieces && !error; k++) {
		struct arch_addr at = chain_place(run, leader, k);
		uint32_t bytes = chunk_of(left);

		error = chain_meet(run);
		if (!error) {
			arch_get(data, at.rank, at.window, at.offset, bytes);
		}
		data += bytes;
		left -= bytes;
	}
	return error;
}

/*
 * No deadlock: a leader waits for a grant of the next one, and the last one waits for
 * nobody but the one before it.  All cores of a node have come to its first barrier before a
 * byte is written there, and to its last one before a buffer is somebody else's.
 */
int bcast_chain(const struct bcast_chain *job)
{
	const struct nodes *nodes = job->own->nodes;
	struct chain_run run = {
		.job = job,
		.own = &job->own->leaders,
		.slots = chain_slots(job->own),
		.pieces = chain_pieces(job->size),
		.v = arith_sub_mod(nodes->mine, job->node, nodes->count),
		.leads = nodes->me == 0,
	};
	int error;

	run.meets = nodes->mates > 1 && !(run.v == 0 && job->has);
	if (!run.leads && !run.meets) {
		return WEFT_OK;
	}
	RT_TRACE("broadcast along the nodes", run.v, run.pieces);
	error = chain_meet(&run);
	if (!error) {
		error = run.leads ? chain_lead(&run) : chain_follow(&run);
	}
	return error ? error : chain_meet(&run);
}

#endif
