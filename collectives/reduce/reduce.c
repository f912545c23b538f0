/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the cores of a team, short and long (see weft/reduce.h): what is
 * checked, and which algorithm.
 */
#include <string.h>

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

/* What both calls ask for. */
struct wanted {
	const void *send;
	void *recv; /* null: nothing here */
	size_t count;
	const struct weft_op *op;
	struct weft_team *team;
	uint32_t root; /* or WEFT_TEAM_NOBODY */
	uint64_t deadline;
};

/* More than an exchange: where that costs too much, by shares. */
static __attribute__((noinline)) int reduce_more(const struct wanted *w)
{
	struct job job = job_of(w->team, w->op, w->deadline);
	enum job_way way;

	job.send = w->send;
	job.recv = w->recv;
	job.root = w->root;
	way = job_way(&job, w->count);
	return way == JOB_SHARES ? reduce_long(&job, w->count)
				 : reduce_short(&job, way, (uint32_t)w->count);
}

static inline int reduce(struct wanted *w, weft_us_t within, const char *name)
{
	struct exchange *x = w->team ? team_exchange(w->team) : NULL;
	uint32_t bytes = 0, root = w->root;
	int error = WEFT_OK;

	if (!x || !w->op || !w->op->combine) {
		return WEFT_ERR_NULL;
	}
	if (root == WEFT_TEAM_NOBODY || root == x->team.me) {
		error = w->count > 0 && !w->recv ? WEFT_ERR_NULL : error;
	} else {
		w->recv = NULL;
	}
	error = w->count > 0 && !w->send ? WEFT_ERR_NULL : error;
	if (job_too_long(w->op, w->count)) {
		error = WEFT_ERR_SIZE;
	}
	if (root != WEFT_TEAM_NOBODY && root >= x->team.size) {
		error = WEFT_ERR_RANK;
	}
	AGREE_IN(team_agree(w->team), &within, .name = name, .root = root,
		 .bytes = (uint32_t)w->count, .k = job_name_of(w->op),
		 .error = error);
	(void)name;
	if (error || w->count == 0) {
		return error;
	}
	bytes = w->op->bytes;
	bytes = w->count == 1 ? bytes : arith_mul((uint32_t)w->count, bytes);
	if (x->team.size == 1) {
		if (w->recv != w->send) {
			memcpy(w->recv, w->send, bytes);
		}
		return WEFT_OK;
	}
	w->deadline = rt_deadline(within);
	if (w->count <= x->fits && bytes <= x->fits) {
		return reduce_once(x, w->op, w->send, w->recv,
				   (uint32_t)w->count, bytes, root,
				   w->deadline);
	}
	return reduce_more(w);
}

int weft_reduce(const void *send, void *recv, size_t count,
		const struct weft_op *op, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	struct wanted wanted = {send, recv, count, op, team, root, 0};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return WEFT_ERR_RANK;
	}
	return reduce(&wanted, within, "reduce");
}

int weft_allreduce(const void *send, void *recv, size_t count,
		   const struct weft_op *op, struct weft_team *team,
		   weft_us_t within)
{
	struct wanted wanted = {send, recv, count, op, team, WEFT_TEAM_NOBODY,
				0};

	RT_THREAD_ONLY();
	return reduce(&wanted, within, "allreduce");
}
