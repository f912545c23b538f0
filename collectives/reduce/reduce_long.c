/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long reductions, chunk by chunk: each core puts its elements into its own MPB; after
 * a barrier it reads its share of them, the same in all MPBs, and combines that in the
 * order of ranks; after another one all put the next chunk and get all shares, or the
 * root gets them.  A call ends with a barrier, as others may still be reading here.
 *
 * A share is whole lines.  The chunk buffers, as one piece, hold a share for each core
 * and one of results; where there are more cores than that, some combine nothing.
 *
 * What is combined at once is read as words: it goes to registers, not to memory.
 */
#include "arch/arch.h"
#include "collectives/reduce/job.h"
#include "messages/chunk_pool.h"

enum {
	PIECE = JOB_ELEMENT, /* bytes that are combined at once, on the stack */
	WORD = sizeof(uint32_t)
};

/* How a chunk is cut. */
struct cut {
	uint32_t shares;  /* cores that have one */
	uint32_t lines;   /* of the longest that there is room for */
	uint32_t bytes;   /* from a share to the next in an MPB */
	uint32_t each;    /* elements of a share */
	uint32_t results; /* where one of them is */
	uint32_t count;   /* elements of the chunk */
};

static uint32_t lines_of(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) / ARCH_LINE;
}

/* As long as can be, whatever the number of elements. */
static struct cut cut_room(const struct job *job)
{
	uint32_t pool = chunk_pool_bytes() / ARCH_LINE, rest;
	uint32_t least = lines_of(job->op->bytes), size = job->team->size;
	struct cut cut = {.lines = arith_div(pool, size + 1, &rest)};

	cut.lines = cut.lines > least ? cut.lines : least;
	cut.shares = arith_div(pool, cut.lines, &rest) - 1;
	cut.shares = cut.shares < size ? cut.shares : size;
	cut.results = chunk_buffer(0) + (pool - cut.lines) * ARCH_LINE;
	return cut;
}

/* For the next chunk: no more than there is room for, in shares that are alike. */
static void cut_next(struct cut *cut, const struct job *job, size_t left)
{
	uint32_t e = job->op->bytes, rest;
	uint32_t most = arith_div(cut->lines * ARCH_LINE, e, &rest);
	uint32_t all = arith_mul(most, cut->shares);

	cut->count = left < all ? (uint32_t)left : all;
	most = arith_div(cut->count + cut->shares - 1, cut->shares, &rest);
	cut->bytes = lines_of(arith_mul(most, e)) * ARCH_LINE;
	cut->each = arith_div(cut->bytes, e, &rest);
}

/* A share: elements from the chunk's first on. */
struct share {
	uint32_t at, n;
};

static struct share share_of(const struct cut *cut, uint32_t i)
{
	uint32_t at = arith_mul(i, cut->each);

	at = at < cut->count ? at : cut->count;
	return (struct share){at, cut->count - at < cut->each ? cut->count - at
							      : cut->each};
}

/* My elements into my MPB, in one piece if shares leave nothing free between. */
static void put_chunk(const struct job *job, const struct cut *cut,
		      const char *from)
{
	uint32_t bytes = job_bytes(job, cut->each), left;
	uint32_t at = chunk_buffer(0);

	left = job_bytes(job, cut->count);
	if (bytes == cut->bytes) {
		bytes = left;
	}
	while (left > 0) {
		bytes = bytes < left ? bytes : left;
		arch_put(arch_rank(), ARCH_WINDOW_MPB, at, from, bytes);
		from += bytes;
		left -= bytes;
		at += cut->bytes;
	}
}

struct pieces {
	_Alignas(16) uint32_t into[PIECE / WORD];
	_Alignas(16) uint32_t from[PIECE / WORD];
};

static void read_piece(uint32_t *to, uint32_t rank, uint32_t at, uint32_t bytes)
{
	if (at % WORD == 0) {
		arch_flags_read(to, rank, at, (bytes + WORD - 1) / WORD);
	} else {
		arch_get(to, rank, ARCH_WINDOW_MPB, at, bytes);
	}
}

/* Elements of all cores, from `at` of their MPBs on, into p->into. */
static void combine_piece(const struct job *job, struct pieces *p, uint32_t at,
			  uint32_t n)
{
	uint32_t bytes = job_bytes(job, n), size = job->team->size;

	read_piece(p->into, team_rank(job->team, 0), at, bytes);
	for (uint32_t i = 1; i < size; i++) {
		read_piece(p->from, team_rank(job->team, i), at, bytes);
		job->op->combine(p->into, p->from, n);
	}
}

/* My share of the chunk, to where its result is. */
static void combine_share(const struct job *job, const struct cut *cut)
{
	uint32_t me = job->team->me, rest, n, to = cut->results;
	uint32_t most = arith_div(PIECE, job->op->bytes, &rest);
	uint32_t at = chunk_buffer(0) + arith_mul(me, cut->bytes);
	uint32_t left = me < cut->shares ? share_of(cut, me).n : 0;
	struct pieces p;

	for (; left > 0; left -= n) {
		uint32_t bytes;

		n = left < most ? left : most;
		bytes = job_bytes(job, n);
		combine_piece(job, &p, at, n);
		arch_put(arch_rank(), ARCH_WINDOW_MPB, to, p.into, bytes);
		at += bytes;
		to += bytes;
	}
}

/* All shares, beginning with my own, so that not all cores read the same one. */
static void get_shares(const struct job *job, const struct cut *cut, char *to)
{
	uint32_t i = job->team->me < cut->shares ? job->team->me : 0;

	for (uint32_t n = 0; n < cut->shares; n++) {
		struct share s = share_of(cut, i);

		if (s.n > 0) {
			arch_get(to + job_bytes(job, s.at),
				 team_rank(job->team, i), ARCH_WINDOW_MPB,
				 cut->results, job_bytes(job, s.n));
		}
		i = i + 1 < cut->shares ? i + 1 : 0;
	}
}

static int meet(const struct job *job)
{
	return barrier_until(job->barrier, job->deadline);
}

int reduce_long(const struct job *job, size_t count)
{
	struct cut cut = cut_room(job);
	const char *from = job->send;
	char *to = job->recv;
	int error = WEFT_OK;

	cut_next(&cut, job, count);
	put_chunk(job, &cut, from);
	while (count > 0 && !error) {
		struct cut now = cut;
		uint32_t bytes = job_bytes(job, now.count);

		error = meet(job);
		if (!error) {
			combine_share(job, &now);
			error = meet(job);
		}
		if (error) {
			break;
		}
		count -= now.count;
		from += bytes;
		if (count > 0) {
			cut_next(&cut, job, count);
			put_chunk(job, &cut, from);
		}
		if (to) {
			get_shares(job, &now, to);
			to += bytes;
		}
	}
	return error ? error : meet(job);
}
