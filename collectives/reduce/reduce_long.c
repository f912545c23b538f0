/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long reductions, chunk by chunk: each core puts its elements into its own MPB; after
 * a barrier it reads its share of them, the same in all MPBs, and combines that in the
 * order of ranks; after another one all put the next chunk and get all shares, or the
 * root gets them.  Results lie behind the shares.  A call ends with a barrier, as others
 * may still be reading here.  Where there are more cores than shares: groups.h.
 */
#include "arch/arch.h"
#include "collectives/reduce/groups.h"
#include "collectives/reduce/shares.h"
#include "runtime/why.h"

/* My share of the chunk, to where its result is. */
static void combine_share(const struct job *job, const struct cut *cut)
{
	uint32_t me = job->team->me, most = piece_elements(job), n;
	uint32_t at = cut_place(cut, me), to = cut->rest;
	struct pieces p;

	for (uint32_t left = cut_share(cut, me).n; left > 0; left -= n) {
		uint32_t bytes;

		n = left < most ? left : most;
		bytes = job_bytes(job, n);
		piece_combine(job, &p, at, n);
		arch_put(arch_rank(), ARCH_WINDOW_MPB, to, p.into, bytes);
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

int reduce_long(const struct job *job, size_t count)
{
	struct cut cut = cut_room(job, 1);
	const char *from = job->send;
	char *to = job->recv;
	int error = WEFT_OK;

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
			combine_share(job, &now);
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
