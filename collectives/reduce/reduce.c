/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the cores of a team, short and long (see weft/reduce.h): what is
 * checked, and which algorithm.
 */
#include <string.h>

#include "collectives/reduce/across.h"
#include "collectives/reduce/shares.h"
#include "runtime/context.h"
#include "runtime/wait.h"

/* What fits one exchange; `to` is null where the result is not wanted. */
static inline __attribute__((always_inline)) int
reduce_once(struct exchange *exchange, const struct weft_op *op,
	    const void *from, void *to, uint32_t count, uint32_t bytes,
	    uint32_t root, uint64_t deadline)
{
	struct exchanged x;
	int error;

	x.op = op;
	x.count = count;
	x.bytes = bytes;
	x.ask = false;
	x.chunks = 0;
	memcpy(x.row, from, bytes);
	error = exchange_for(exchange, &x, root, deadline);
	if (!error && to) {
		memcpy(to, x.all, bytes);
	}
	return error;
}

int job_begin(const struct job *job, enum job_way way, uint32_t count,
	      struct exchanged *x)
{
	uint32_t room = job->exchange->fits, rest;

	x->op = job->op;
	x->ask = false;
	x->chunks = way == JOB_PAIRS ? exchange_piece(job->exchange) : 0;
	room = x->chunks ? UINT32_C(1) << x->chunks : room;
	x->count = count;
	x->bytes = job_bytes(job, count);
	if (x->bytes > room) {
		x->count = arith_div(room, job->op->bytes, &rest);
		x->bytes = job_bytes(job, x->count);
	}
	if (!x->chunks) {
		return WEFT_OK;
	}
	exchange_chunks(job->exchange, x->chunks);
	return job_meet(job);
}

int reduce_short(const struct job *job, enum job_way way, uint32_t count)
{
	const char *from = job->send;
	char *to = job->recv;
	struct exchanged x;
	int error = job_begin(job, way, count, &x);

	while (count > 0 && !error) {
		memcpy(x.row, from, x.bytes);
		error = exchange_for(job->exchange, &x, job->root,
				     job->deadline);
		if (!error && to) {
			memcpy(to, x.all, x.bytes);
			to += x.bytes;
		}
		from += x.bytes;
		count = job_next(job, count, &x);
	}
	return error;
}

int reduce_among(const struct job *job, size_t count)
{
	enum job_way way = job_way(job, count);

	return way == JOB_SHARES ? reduce_long(job, count)
				 : reduce_short(job, way, (uint32_t)count);
}

/* More than an exchange: where that costs too much, by shares; or among nodes. */
static __attribute__((noinline)) int reduce_more(const struct elements *e,
						 uint64_t deadline)
{
	struct job job = job_of(e->team, e->op, deadline);

	job.send = e->send;
	job.recv = e->recv;
	job.root = e->root;
#if ARCH_NODES
	if (across_of(job.exchange)) {
		return across_reduce(job.exchange->across, &job, e->count);
	}
#endif
	return reduce_among(&job, e->count);
}

static inline int reduce(struct elements *e, weft_us_t within, const char *name)
{
	struct exchange *x;
	uint64_t deadline;
	uint32_t bytes;
	int error = elements_lack(e->team, e->op);

	if (error) {
		return error;
	}
	x = team_exchange(e->team);
	error = elements_check(e, &x->team);
	AGREE_IN(team_agree(e->team), &within, .name = name, .root = e->root,
		 .bytes = (uint32_t)e->count, .k = job_name_of(e->op),
		 .error = error);
	(void)name;
	if (error || e->count == 0) {
		return error;
	}
	bytes = elements_bytes(e);
	if (x->team.size == 1) {
		if (e->recv != e->send) {
			memcpy(e->recv, e->send, bytes);
		}
		return WEFT_OK;
	}
	deadline = rt_deadline(within);
	if (e->count <= x->fits && bytes <= x->fits && !across_of(x)) {
		return reduce_once(x, e->op, e->send, e->recv,
				   (uint32_t)e->count, bytes, e->root,
				   deadline);
	}
	return reduce_more(e, deadline);
}

int weft_reduce(const void *send, void *recv, size_t count,
		const struct weft_op *op, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	struct elements e = {send, recv, count, op, team, root};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	return reduce(&e, within, "reduce");
}

int weft_allreduce(const void *send, void *recv, size_t count,
		   const struct weft_op *op, struct weft_team *team,
		   weft_us_t within)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};

	RT_THREAD_ONLY();
	return reduce(&e, within, "allreduce");
}
