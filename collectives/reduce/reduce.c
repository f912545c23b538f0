/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the cores of a team, short and long (see weft/reduce.h).
 *
 * Long ones use nothing but the chunk buffers and barriers of the team.  They begin in
 * the own buffers, and end with a barrier, as others may still be reading there.
 */
#include <string.h>

#include "arch/arch.h"
#include "collectives/cost.h"
#include "collectives/team/made.h"
#include "messages/chunk_pool.h"
#include "messages/sendrecv.h"
#include "runtime/context.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#define WEFT_NO_FLOATING
#include <weft/reduce.h>

enum {
	PIECE = 256 /* bytes that are combined at once, on the stack */
};

struct job {
	struct weft_team *whole;
	const struct team *team;
	struct barrier_best *barrier;
	const struct weft_op *op;
	const char *send;
	char *recv;    /* or null */
	uint32_t root; /* or WEFT_TEAM_NOBODY: all have the result */
	uint64_t deadline;
};

/* What is being combined, and what comes in. */
struct pieces {
	_Alignas(16) char into[PIECE];
	_Alignas(16) char from[PIECE];
};

static bool has_result(const struct job *job)
{
	return job->root == WEFT_TEAM_NOBODY || job->root == job->team->me;
}

static int meet(const struct job *job)
{
	return barrier_until(job->barrier, job->deadline);
}

/* Bytes of so many elements. */
static uint32_t bytes_of(const struct job *job, uint32_t n)
{
	return arith_mul(n, job->op->bytes);
}

/* The result, at rank 0, to who is to have it. */
static int hand_out(const struct job *job, struct pieces *p, uint32_t bytes)
{
	uint32_t root = job->root, me = job->team->me;
	int error = WEFT_OK;

	if (me == 0 && has_result(job)) {
		memcpy(job->recv, p->into, bytes);
	}
	if (root == WEFT_TEAM_NOBODY) {
		error = weft_team_bcast(job->recv, bytes, 0, job->whole,
					agree_left(job->deadline));
	} else if (root > 0 && me == 0) {
		error = send_until(p->into, bytes, team_rank(job->team, root),
				   job->deadline);
	} else if (root > 0 && me == root) {
		error = recv_until(job->recv, bytes, team_rank(job->team, 0),
				   job->deadline);
	}
	return error;
}

/*
 * Short ones: up the binomial tree of rank 0, where a core has the result of the ranks
 * from its own on, and appends that of as many more each time.
 */
static int reduce_short(const struct job *job, uint32_t count)
{
	uint32_t me = job->team->me, size = job->team->size;
	uint32_t bytes = bytes_of(job, count);
	struct pieces p;
	int error = WEFT_OK;

	memcpy(p.into, job->send, bytes);
	for (uint32_t bit = 1; bit < size && !error; bit <<= 1) {
		if (me & bit) {
			error = send_until(p.into, bytes,
					   team_rank(job->team, me - bit),
					   job->deadline);
			break;
		}
		if (me + bit < size) {
			error = recv_until(p.from, bytes,
					   team_rank(job->team, me + bit),
					   job->deadline);
			job->op->combine(p.into, p.from, error ? 0 : count);
		}
	}
	return error ? error : hand_out(job, &p, bytes);
}

/* Long ones: elements of a chunk that the core of that rank combines. */
struct share {
	uint32_t at, n;
};

static struct share share_of(uint32_t rank, uint32_t each, uint32_t count)
{
	uint32_t at = arith_mul(rank, each);

	at = at < count ? at : count;
	return (struct share){at, count - at < each ? count - at : each};
}

/* My share of all cores' chunks into my second buffer. */
static void combine_share(const struct job *job, struct share s)
{
	uint32_t rest, most = arith_div(PIECE, job->op->bytes, &rest), n;
	struct pieces p;

	for (; s.n > 0; s.n -= n, s.at += n) {
		uint32_t at = bytes_of(job, s.at), bytes;

		n = s.n < most ? s.n : most;
		bytes = bytes_of(job, n);
		for (uint32_t i = 0; i < job->team->size; i++) {
			arch_get(i > 0 ? p.from : p.into,
				 team_rank(job->team, i), ARCH_WINDOW_MPB,
				 chunk_buffer(0) + at, bytes);
			if (i > 0) {
				job->op->combine(p.into, p.from, n);
			}
		}
		arch_put(arch_rank(), ARCH_WINDOW_MPB, chunk_buffer(1) + at,
			 p.into, bytes);
	}
}

/* All shares, beginning with my own, so that not all cores read the same one. */
static void get_shares(const struct job *job, char *to, uint32_t each,
		       uint32_t count)
{
	uint32_t size = job->team->size;

	for (uint32_t i = 0; i < size; i++) {
		uint32_t rank = arith_add_mod(job->team->me, i, size);
		struct share s = share_of(rank, each, count);
		uint32_t at = bytes_of(job, s.at);

		if (s.n > 0) {
			arch_get(to + at, team_rank(job->team, rank),
				 ARCH_WINDOW_MPB, chunk_buffer(1) + at,
				 bytes_of(job, s.n));
		}
	}
}

static int reduce_chunk(const struct job *job, const char *from, char *to,
			uint32_t count)
{
	uint32_t rest, size = job->team->size;
	uint32_t each = arith_div(count + size - 1, size, &rest);
	int error;

	arch_put(arch_rank(), ARCH_WINDOW_MPB, chunk_buffer(0), from,
		 bytes_of(job, count));
	error = meet(job);
	if (error) {
		return error;
	}
	combine_share(job, share_of(job->team->me, each, count));
	error = meet(job);
	if (!error && has_result(job)) {
		get_shares(job, to, each, count);
	}
	return error;
}

static int reduce_long(const struct job *job, size_t count)
{
	uint32_t rest, most = arith_div(chunk_bytes(), job->op->bytes, &rest);
	const char *from = job->send;
	char *to = job->recv;
	int error = WEFT_OK;

	while (count > 0 && !error) {
		uint32_t n = count < most ? (uint32_t)count : most;
		uint32_t bytes = bytes_of(job, n);

		error = reduce_chunk(job, from, to, n);
		from += bytes;
		to = has_result(job) ? to + bytes : to;
		count -= n;
	}
	return error ? error : meet(job);
}

/*
 * A message's way on each level of the tree; or what a core copies of a chunk to and
 * from all others.
 */
static bool is_short(const struct job *job, size_t count)
{
	uint32_t size = job->team->size, lines, level;

	if (size > SENDRECV_CORES || count > PIECE ||
	    bytes_of(job, (uint32_t)count) > PIECE) {
		return false;
	}
	lines = cost_lines(bytes_of(job, (uint32_t)count));
	level = 2 * costs.copy + 3 * cost_signal() +
		arith_mul(lines, costs.load + 3 * costs.line + costs.store);
	return arith_mul(arith_log2_ceil(size), level) <
	       arith_mul(2 * size, costs.copy + costs.line);
}

static int reduce(struct job *job, size_t count, struct weft_team *team,
		  weft_us_t within, const char *name)
{
	int error = WEFT_OK;

	if (!team || !job->op || !job->op->combine) {
		return WEFT_ERR_NULL;
	}
	job->whole = team;
	job->barrier = team_barrier(team);
	job->team = &job->barrier->team;
	if (count > 0 && (!job->send || (has_result(job) && !job->recv))) {
		error = WEFT_ERR_NULL;
	}
	if (job->op->bytes - 1 >= PIECE) {
		error = WEFT_ERR_SIZE;
	}
	if (job->root != WEFT_TEAM_NOBODY && job->root >= job->team->size) {
		error = WEFT_ERR_RANK;
	}
	AGREE_IN(team_agree(team), &within, .name = name, .root = job->root,
		 .bytes = (uint32_t)count, .k = job->op->bytes, .error = error);
	(void)name;
	if (error || count == 0) {
		return error;
	}
	if (job->team->size == 1) {
		if (job->recv != job->send) {
			memcpy(job->recv, job->send,
			       bytes_of(job, (uint32_t)count));
		}
		return WEFT_OK;
	}
	job->deadline = rt_deadline(within);
	return is_short(job, count) ? reduce_short(job, (uint32_t)count)
				    : reduce_long(job, count);
}

int weft_reduce(const void *send, void *recv, size_t count,
		const struct weft_op *op, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	struct job job = {.op = op, .send = send, .recv = recv, .root = root};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return WEFT_ERR_RANK;
	}
	return reduce(&job, count, team, within, "reduce");
}

int weft_allreduce(const void *send, void *recv, size_t count,
		   const struct weft_op *op, struct weft_team *team,
		   weft_us_t within)
{
	struct job job = {
		.op = op, .send = send, .recv = recv, .root = WEFT_TEAM_NOBODY};

	RT_THREAD_ONLY();
	return reduce(&job, count, team, within, "allreduce");
}
