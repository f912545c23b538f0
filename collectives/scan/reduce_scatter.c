/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions whose result is scattered, short and long (see weft/reduce.h). */
#include <string.h>

#include "collectives/reduce/shares.h"
#include "collectives/scan/scattered.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/reduce.h>

/* Few: all learn all results. */
static int scatter_short(struct job *job, enum job_way way,
			 const struct scattered *b,
			 const struct scattered_sums *sums)
{
	_Alignas(16) char all[ELEMENT_MOST];
	uint32_t at = job_bytes(job, (uint32_t)sums->before);
	uint32_t n = (uint32_t)scattered_count(b, job->team->me);
	char *to = job->recv;
	int error;

	job->recv = all;
	error = reduce_short(job, way, (uint32_t)sums->all);
	job->recv = to;
	if (!error && n > 0) {
		memcpy(to, all + at, job_bytes(job, n));
	}
	return error;
}

/*
 * A turn: elements from `at` of the blocks of ranks `first` and up, as many of each as
 * a place of an MPB has room for.
 */
struct turn {
	uint32_t first, ranks; /* that have a place */
	uint32_t place, each;  /* its bytes; elements that fit */
	size_t at;
};

static uint32_t in_turn(const struct turn *t, const struct scattered *b,
			uint32_t rank)
{
	size_t n = scattered_count(b, rank);

	n = n > t->at ? n - t->at : 0;
	return n < t->each ? (uint32_t)n : t->each;
}

/* My elements for all of them; `from` is where the first one's block is. */
static void put_turn(const struct job *job, const struct scattered *b,
		     const struct turn *t, const char *from)
{
	uint32_t offset = chunk_buffer(0);
	uint32_t skip = job_bytes(job, (uint32_t)t->at);

	for (uint32_t i = t->first; i < t->first + t->ranks; i++) {
		uint32_t n = in_turn(t, b, i);

		if (n > 0) {
			arch_put(arch_rank(), ARCH_WINDOW_MPB, offset,
				 from + skip, job_bytes(job, n));
		}
		from += job_bytes(job, (uint32_t)scattered_count(b, i));
		offset += t->place;
	}
}

static void combine_turn(const struct job *job, const struct scattered *b,
			 const struct turn *t)
{
	uint32_t mine = job->team->me - t->first, most = piece_elements(job);
	uint32_t at = chunk_buffer(0) + arith_mul(mine, t->place), n;
	char *to = job->recv + job_bytes(job, (uint32_t)t->at);
	struct pieces p;

	for (uint32_t left = in_turn(t, b, job->team->me); left > 0;
	     left -= n) {
		n = left < most ? left : most;
		piece_combine(job, &p, at, n);
		memcpy(to, p.into, job_bytes(job, n));
		at += job_bytes(job, n);
		to += job_bytes(job, n);
	}
}

static int scatter_turns(const struct job *job, const struct scattered *b,
			 struct turn *t, const char *from)
{
	size_t longest = 0;
	int error = WEFT_OK;

	for (uint32_t i = t->first; i < t->first + t->ranks; i++) {
		longest = scattered_count(b, i) > longest
				  ? scattered_count(b, i)
				  : longest;
	}
	for (t->at = 0; t->at < longest && !error; t->at += t->each) {
		put_turn(job, b, t, from);
		error = job_meet(job);
		if (!error && job->team->me - t->first < t->ranks) {
			combine_turn(job, b, t);
		}
		error = error ? error : job_meet(job);
	}
	return error;
}

static int scatter_long(const struct job *job, const struct scattered *b)
{
	struct cut cut = cut_room(job, 0);
	const char *from = job->send;
	uint32_t size = job->team->size, rest;
	struct turn t = {.place = cut.lines * ARCH_LINE};
	int error = cut.shares > 0 ? WEFT_OK : WEFT_ERR_SPACE;

	t.each = arith_div(t.place, job->op->bytes, &rest);
	for (; t.first < size && !error; t.first += t.ranks) {
		rest = size - t.first;
		t.ranks = rest < cut.shares ? rest : cut.shares;
		error = scatter_turns(job, b, &t, from);
		for (uint32_t i = 0; i < t.ranks; i++) {
			size_t n = scattered_count(b, t.first + i);

			from += job_bytes(job, (uint32_t)n);
		}
	}
	return error;
}

/* From `by` bytes further on, and no piece overlaps where it goes. */
static void move_down(char *to, uint32_t by, uint32_t bytes)
{
	for (uint32_t n; by > 0 && bytes > 0; bytes -= n, to += n) {
		n = by < bytes ? by : bytes;
		memcpy(to, to + by, n);
	}
}

/* In place, my block is where it lies, and then goes to the beginning. */
static int scatter(struct job *job, const struct scattered *b,
		   const struct scattered_sums *sums, char *recv)
{
	uint32_t bytes =
		job_bytes(job, (uint32_t)scattered_count(b, job->team->me));
	bool in_place = job->send == recv;
	enum job_way way = JOB_SHARES;
	int error = WEFT_OK;

	job->recv = recv;
	if (in_place) {
		job->recv += job_bytes(job, (uint32_t)sums->before);
	}
	if (job->team->size == 1) {
		memcpy(recv, job->send, in_place ? 0 : bytes);
		return WEFT_OK;
	}
	if (sums->all <= ELEMENT_MOST &&
	    job_bytes(job, (uint32_t)sums->all) <= ELEMENT_MOST) {
		way = job_way(job, sums->all);
	}
	error = way == JOB_SHARES ? scatter_long(job, b)
				  : scatter_short(job, way, b, sums);
	if (!error && in_place) {
		move_down(recv, (uint32_t)(job->recv - recv), bytes);
	}
	return error;
}

static int reduce_scatter_begin(const struct scattered *b, weft_us_t within)
{
	struct scattered_sums sums;
	struct job job;
	int error = elements_lack(b->team, b->op);

	if (error) {
		return error;
	}
	job = job_of(b->team, b->op, 0);
	error = scattered_check(b, job.team, &sums);
	AGREE_IN(team_agree(b->team), &within, .name = "reduce_scatter",
		 .root = (uint32_t)sums.longest, .bytes = (uint32_t)sums.all,
		 .k = job_name_of(b->op), .error = error);
	if (error || sums.all == 0) {
		return error;
	}
	job.deadline = rt_deadline(within);
	job.send = b->send;
	return scatter(&job, b, &sums, b->recv);
}

int weft_reduce_scatter(const void *send, void *recv, size_t count,
			const size_t *counts, const struct weft_op *op,
			struct weft_team *team, weft_us_t within)
{
	struct scattered blocks = {send, recv, count, counts, op, team};

	RT_THREAD_ONLY();
	return reduce_scatter_begin(&blocks, within);
}
