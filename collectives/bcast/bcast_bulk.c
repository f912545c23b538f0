/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binomial tree of puts (bcast_binomial_put.c) with pieces that go from memory to
 * memory (arch/bulk.h): for what is long, where nodes are joined so.  The flags and their
 * numbers are the same; a grant says that there is a place for all pieces, and comes once.
 */
#include "arch/barrier.h"
#include "arch/bulk.h"
#include "collectives/bcast/binomial_put.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/binomial.h"

#if ARCH_BULK

enum {
	PIECE_LOG2 = 19, /* where some pass on what comes */
	PIECE_MOST_LOG2 = 26,
};

static uint32_t bulk_piece_log2(const struct binomial_put *own)
{
	return own->team.size > 2 ? PIECE_LOG2 : PIECE_MOST_LOG2;
}

static int bulk_send(struct binomial_put *own, uint32_t edge, const char *data,
		     size_t n, uint64_t deadline)
{
	uint32_t number = ++own->sent[edge];
	uint32_t child = team_rank(
		&own->team, arith_add_mod(own->team.me, UINT32_C(1) << edge,
					  own->team.size));
	int error = rt_await(rt_flag(own->grants, edge), number, deadline,
			     child, "its place for a broadcast");

	if (!error) {
		arch_bulk_send(child, data, n, rt_flag(own->news, edge),
			       number);
	}
	return error;
}

static uint32_t bulk_parent(const struct binomial_put *own, uint32_t edge)
{
	return team_rank(&own->team,
			 arith_sub_mod(own->team.me, UINT32_C(1) << edge,
				       own->team.size));
}

/* v: my number, from the root on; edge: towards my parent. */
static int bulk_piece(struct binomial_put *own, uint32_t v, uint32_t edge,
		      const char *data, size_t n, uint64_t deadline)
{
	int error = WEFT_OK;

	if (v > 0) {
		error = rt_await(rt_flag(own->news, edge), ++own->taken[edge],
				 deadline, bulk_parent(own, edge),
				 "a piece of a broadcast");
	}
	while (edge-- > 0 && !error) {
		if (v + (UINT32_C(1) << edge) < own->team.size) {
			error = bulk_send(own, edge, data, n, deadline);
		}
	}
	return error;
}

int binomial_bulk(struct binomial_put *own, void *data, size_t size,
		  uint32_t root, uint64_t deadline)
{
	uint32_t v = arith_sub_mod(own->team.me, root, own->team.size);
	uint32_t edge = binomial_edge(v, own->team.size);
	uint32_t log2 = bulk_piece_log2(own);
	size_t most = (size_t)1 << log2;
	char *at = data;
	int error = WEFT_OK;

	RT_TRACE("long broadcast between nodes", root, (uint32_t)size);
	if (v > 0) {
		uint32_t pieces = (uint32_t)((size + most - 1) >> log2);

		arch_bulk_open(bulk_parent(own, edge), rt_flag(own->news, edge),
			       data, size);
		arch_flag_tell(bulk_parent(own, edge),
			       rt_flag(own->grants, edge),
			       own->taken[edge] + pieces);
	}
	while (size > 0 && !error) {
		size_t n = size < most ? size : most;

		error = bulk_piece(own, v, edge, at, n, deadline);
		at += n;
		size -= n;
	}
	arch_bulk_sent(0);
	if (error) {
		arch_bulk_close();
	}
	return error;
}

#endif
