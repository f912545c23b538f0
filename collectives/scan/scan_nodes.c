/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans of a team that has cores of several nodes (reduce/across.h): the cores of a node have
 * a reduction, whose result is its leader's, and a scan.  The leaders exchange the
 * results, and each learns what those of the nodes before its own combine to.  It spreads
 * that in its node, and each core there combines it with what the node's scan has given it.
 */
#include <string.h>

#include "collectives/scan/scan_among.h"

#if ARCH_NODES

/* What comes before my node, then what I have; the node's first has nothing, or its own. */
static void after(const struct job *job, char *before, uint32_t n, bool has)
{
	uint32_t bytes = job_bytes(job, n);

	if (has) {
		job->op->combine(before, job->recv, n);
	}
	memcpy(job->recv, before, bytes);
}

/* Some elements; both halves of the scratch have room for them. */
static int scan_nodes_some(const struct job *job, uint32_t n, bool mine,
			   char *before, char *sum)
{
	struct across *own = job->exchange->across;
	const struct nodes *nodes = own->nodes;
	struct across_all all = {.own = own,
				 .op = job->op,
				 .from = sum,
				 .to = sum,
				 .before = before,
				 .count = n,
				 .root = WEFT_TEAM_NOBODY,
				 .deadline = job->deadline};
	struct job near = *job;
	int error = WEFT_OK;

	near.team = &own->near.team;
	near.barrier = own->barrier;
	near.exchange = &own->near;
	if (nodes->mates == 1) {
		memcpy(sum, job->send, job_bytes(job, n));
		error = barrier_until(own->barrier, job->deadline);
	} else {
		near.recv = nodes->me == 0 ? sum : NULL;
		near.root = 0;
		error = reduce_among(&near, n);
		near.recv = job->recv;
		near.root = WEFT_TEAM_NOBODY;
	}
	if (!error && nodes->me == 0) {
		error = across_stream(&all);
	}
	if (!error) {
		error = scan_among(&near, n, mine);
	}
	if (error || nodes->mine == 0) {
		return error;
	}
	if (nodes->mates > 1) {
		error = across_spread(own, before, before, job_bytes(job, n),
				      job->deadline);
	}
	if (!error) {
		after(job, before, n, mine || nodes->me > 0);
	}
	return error;
}

int scan_nodes(const struct job *job, size_t count, bool mine)
{
	uint32_t bytes, half, most, rest, n;
	char *scratch = across_scratch(&bytes);
	struct job now = *job;
	int error = WEFT_OK;

	half = bytes >> 1;
	most = arith_div(half, job->op->bytes, &rest);
	for (; count > 0 && !error; count -= n) {
		n = count < most ? (uint32_t)count : most;
		error = scan_nodes_some(&now, n, mine, scratch, scratch + half);
		now.send += job_bytes(job, n);
		now.recv += job_bytes(job, n);
	}
	return error;
}

#endif
