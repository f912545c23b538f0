/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scatter and allgather over send and receive.
 *
 * The message is cut into P slices of whole lines; the last ones may be short
 * or empty, and empty ones are not sent.  Slice v belongs to the core v, numbered
 * from the root.  The scatter goes down the binomial tree: a core hands the
 * slices of the further half of those that it leads to the leader of that
 * half.  Then slices go round a ring, each core passing on what it got last.
 *
 * Send and receive block, so cores with even v send first and the others
 * receive first.  Where P is odd, two even ones are neighbours; their wait ends
 * with that of core 1.
 */
#include "collectives/barrier/agree.h"
#include "published/baselines.h"
#include "collectives/bcast/bcast.h"
#include "collectives/bcast/checked.h"
#include "topology/binomial.h"
#include "messages/sendrecv.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/published/bcast.h>

struct scatter_allgather_job {
	char *data;
	size_t size;
	uint32_t lines; /* of a slice */
	uint32_t v, count;
	const struct team *team;
	uint64_t deadline;
};

/* Where slice s begins; the message's end for those beyond it. */
static size_t slice_at(const struct scatter_allgather_job *job, uint32_t s)
{
	size_t at = (size_t)arith_mul(s, job->lines);

	at *= ARCH_LINE;
	return at < job->size ? at : job->size;
}

/* Slices s .. end - 1 to or from the core at a distance. */
TEAM_SHARED int send_slices(const struct scatter_allgather_job *job, uint32_t s,
			    uint32_t end, uint32_t distance)
{
	size_t at = slice_at(job, s);

	uint32_t to = arith_add_mod(job->team->me, distance, job->count);

	return send_until(job->data + at, slice_at(job, end) - at,
			  team_rank(job->team, to), job->deadline);
}

TEAM_SHARED int recv_slices(const struct scatter_allgather_job *job, uint32_t s,
			    uint32_t end, uint32_t distance)
{
	size_t at = slice_at(job, s);

	uint32_t from = arith_sub_mod(job->team->me, distance, job->count);

	return recv_until(job->data + at, slice_at(job, end) - at,
			  team_rank(job->team, from), job->deadline);
}

TEAM_SHARED int
bcast_scatter_allgather_scatter(const struct scatter_allgather_job *job)
{
	uint32_t v = job->v, edge = binomial_edge(v, job->count);
	uint32_t end = v + (UINT32_C(1) << edge);
	int error = WEFT_OK;

	end = end < job->count ? end : job->count;
	if (v > 0) {
		error = recv_slices(job, v, end, UINT32_C(1) << edge);
	}
	while (edge > 0 && !error) {
		uint32_t step = UINT32_C(1) << --edge;

		if (v + step < end) {
			error = send_slices(job, v + step, end, step);
			end = v + step;
		}
	}
	return error;
}

/* Everybody receives but the root, which has it all. */
TEAM_SHARED int allgather(const struct scatter_allgather_job *job)
{
	uint32_t last = job->count - 1, slice = job->v;
	int error = WEFT_OK;

	for (uint32_t i = 0; i < last && !error; i++) {
		uint32_t before = arith_sub_mod(slice, 1, job->count);
		bool sends = job->v != last, receives = job->v != 0;

		if (sends && !(job->v & 1)) {
			error = send_slices(job, slice, slice + 1, 1);
		}
		if (receives && !error) {
			error = recv_slices(job, before, before + 1, 1);
		}
		if (sends && job->v & 1 && !error) {
			error = send_slices(job, slice, slice + 1, 1);
		}
		slice = before;
	}
	return error;
}

TEAM_BODY int both(const struct team *team, void *data, size_t bytes,
		   uint32_t root, uint64_t deadline)
{
	struct scatter_allgather_job job = {
		.data = data,
		.size = bytes,
		.count = team->size,
		.v = arith_sub_mod(team->me, root, team->size),
		.team = team,
		.deadline = deadline,
	};
	uint32_t rest;
	int error;

	job.lines = arith_div((uint32_t)((bytes + ARCH_LINE - 1) / ARCH_LINE),
			      job.count, &rest);
	job.lines += rest > 0;
	error = bcast_scatter_allgather_scatter(&job);
	return error ? error : allgather(&job);
}

int bcast_scatter_allgather(const struct team *team, void *data, size_t bytes,
			    uint32_t root, uint64_t deadline)
{
	return both(team, data, bytes, root, deadline);
}

int weft_bcast_scatter_allgather(void *data, size_t bytes, weft_rank_t root,
				 weft_us_t within)
{
	struct team all = team_world();
	int error = bcast_check(data, bytes, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_scatter_allgather, data, bytes, root, within);
	AGREE_BCAST(&within, "scatter_allgather", data, bytes, root, 0);
	if (error) {
		return error;
	}
	if (all.size > SENDRECV_CORES) {
		return WEFT_ERR_LIMIT;
	}
	return both(&all, data, bytes, root, rt_deadline(within));
}

const struct bcast bcast_is_scatter_allgather = {
	.choose =
		{
			.name = "scatter_allgather",
			.cores = SENDRECV_CORES,
		},
	.all = weft_bcast_scatter_allgather,
};
