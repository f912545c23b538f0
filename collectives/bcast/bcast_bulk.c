/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The binomial tree of puts (bcast_binomial_put.c) with pieces that go from memory to
 * memory (arch/bulk.h): for what is long, where nodes are joined so.  The flags and their
 * numbers are the same.  A grant says up to which number there are places; a child opens some
 * at once, and one more for each piece that has come.
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
	PLACES = 4,
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

/* What a child has still to open. */
struct bulk_rest {
	uint32_t parent, edge, number;
	char *at;
	size_t size, most;
};

/* The next n places, if there are so many, and the grant. */
static void bulk_open(const struct binomial_put *own, struct bulk_rest *rest,
		      uint32_t n)
{
	uint32_t before = rest->number;

	for (; n > 0 && rest->size > 0; n--) {
		size_t bytes =
			rest->size < rest->most ? rest->size : rest->most;

		arch_bulk_open(rest->parent, rt_flag(own->news, rest->edge),
			       ++rest->number, rest->at, bytes);
		rest->at += bytes;
		rest->size -= bytes;
	}
	if (rest->number != before) {
		arch_flag_tell(rest->parent, rt_flag(own->grants, rest->edge),
			       rest->number);
	}
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
	size_t most = (size_t)1 << bulk_piece_log2(own);
	struct bulk_rest rest = {.edge = edge, .at = data, .most = most};
	char *at = data;
	int error = WEFT_OK;

	RT_TRACE("long broadcast between nodes", root, (uint32_t)size);
	if (v > 0) {
		rest.parent = bulk_parent(own, edge);
		rest.number = own->taken[edge];
		rest.size = size;
		bulk_open(own, &rest, PLACES);
	}
	while (size > 0 && !error) {
		size_t n = size < most ? size : most;

		error = bulk_piece(own, v, edge, at, n, deadline);
		bulk_open(own, &rest, error ? 0 : 1);
		at += n;
		size -= n;
	}
	arch_bulk_sent(0);
	if (error) {
		arch_bulk_close();
		if (v > 0) {
			/* A late piece finds no place: its number is not used again. */
			own->taken[edge] = rest.number;
		}
	}
	return error;
}

#endif
