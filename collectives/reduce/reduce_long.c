/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long reductions, chunk by chunk: each core puts its elements into its own MPB; after
 * a barrier it reads its share of them, the same in all MPBs, and combines that in the
 * order of ranks; after another one all put the next chunk and get all shares, or the
 * root gets them.  Results lie behind the shares.  A call ends with a barrier, as others
 * may still be reading here.  Where there are more cores than shares: groups.h; for one rank
 * alone: reduce_to_root.
 */
#include "arch/arch.h"
#include "collectives/reduce/groups.h"
#include "collectives/reduce/shares.h"
#include "messages/chunk_pool.h"
#include "runtime/why.h"

/* A share of the chunk, to where its result is, in the MPB of `rank`. */
static void combine_share(const struct job *job, const struct cut *cut,
			  uint32_t share, uint32_t rank, uint32_t to)
{
	uint32_t most = piece_elements(job), at = cut_place(cut, share), n;
	struct pieces p;

	for (uint32_t left = cut_share(cut, share).n; left > 0; left -= n) {
		uint32_t bytes;

		n = left < most ? left : most;
		bytes = job_bytes(job, n);
		piece_combine(job, &p, at, n);
		arch_put(rank, ARCH_WINDOW_MPB, to, p.into, bytes);
		at += bytes;
		to += bytes;
	}
}

/* All shares, beginning with my own, so that not all cores read the same one. */
static void get_shares(const struct job *job, const struct cut *cut, char *to)
{
	uint32_t i = job->team->me < cut->shares ? job->team->me : 0;
	uint32_t all = job_bytes(job, cut->count);
	uint32_t each = job_bytes(job, cut->each), at = arith_mul(i, each);

	for (uint32_t n = 0; n < cut->shares; n++) {
		if (at < all) {
			arch_get(to + at, team_rank(job->team, i),
				 ARCH_WINDOW_MPB, cut->rest,
				 all - at < each ? all - at : each);
		}
		i++;
		at += each;
		if (i == cut->shares) {
			i = at = 0;
		}
	}
}

#if REDUCE_ROOT
/*
 * To one rank, whose copies take longest: so it has no share, and others go on meanwhile.
 * Chunks are in the two buffers in turn.  Between two barriers the root reads the results of the
 * last chunk, and puts its elements of the next one there; the others put theirs, and
 * combine their shares of this one.  A result is written over the root's elements that it
 * was made of, which nobody else reads.
 */
static int reduce_to_root(const struct job *job, const struct cut *cut,
			  size_t count)
{
	uint32_t me = job->team->me, buffer = 0;
	uint32_t share = me < job->root ? me : me - 1;
	uint32_t root = team_rank(job->team, job->root);
	struct cut next = *cut, now, last = {.count = 0};
	const char *from = job->send;
	char *to = job->recv;

	cut_next(&next, job, count);
	cut_put(job, &next, from);
	do {
		int error = job_meet(job);

		if (error) {
			return error;
		}
		now = next;
		from += job_bytes(job, now.count);
		count -= now.count;
		if (me == job->root && last.count > 0) {
			cut_get(job, &last, to);
			to += job_bytes(job, last.count);
		}
		next.count = 0;
		if (count > 0) {
			next.first = chunk_buffer(buffer ^= 1);
			cut_next(&next, job, count);
			cut_put(job, &next, from);
		}
		if (me != job->root) {
			combine_share(job, &now, share, root,
				      cut_place(&now, share));
		}
		last = now;
	} while (last.count > 0);
	return WEFT_OK;
}
#endif

int reduce_long(const struct job *job, size_t count)
{
	struct cut cut = cut_room(job, 1);
	const char *from = job->send;
	char *to = job->recv;
	int error = WEFT_OK;

#if REDUCE_ROOT
	if (job->root != WEFT_TEAM_NOBODY) {
		struct cut half = cut_half(job);

		if (half.shares > 0) {
			return reduce_to_root(job, &half, count);
		}
	}
#endif
	if (cut.shares == 0) {
		return RT_WHY(WEFT_ERR_SPACE,
			      "an element is longer than a chunk's share");
	}
	if (REDUCE_GROUPS && cut.shares < job->team->size) {
		return reduce_groups(job, &cut, count);
	}
	cut_next(&cut, job, count);
	cut_put(job, &cut, from);
	while (count > 0) {
		struct cut now = cut;
		uint32_t bytes = job_bytes(job, now.count);

		error = job_meet(job);
		if (!error) {
			combine_share(job, &now, job->team->me, arch_rank(),
				      now.rest);
			error = job_meet(job);
		}
		if (error) {
			return error;
		}
		count -= now.count;
		from += bytes;
		if (count > 0) {
			cut_next(&cut, job, count);
			cut_put(job, &cut, from);
		}
		if (to) {
			get_shares(job, &now, to);
			to += bytes;
		}
	}
	return job_meet(job);
}
