/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binomial tree with puts: a parent writes each chunk straight into its
 * child's MPB, which the child passes on from there before it copies it to memory.
 *
 * A child that has entered the call grants its parent a chunk for each of its two
 * buffers, and one more whenever it has done with a buffer: nobody writes to a
 * core that is not in this call, or into a buffer that is being read.
 *
 * Edge j joins a core to the one at distance 2^j, whoever is root, so each flag
 * has one writer for ever: news j the core 2^j below me, grant j the one 2^j above
 * me.  Both ends count the chunks that ever went along an edge; news holds
 * that number, grants the number up to which the parent may write, at most two
 * more.
 */
#include "arch/arch.h"
#include "arch/barrier.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/binomial_put.h"
#include "collectives/bcast/bcast.h"
#include "collectives/bcast/checked.h"
#include "collectives/bcast/put_cost.h"
#include "topology/binomial.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

struct binomial_put binomial_put_world;

uint32_t binomial_put_bytes(uint32_t count)
{
	return rt_flag_bytes(arith_log2_ceil(count) << 1);
}

static ARCH_COLD uint32_t binomial_put_part_bytes(const struct rt_run *run,
						  uint32_t left)
{
	(void)left;
	return binomial_put_bytes(run->count);
}

void binomial_put_place(struct binomial_put *own, struct team team,
			uint32_t offset, uint32_t epoch)
{
	uint32_t edges = arith_log2_ceil(team.size);

	own->team = team;
	own->news = offset;
	own->grants = rt_flag(offset, edges);
	for (uint32_t j = 0; epoch != 0 && j < edges; j++) {
		rt_flags_preset(rt_flag(own->news, j), 1, epoch);
		rt_flags_preset(rt_flag(own->grants, j), 1, epoch);
		own->sent[j] = own->taken[j] = epoch;
	}
}

static ARCH_COLD void binomial_put_part_place(const struct rt_run *run,
					      uint32_t offset, uint32_t size)
{
	(void)size;
	binomial_put_place(&binomial_put_world, team_world(), offset,
			   run->epoch);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "binomial_put",
	.bytes = binomial_put_part_bytes,
	.placed = binomial_put_part_place,
};
RT_PART(part);

struct binomial_put_job {
	struct binomial_put *own;
	uint32_t v, count;
	uint32_t edge;   /* towards my parent; at the root that of all */
	uint32_t parent; /* rank in the run */
	uint64_t deadline;
};

/* One chunk to my child on an edge, from memory or, if null, from my MPB. */
static int push(const struct binomial_put_job *job, uint32_t edge,
		const char *data, uint32_t buffer, uint32_t n)
{
	struct binomial_put *own = job->own;
	uint32_t child = team_rank(
		&own->team,
		arith_add_mod(own->team.me, UINT32_C(1) << edge, job->count));
	struct arch_addr from = {arch_rank(), ARCH_WINDOW_MPB, buffer};
	struct arch_addr to = {child, ARCH_WINDOW_MPB, buffer};
	int error = rt_await(rt_flag(own->grants, edge), ++own->sent[edge],
			     job->deadline, child, "its grant of a buffer");

	if (error) {
		return error;
	}
	if (data) {
		arch_put(child, ARCH_WINDOW_MPB, buffer, data, n);
	} else {
		arch_copy(to, from, n);
	}
	arch_flag_write(child, rt_flag(own->news, edge), own->sent[edge]);
	return WEFT_OK;
}

static int push_all(const struct binomial_put_job *job, const char *data,
		    uint32_t buffer, uint32_t n)
{
	int error = WEFT_OK;

	for (uint32_t j = job->edge; j > 0 && !error; j--) {
		if (job->v + (UINT32_C(1) << (j - 1)) < job->count) {
			error = push(job, j - 1, data, buffer, n);
		}
	}
	return error;
}

static void grant(const struct binomial_put_job *job, uint32_t ahead)
{
	const struct binomial_put *own = job->own;

	arch_flag_tell(job->parent, rt_flag(own->grants, job->edge),
		       own->taken[job->edge] + ahead);
}

/* A chunk that is in my buffer or comes there; `more` may follow it. */
static int pass_on(const struct binomial_put_job *job, char *data,
		   uint32_t buffer, uint32_t n, uint32_t more)
{
	struct binomial_put *own = job->own;
	int error =
		rt_await(rt_flag(own->news, job->edge), ++own->taken[job->edge],
			 job->deadline, job->parent, "a chunk put into my MPB");

	if (!error) {
		error = push_all(job, NULL, buffer, n);
	}
	if (error) {
		return error;
	}
	RT_TRACE("chunk passed on", own->taken[job->edge], n);
	arch_get(data, arch_rank(), ARCH_WINDOW_MPB, buffer, n);
	if (more >= CHUNK_BUFFERS) {
		grant(job, CHUNK_BUFFERS);
	}
	return WEFT_OK;
}

/* How many chunks that is, counting no further than two. */
static uint32_t chunks_up_to_two(size_t size)
{
	return (size > 0) + (size > chunk_bytes());
}

static int binomial_put_run_job(const struct binomial_put_job *job, char *data,
				size_t size)
{
	int error = WEFT_OK;

	if (job->v > 0) {
		grant(job, chunks_up_to_two(size));
	}
	for (uint32_t i = 0; size > 0 && !error; i ^= 1) {
		uint32_t n = chunk_of(size);

		size -= n;
		error = job->v == 0 ? push_all(job, data, chunk_buffer(i), n)
				    : pass_on(job, data, chunk_buffer(i), n,
					      chunks_up_to_two(size));
		data += n;
	}
	return error;
}

int binomial_put(struct binomial_put *own, void *data, size_t size,
		 uint32_t root, uint64_t deadline)
{
	uint32_t me = own->team.me, count = own->team.size;
	struct binomial_put_job job = {
		.own = own, .count = count, .deadline = deadline};

	job.v = arith_sub_mod(me, root, count);
	job.edge = binomial_edge(job.v, count);
	if (job.v > 0) {
		job.parent = team_rank(
			&own->team,
			arith_sub_mod(me, UINT32_C(1) << job.edge, count));
	}
	return binomial_put_run_job(&job, data, size);
}

int weft_bcast_binomial_put(void *data, size_t size, weft_rank_t root,
			    weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_binomial_put, data, size, root, within);
	AGREE_BCAST(&within, "binomial_put", data, size, root, 0);
	if (error || size == 0) {
		return error;
	}
	return binomial_put(&binomial_put_world, data, size, root, deadline);
}

/* Then the root tells as many as there are levels, for each chunk. */
static ARCH_COLD uint32_t binomial_put_cost(uint32_t bytes, uint32_t count,
					    const void *object)
{
	uint32_t lines = cost_lines(bytes), first = put_first_chunk(lines);

	(void)object;
	return put_through(first, count) +
	       arith_mul(arith_mul(lines - first, 2 * costs.line),
			 arith_log2_ceil(count));
}

static ARCH_COLD void binomial_put_team(void *object,
					struct barrier_best *barrier,
					uint32_t offset, uint32_t epoch)
{
	binomial_put_place(object, barrier->team, offset, epoch);
}

static int binomial_put_run(void *object, void *data, size_t size,
			    uint32_t root, weft_us_t within)
{
	return binomial_put(object, data, size, root, rt_deadline(within));
}

ARCH_COLD_DATA const struct bcast bcast_is_binomial_put = {
	.choose =
		{
			.name = "binomial_put",
			.cost = binomial_put_cost,
		},
	.all = weft_bcast_binomial_put,
};

const struct bcast_form bcast_form_binomial_put = {
	.bytes = binomial_put_bytes,
	.memory = sizeof(struct binomial_put),
	.place = binomial_put_team,
	.run = binomial_put_run,
};
