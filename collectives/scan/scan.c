/* SPDX-License-Identifier: Apache-2.0 */
/* Scans, short and long (see weft/reduce.h). */
#include <string.h>

#include "collectives/reduce/shares.h"
#include "collectives/scan/scan_among.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/reduce.h>

/* A call: `mine` says whether my own elements are in my result. */
struct scan {
	struct job job;
	bool mine;
};

/* What of an exchange is my result; rank 0 has nothing before it. */
static void result(const struct scan *scan, struct exchanged *x,
		   const char *own, char *to)
{
	const struct job *job = &scan->job;
	_Alignas(16) uint32_t copy[EXCHANGE_MOST / 4];

	if (!scan->mine) {
		memcpy(to, x->before, job->team->me > 0 ? x->bytes : 0);
		return;
	}
	memcpy(copy, own, x->bytes);
	if (job->team->me > 0) {
		job->op->combine(x->before, copy, x->count);
	}
	memcpy(to, job->team->me > 0 ? x->before : copy, x->bytes);
}

static int scan_short(const struct scan *scan, enum job_way way, uint32_t count)
{
	const struct job *job = &scan->job;
	struct exchanged x;
	int error = job_begin(job, way, count, &x);

	x.ask = true;
	for (uint32_t at = 0; count > 0 && !error;) {
		memcpy(x.row, job->send + at, x.bytes);
		error = exchange_values(job->exchange, &x, job->deadline);
		if (!error) {
			result(scan, &x, job->send + at, job->recv + at);
		}
		at += x.bytes;
		count = job_next(job, count, &x);
	}
	return error;
}

/*
 * Elements of all ranks, from `at` of their MPBs on: each rank's are replaced by what
 * it is to have.
 */
static void scan_piece(const struct scan *scan, struct pieces *p, uint32_t at,
		       uint32_t n)
{
	const struct job *job = &scan->job;
	uint32_t bytes = job_bytes(job, n), size = job->team->size;

	piece_read(p->into, team_rank(job->team, 0), at, bytes);
	for (uint32_t i = 1; i < size; i++) {
		uint32_t rank = team_rank(job->team, i);

		piece_read(p->from, rank, at, bytes);
		if (!scan->mine) {
			arch_put(rank, ARCH_WINDOW_MPB, at, p->into, bytes);
		}
		job->op->combine(p->into, p->from, n);
		if (scan->mine) {
			arch_put(rank, ARCH_WINDOW_MPB, at, p->into, bytes);
		}
	}
}

static void scan_share(const struct scan *scan, const struct cut *cut)
{
	const struct job *job = &scan->job;
	uint32_t me = job->team->me, most = piece_elements(job), n;
	uint32_t at = cut_place(cut, me);
	struct pieces p;

	for (uint32_t left = cut_share(cut, me).n; left > 0; left -= n) {
		n = left < most ? left : most;
		scan_piece(scan, &p, at, n);
		at += job_bytes(job, n);
	}
}

/*
 * After the second barrier a chunk lies in my MPB for me alone: so the next one may
 * follow at once, and nobody is left reading at the end.
 */
static int scan_long(const struct scan *scan, size_t count)
{
	const struct job *job = &scan->job;
	struct cut cut = cut_room(job, 0);
	const char *from = job->send;
	char *to = job->recv;
	int error = cut.shares > 0 ? WEFT_OK : WEFT_ERR_SPACE;

	while (count > 0 && !error) {
		uint32_t bytes;

		cut_next(&cut, job, count);
		cut_put(job, &cut, from);
		error = job_meet(job);
		if (!error) {
			scan_share(scan, &cut);
			error = job_meet(job);
		}
		bytes = job_bytes(job, cut.count);
		if (!error && (scan->mine || job->team->me > 0)) {
			cut_get(job, &cut, to);
		}
		from += bytes;
		to += bytes;
		count -= cut.count;
	}
	return error;
}

int scan_among(const struct job *given, size_t count, bool mine)
{
	struct scan call = {.job = *given, .mine = mine}, *scan = &call;
	const struct job *job = &scan->job;
	enum job_way way;

	if (job->team->size == 1) {
		if (scan->mine && job->recv != job->send) {
			memcpy(job->recv, job->send,
			       job_bytes(job, (uint32_t)count));
		}
		return WEFT_OK;
	}
	way = job_way(job, count);
	return way == JOB_SHARES ? scan_long(scan, count)
				 : scan_short(scan, way, (uint32_t)count);
}

/* Of one copy, into which all else goes. */
static __attribute__((noinline)) int
scan_begin(const void *send, void *recv, size_t count, const struct weft_op *op,
	   struct weft_team *team, weft_us_t within, bool mine)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};
	struct job job;
	int error = elements_lack(team, op);

	if (error) {
		return error;
	}
	error = elements_check(&e, &team_exchange(team)->team);
	AGREE_IN(team_agree(team), &within, .name = mine ? "scan" : "exscan",
		 .bytes = (uint32_t)count, .k = job_name_of(op),
		 .error = error);
	if (error || count == 0) {
		return error;
	}
	job = job_of(team, op, rt_deadline(within));
	job.send = send;
	job.recv = recv;
#if ARCH_NODES
	if (across_of(job.exchange)) {
		return scan_nodes(&job, count, mine);
	}
#endif
	return scan_among(&job, count, mine);
}

int weft_scan(const void *send, void *recv, size_t count,
	      const struct weft_op *op, struct weft_team *team,
	      weft_us_t within)
{
	RT_THREAD_ONLY();
	return scan_begin(send, recv, count, op, team, within, true);
}

int weft_exscan(const void *send, void *recv, size_t count,
		const struct weft_op *op, struct weft_team *team,
		weft_us_t within)
{
	RT_THREAD_ONLY();
	return scan_begin(send, recv, count, op, team, within, false);
}
