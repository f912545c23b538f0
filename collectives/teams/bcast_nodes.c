/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/teams/bcast_chain.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/table.h"
#include "runtime/wait.h"

#if ARCH_NODES

static struct bcast_nodes bcast_nodes_world;

uint32_t bcast_nodes_bytes(uint32_t count)
{
	return arch_nodes() == 1 ? 0
				 : rt_to_line(binomial_put_bytes(count) +
					      barrier_best_bytes(count) +
					      team_bcast_bytes(count));
}

uint32_t bcast_nodes_wide_bytes(uint32_t count)
{
	return arch_nodes() == 1 ? 0 : rt_to_line(team_bcast_wide_bytes(count));
}

void bcast_nodes_place(struct bcast_nodes *own, const struct team *team,
		       void *room, uint32_t offset, uint32_t wide,
		       uint32_t epoch)
{
	if (team_nodes(team) == 1) {
		return;
	}
	own->team = *team;
	own->nodes = team->nodes;
	if (own->nodes->me == 0) {
		binomial_put_place(&own->leaders, team_leaders(own->nodes),
				   offset, epoch);
#if ARCH_BULK
		own->bulk = team_bulk(&own->leaders.team);
#endif
	}
	offset += binomial_put_bytes(team->size);
	barrier_best_place(&own->barrier, team_mates(own->nodes), offset,
			   epoch);
	offset += barrier_best_bytes(team->size);
	team_bcast_place(&own->mates, &own->barrier, room, offset, wide, epoch);
}

static ARCH_COLD uint32_t nodes_part_bytes(const struct rt_run *run,
					   uint32_t left)
{
	(void)left;
	return bcast_nodes_bytes(run->count) +
	       bcast_nodes_wide_bytes(run->count) +
	       (arch_nodes() == 1 ? 0 : rt_to_line(eager_bytes(arch_nodes())));
}

static ARCH_COLD void nodes_part_place(const struct rt_run *run,
				       uint32_t offset, uint32_t size)
{
	const struct team all = team_world();
	void *room;

	if (size == 0) {
		return;
	}
	room = rt_table(1, team_bcast_room(run->count),
			"no memory for the broadcasts of a node");
	bcast_nodes_place(&bcast_nodes_world, &all, room, offset,
			  offset + bcast_nodes_bytes(run->count), run->epoch);
	if (all.nodes->me == 0) {
		eager_place(&bcast_nodes_world.eager, team_leaders(all.nodes),
			    offset + bcast_nodes_bytes(run->count) +
				    bcast_nodes_wide_bytes(run->count),
			    run->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "bcast_nodes",
	.bytes = nodes_part_bytes,
	.placed = nodes_part_place,
};
RT_PART(part);

struct nodes_job {
	struct bcast_nodes *own;
	void *data;
	size_t size;
	uint64_t deadline;
};

/* In my node, from the core with that place there. */
static int spread(const struct nodes_job *job, uint32_t root)
{
	struct bcast_nodes *own = job->own;

	return own->nodes->mates == 1
		       ? WEFT_OK
		       : team_bcast(&own->mates, &own->barrier, job->data,
				    job->size, root, agree_left(job->deadline));
}

static int cross(const struct nodes_job *job, uint32_t node)
{
	struct bcast_nodes *own = job->own;

	if (own->nodes->me != 0) {
		return WEFT_OK;
	}
#if ARCH_BULK
	if (own->bulk && job->size >= BINOMIAL_BULK_LEAST) {
		return binomial_bulk(&own->leaders, job->data, job->size, node,
				     job->deadline);
	}
#endif
	return eager_fits(&own->eager, job->size)
		       ? eager_bcast(&own->eager, job->data, job->size, node,
				     job->deadline)
		       : binomial_put(&own->leaders, job->data, job->size, node,
				      job->deadline);
}

/*
 * `root` is a rank in the run.  Where it is its node's leader, the longest way begins
 * before its mates have the data.
 */
static int nodes_run_job(const struct nodes_job *job, uint32_t root)
{
	const struct nodes *nodes = job->own->nodes;
	uint32_t node = nodes_with(nodes, root), place = 0;
	struct bcast_chain chain = {job->own, job->data, job->size,
				    node,     false,     job->deadline};
	int error = WEFT_OK;

	if (node == nodes->mine) {
		place = nodes_place(nodes, root);
	}
	if (place != 0) {
		error = spread(job, place);
	}
	if (!error && bcast_chain_pays(job->own, job->size)) {
		chain.has = place != 0;
		return bcast_chain(&chain);
	}
	if (!error) {
		error = cross(job, node);
	}
	return error || place != 0 ? error : spread(job, 0);
}

static int nodes_of_all(void *data, size_t size, weft_rank_t root,
			weft_us_t within)
{
	struct nodes_job job = {&bcast_nodes_world, data, size,
				rt_deadline(within)};
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(nodes_of_all, data, size, root, within);
	AGREE_BCAST(&within, "nodes", data, size, root, 0);
	return error || size == 0 ? error : nodes_run_job(&job, root);
}

static int nodes_run(void *object, void *data, size_t size, uint32_t root,
		     weft_us_t within)
{
	struct bcast_nodes *own = object;
	struct nodes_job job = {own, data, size, rt_deadline(within)};

	return nodes_run_job(&job, team_rank(&own->team, root));
}

/* The least of all where there are several nodes; else it cannot be used. */
static ARCH_COLD uint32_t nodes_cost(uint32_t bytes, uint32_t count,
				     const void *object)
{
	const struct bcast_nodes *own = object;

	(void)bytes;
	(void)count;
	return own && own->nodes ? 0 : CHOOSE_CANNOT;
}

const struct bcast bcast_is_nodes = {
	.choose =
		{
			.name = "nodes",
			.cost = nodes_cost,
			.world = &bcast_nodes_world,
		},
	.all = nodes_of_all,
};

const struct bcast_form bcast_form_nodes = {
	.run = nodes_run,
};

#endif
