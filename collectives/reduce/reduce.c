/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions among the cores of a team, short and long (see weft/reduce.h): what is
 * checked, and which algorithm.
 */
#include <string.h>

#include "collectives/cost.h"
#include "collectives/reduce/job.h"
#include "runtime/context.h"
#include "runtime/wait.h"

/* What fits one exchange; `to` is null where the result is not wanted. */
static int reduce_once(struct exchange *exchange, const struct weft_op *op,
		       const void *from, void *to, uint32_t count,
		       uint32_t bytes, uint64_t deadline)
{
	struct exchanged x;
	int error;

	x.op = op;
	x.count = count;
	x.bytes = bytes;
	x.ask = false;
	memcpy(x.row, from, bytes);
	error = exchange_values(exchange, &x, deadline);
	if (!error && to) {
		memcpy(to, x.all, bytes);
	}
	return error;
}

/* Short ones: as many exchanges as it takes. */
int reduce_short(const struct job *job, uint32_t count)
{
	uint32_t fits = job->exchange->fits, rest;
	uint32_t most = arith_div(fits, job->op->bytes, &rest);
	const char *from = job->send;
	char *to = job->recv;
	int error = WEFT_OK;

	while (count > 0 && !error) {
		uint32_t n = count < most ? count : most;
		uint32_t bytes = job_bytes(job, n);

		error = reduce_once(job->exchange, job->op, from, to, n, bytes,
				    job->deadline);
		from += bytes;
		to = to ? to + bytes : NULL;
		count -= n;
	}
	return error;
}

/*
 * An exchange's steps, as often as it takes; or three barriers, and two copies from or
 * to each other core.
 */
bool job_is_short(const struct job *job, size_t count)
{
	uint32_t e = job->op->bytes, fits = job->exchange->fits;
	uint32_t rounds, step, copies, rest;

	if (e > fits || count > JOB_ELEMENT ||
	    job_bytes(job, (uint32_t)count) > JOB_ELEMENT) {
		return false;
	}
	rounds = arith_div(fits, e, &rest);
	rounds = arith_div((uint32_t)count + rounds - 1, rounds, &rest);
	rounds = arith_mul(rounds, job->exchange->steps);
	step = 3 * cost_signal() +
	       arith_mul(cost_lines(fits << EXCHANGE_LOG2), costs.line);
	if (!ARCH_REMOTE_AWAIT) {
		step += costs.copy << EXCHANGE_LOG2; /* each tells a row */
	}
	copies = arith_mul(job->team->size, costs.copy + costs.line);
	return arith_mul(rounds, step) < 6 * cost_signal() + 2 * copies;
}

/* What both calls ask for. */
struct wanted {
	const void *send;
	void *recv; /* null: nothing here */
	size_t count;
	const struct weft_op *op;
	struct weft_team *team;
	uint64_t deadline;
};

/* More than an exchange: where that costs too much, by shares. */
static __attribute__((noinline)) int reduce_more(const struct wanted *w)
{
	struct job job = job_of(w->team, w->op, w->deadline);

	job.send = w->send;
	job.recv = w->recv;
	return job_is_short(&job, w->count)
		       ? reduce_short(&job, (uint32_t)w->count)
		       : reduce_long(&job, w->count);
}

static inline int reduce(struct wanted *w, uint32_t root, weft_us_t within,
			 const char *name)
{
	struct exchange *x = w->team ? team_exchange(w->team) : NULL;
	uint32_t bytes = 0;
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
	if (w->op->bytes - 1 >= JOB_ELEMENT) {
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
	bytes = arith_mul((uint32_t)w->count, w->op->bytes);
	if (x->team.size == 1) {
		if (w->recv != w->send) {
			memcpy(w->recv, w->send, bytes);
		}
		return WEFT_OK;
	}
	w->deadline = rt_deadline(within);
	if (w->count <= x->fits && bytes <= x->fits) {
		return reduce_once(x, w->op, w->send, w->recv,
				   (uint32_t)w->count, bytes, w->deadline);
	}
	return reduce_more(w);
}

int weft_reduce(const void *send, void *recv, size_t count,
		const struct weft_op *op, weft_rank_t root,
		struct weft_team *team, weft_us_t within)
{
	struct wanted wanted = {send, recv, count, op, team, 0};

	RT_THREAD_ONLY();
	if (root == WEFT_TEAM_NOBODY) {
		return WEFT_ERR_RANK;
	}
	return reduce(&wanted, root, within, "reduce");
}

int weft_allreduce(const void *send, void *recv, size_t count,
		   const struct weft_op *op, struct weft_team *team,
		   weft_us_t within)
{
	struct wanted wanted = {send, recv, count, op, team, 0};

	RT_THREAD_ONLY();
	return reduce(&wanted, WEFT_TEAM_NOBODY, within, "allreduce");
}
