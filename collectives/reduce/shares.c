/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/reduce/shares.h"
#include "messages/chunk_pool.h"

static uint32_t lines_of(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) / ARCH_LINE;
}

struct cut cut_room(const struct job *job, uint32_t more)
{
	uint32_t pool = chunk_pool_bytes() / ARCH_LINE, rest;
	uint32_t least = lines_of(job->op->bytes), size = job->team->size;
	struct cut cut = {.lines = arith_div(pool, size + more, &rest)};

	cut.lines = cut.lines > least ? cut.lines : least;
	cut.shares = arith_div(pool, cut.lines, &rest);
	cut.shares = cut.shares > more ? cut.shares - more : 0;
	cut.shares = cut.shares < size ? cut.shares : size;
	cut.first = chunk_buffer(0);
	cut.rest = cut.first + (pool - cut.lines) * ARCH_LINE;
	return cut;
}

#if REDUCE_ROOT
struct cut cut_half(const struct job *job)
{
	uint32_t others = job->team->size - 1, rest;
	uint32_t lines = chunk_bytes() / ARCH_LINE;
	uint32_t least = lines_of(job->op->bytes);
	struct cut cut = {.first = chunk_buffer(0)};

	cut.lines = arith_div(lines, others, &rest);
	cut.lines = cut.lines > least ? cut.lines : least;
	cut.shares = arith_div(lines, cut.lines, &rest);
	cut.shares = cut.shares < others ? cut.shares : others;
	/* The others would combine longer than the root copies. */
	if (2 * cut.shares < others) {
		cut.shares = 0;
	}
	return cut;
}
#endif

void cut_next(struct cut *cut, const struct job *job, size_t left)
{
	uint32_t e = job->op->bytes, rest;
	uint32_t most = arith_div(cut->lines * ARCH_LINE, e, &rest);
	uint32_t all = arith_mul(most, cut->shares);

	cut->count = left < all ? (uint32_t)left : all;
	most = arith_div(cut->count + cut->shares - 1, cut->shares, &rest);
	cut->bytes = lines_of(arith_mul(most, e)) * ARCH_LINE;
	cut->each = arith_div(cut->bytes, e, &rest);
}

struct share cut_share(const struct cut *cut, uint32_t i)
{
	uint32_t at = arith_mul(i, cut->each), n = 0;

	if (i < cut->shares && at < cut->count) {
		n = cut->count - at < cut->each ? cut->count - at : cut->each;
	}
	return (struct share){at, n};
}

uint32_t cut_place(const struct cut *cut, uint32_t i)
{
	return cut->first + arith_mul(i, cut->bytes);
}

/* In one piece, if shares leave nothing free between them. */
static uint32_t stretch(const struct job *job, const struct cut *cut,
			uint32_t all)
{
	uint32_t bytes = job_bytes(job, cut->each);

	return bytes == cut->bytes || all < bytes ? all : bytes;
}

void cut_put(const struct job *job, const struct cut *cut, const char *from)
{
	uint32_t left = job_bytes(job, cut->count), at = cut->first, n;

	for (; left > 0; left -= n) {
		n = stretch(job, cut, left);
		arch_put(arch_rank(), ARCH_WINDOW_MPB, at, from, n);
		from += n;
		at += cut->bytes;
	}
}

void cut_get(const struct job *job, const struct cut *cut, char *to)
{
	uint32_t left = job_bytes(job, cut->count), at = cut->first, n;

	for (; left > 0; left -= n) {
		n = stretch(job, cut, left);
		arch_get(to, arch_rank(), ARCH_WINDOW_MPB, at, n);
		to += n;
		at += cut->bytes;
	}
}

uint32_t piece_elements(const struct job *job)
{
	uint32_t rest;

	return arith_div(PIECE_MOST, job->op->bytes, &rest);
}

void piece_combine(const struct job *job, struct pieces *p, uint32_t at,
		   uint32_t n)
{
	uint32_t bytes = job_bytes(job, n), size = job->team->size;

	piece_read(p->into, team_rank(job->team, 0), at, bytes);
	for (uint32_t i = 1; i < size; i++) {
		piece_read(p->from, team_rank(job->team, i), at, bytes);
		job->op->combine(p->into, p->from, n);
	}
}
