/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the cores of a team, short and long (see weft/reduce.h).
 *
 * Both use nothing but the chunk buffers and barriers of the team.  A core's buffers
 * are its own until it has entered the call.  So short ones, which put into other
 * cores' buffers, begin with a barrier; long ones begin in the own buffers, and end
 * with a barrier, as others may still be reading there.
 */
#include <string.h>

#include "arch/arch.h"
#include "collectives/cost.h"
#include "collectives/team/made.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/reduce.h>

enum {
	PIECE = 256 /* bytes that are combined at once, on the stack */
};

struct job {
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

/* Short ones: groups of consecutive ranks, the last one perhaps smaller. */
struct groups {
	uint32_t n, size;  /* of all but the last one */
	uint32_t mine, at; /* my group, and my place in it */
};

static struct groups groups_of(const struct team *team)
{
	struct groups g = {.size = 1};
	uint32_t rest;

	while (arith_mul(g.size, g.size) < team->size) {
		g.size++;
	}
	g.n = arith_div(team->size + g.size - 1, g.size, &rest);
	g.mine = arith_div(team->me, g.size, &g.at);
	return g;
}

static uint32_t size_of_group(const struct groups *g, const struct team *team,
			      uint32_t group)
{
	uint32_t left = team->size - arith_mul(group, g->size);

	return left < g->size ? left : g->size;
}

/* The slots of a core's buffers: one for each of its group, then for each group. */
static uint32_t slot(uint32_t i, uint32_t room)
{
	return chunk_buffer(0) + arith_mul(i, room);
}

/* n slots from the i-th on, in their order, combined. */
static void combine_slots(const struct job *job, struct pieces *p, uint32_t i,
			  uint32_t n, uint32_t room, uint32_t count)
{
	uint32_t me = arch_rank(), bytes = bytes_of(job, count);

	arch_get(p->into, me, ARCH_WINDOW_MPB, slot(i, room), bytes);
	for (uint32_t end = i + n; ++i < end;) {
		arch_get(p->from, me, ARCH_WINDOW_MPB, slot(i, room), bytes);
		job->op->combine(p->into, p->from, count);
	}
}

/*
 * My group's result to all other groups.  A smaller group has fewer cores to tell: each
 * of its tells those whose place is its own, and every so many further.
 */
static void tell_groups(const struct job *job, const struct groups *g,
			const char *result, uint32_t room, uint32_t bytes)
{
	uint32_t step = size_of_group(g, job->team, g->mine);

	for (uint32_t group = 0; group < g->n; group++) {
		uint32_t first = arith_mul(group, g->size);
		uint32_t n = size_of_group(g, job->team, group);

		for (uint32_t i = g->at; i < n; i += step) {
			arch_put(team_rank(job->team, first + i),
				 ARCH_WINDOW_MPB, slot(g->size + g->mine, room),
				 result, bytes);
		}
	}
}

static uint32_t to_line(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static int reduce_short(const struct job *job, const struct groups *g,
			uint32_t count)
{
	uint32_t first = job->team->me - g->at, bytes = bytes_of(job, count);
	uint32_t members = size_of_group(g, job->team, g->mine);
	uint32_t room = to_line(bytes);
	struct pieces p;
	int error = meet(job);

	if (error) {
		return error;
	}
	for (uint32_t i = 0; i < members; i++) {
		uint32_t to =
			g->at + i < members ? g->at + i : g->at + i - members;

		arch_put(team_rank(job->team, first + to), ARCH_WINDOW_MPB,
			 slot(g->at, room), job->send, bytes);
	}
	error = meet(job);
	if (error) {
		return error;
	}
	combine_slots(job, &p, 0, members, room, count);
	RT_TRACE("a group's result", g->mine, bytes);
	tell_groups(job, g, p.into, room, bytes);
	error = meet(job);
	if (!error && has_result(job)) {
		combine_slots(job, &p, g->size, g->n, room, count);
		memcpy(job->recv, p.into, bytes);
	}
	return error;
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
 * What a core copies, beside a chunk's way into and out of memory: lines from all
 * others, or to and from all of a group, twice.
 */
static bool is_short(const struct job *job, const struct groups *g,
		     size_t count)
{
	uint32_t bytes, lines, all = job->team->size;
	uint32_t most = chunk_pool_bytes(), slots = g->size + g->n;

	if (count > PIECE || bytes_of(job, (uint32_t)count) > PIECE) {
		return false;
	}
	bytes = bytes_of(job, (uint32_t)count);
	lines = cost_lines(bytes);
	return arith_mul(slots, to_line(bytes)) <= most &&
	       arith_mul(2 * slots, costs.copy + arith_mul(lines, costs.line)) <
		       arith_mul(2 * all, costs.copy + costs.line);
}

static int reduce(struct job *job, size_t count, struct weft_team *team,
		  weft_us_t within, const char *name)
{
	int error = WEFT_OK;
	struct groups g;

	if (!team || !job->op || !job->op->combine) {
		return WEFT_ERR_NULL;
	}
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
		memmove(job->recv, job->send, bytes_of(job, (uint32_t)count));
		return WEFT_OK;
	}
	job->deadline = rt_deadline(within);
	g = groups_of(job->team);
	return is_short(job, &g, count) ? reduce_short(job, &g, (uint32_t)count)
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
