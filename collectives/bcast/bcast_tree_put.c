/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binary tree with puts, pipelined: a parent writes each chunk straight into its
 * children's MPBs, where they have room for two, and they pass it on from there.
 * Where the chip copies beside the core, a chunk goes to both children while the
 * core moves one between its MPB and memory.
 *
 * A core that waits for a chunk tells its parent up to which it may write: that, and
 * the next one, since both buffers are free or about to be filled.  So nobody writes to a
 * core that is not in this call, and a core may leave when it has passed on the
 * last chunk: nobody reads its MPB.
 *
 * Flags hold numbers of chunks, counted over all calls.  Who writes them depends on
 * the root, so a call with another root than the last begins with a barrier.
 * Flags that had no writer in the old tree, their owner writes before it: so none
 * gets so old that it looks new, and what the old writers wrote has landed.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/bcast.h"
#include "collectives/bcast/checked.h"
#include "collectives/bcast/put_cost.h"
#include "collectives/barrier/barrier.h"
#include "collectives/bcast/tree_put.h"
#include "topology/binomial.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	CHILDREN = TREE_PUT_CHILDREN
};

#define NOBODY UINT32_MAX

struct tree_put tree_put_world;

void tree_put_place(void *object, struct barrier_best *barrier, uint32_t offset,
		    uint32_t epoch)
{
	struct tree_put *own = object;

	own->barrier = barrier;
	own->news = offset;
	own->rooms = rt_flag(offset, 1);
	own->chunk = epoch;
	own->root = own->parent = NOBODY;
	own->children = 0;
}

static ARCH_COLD uint32_t tree_put_bytes(uint32_t count)
{
	(void)count;
	return rt_flag_bytes(TREE_PUT_FLAGS);
}

static ARCH_COLD uint32_t tree_put_part_bytes(const struct rt_run *run,
					      uint32_t left)
{
	(void)left;
	return tree_put_bytes(run->count);
}

static ARCH_COLD void tree_put_part_place(const struct rt_run *run,
					  uint32_t offset, uint32_t size)
{
	(void)size;
	barrier_best_world.team = team_world(); /* perhaps not yet placed */
	tree_put_place(&tree_put_world, &barrier_best_world, offset,
		       run->epoch);
}

static ARCH_COLD_DATA const struct rt_part own_part = {
	.name = "tree_put",
	.bytes = tree_put_part_bytes,
	.placed = tree_put_part_place,
};
RT_PART(own_part);

/*
 * Of m nodes below another one, those below its first child: somewhat more than half,
 * as that child is told first.
 */
static ARCH_COLD uint32_t first_part(uint32_t m)
{
	return m - (m >> 1) + (m >> 4);
}

static ARCH_COLD uint32_t rank_of(const struct team *team, uint32_t node,
				  uint32_t root)
{
	return team_rank(team, arith_add_mod(node, root, team->size));
}

/*
 * Nodes are numbered from the root.  A node has the n - 1 behind it below itself: its
 * first child is the next, the second one behind all that is below that.  From the
 * root down to me.
 */
static ARCH_COLD void tree_put_plant(struct tree_put *own, uint32_t root)
{
	const struct team *team = &own->barrier->team;
	uint32_t count = team->size, n = count, node = 0, part;
	uint32_t me = arith_sub_mod(team->me, root, count);

	own->root = root;
	own->parent = NOBODY;
	for (part = first_part(n - 1); node != me; part = first_part(n - 1)) {
		own->parent = rank_of(team, node, root);
		own->place = me - node > part;
		node += own->place ? part + 1 : 1;
		n = own->place ? n - 1 - part : part;
	}
	own->children = (n > 1) + (n > 1 + part);
	for (uint32_t j = 0; j < own->children; j++) {
		uint32_t child = j ? node + 1 + part : node + 1;

		own->child[j] = rank_of(team, child, root);
	}
}

static ARCH_COLD int change_root(struct tree_put *own, uint32_t root,
				 uint64_t deadline)
{
	if (own->parent == NOBODY) {
		rt_flags_preset(own->news, 1, own->chunk);
	}
	rt_flags_preset(rt_flag(own->rooms, own->children),
			CHILDREN - own->children, own->chunk);
	tree_put_plant(own, root);
	return barrier_until(own->barrier, deadline);
}

/* One call, at this core. */
struct tree_put_job {
	struct tree_put *own;
	char *data;
	size_t left; /* this chunk's bytes and those after it */
	uint64_t deadline;
};

static void grant(const struct tree_put *own, uint32_t chunk)
{
	arch_flag_write(own->parent, rt_flag(own->rooms, own->place), chunk);
}

#if ARCH_DMA_CHANNELS > 0
/* Begin to copy beside the core, if it can; a ticket for end_copies. */
static int start_copy(struct arch_addr to, struct arch_addr from, uint32_t n)
{
	return arch_copy_start(to, from, n);
}

/* Children whose copy had begun are told when it is there. */
static int end_copies(const struct tree_put_job *job, const int *ticket)
{
	const struct tree_put *own = job->own;

	for (uint32_t j = 0; j < own->children; j++) {
		if (ticket[j] < 0) {
			continue;
		}
		if (arch_copy_wait(ticket[j], job->deadline) != ARCH_OK) {
			return WEFT_ERR_TIMEOUT;
		}
		arch_flag_write(own->child[j], own->news, own->chunk);
	}
	return WEFT_OK;
}
#else
static int start_copy(struct arch_addr to, struct arch_addr from, uint32_t n)
{
	arch_copy(to, from, n);
	return -1;
}

static int end_copies(const struct tree_put_job *job, const int *ticket)
{
	(void)job;
	(void)ticket;
	return WEFT_OK;
}
#endif

/* The root's chunk of that number into its own MPB. */
static void stage(const char *data, uint32_t chunk, uint32_t n)
{
	arch_put(arch_rank(), ARCH_WINDOW_MPB, chunk_buffer(chunk & 1), data,
		 n);
}

/* What is left to do with a chunk beside passing it on. */
static void keep(const struct tree_put_job *job, uint32_t n)
{
	const struct tree_put *own = job->own;

	if (own->parent != NOBODY) {
		arch_get(job->data, arch_rank(), ARCH_WINDOW_MPB,
			 chunk_buffer(own->chunk & 1), n);
	} else if (job->left > n) {
		stage(job->data + n, own->chunk + 1, chunk_of(job->left - n));
	}
}

/* The chunk in my MPB; while it goes there is time, but no hurry for the last. */
static int pass_on(const struct tree_put_job *job, uint32_t n)
{
	const struct tree_put *own = job->own;
	struct arch_addr from = {arch_rank(), ARCH_WINDOW_MPB,
				 chunk_buffer(own->chunk & 1)};
	struct arch_addr to = from;
	int ticket[CHILDREN], error;

	for (uint32_t j = 0; j < own->children; j++) {
		to.rank = own->child[j];
		error = rt_await(rt_flag(own->rooms, j), own->chunk,
				 job->deadline, to.rank, "room for a chunk");
		if (error) {
			return error;
		}
		ticket[j] = start_copy(to, from, n);
		if (ticket[j] < 0) {
			arch_flag_write(to.rank, own->news, own->chunk);
		}
	}
	if (job->left > n) {
		keep(job, n);
	}
	error = end_copies(job, ticket);
	if (!error && job->left == n) {
		keep(job, n);
	}
	return error;
}

/* Who waits for a chunk has room for it, and for one more. */
static int tree_put_run_job(struct tree_put_job *job)
{
	struct tree_put *own = job->own;
	bool root = own->parent == NOBODY;

	if (root) {
		stage(job->data, own->chunk + 1, chunk_of(job->left));
	}
	while (job->left > 0) {
		uint32_t n = chunk_of(job->left);
		int error = WEFT_OK;

		own->chunk++;
		if (root) {
			/* Pairs with my pass_on: it reads the chunk there. */
			FENCE(tree_put_settle, arch_settle(arch_rank()));
		} else {
			grant(own, own->chunk + (job->left > n));
			error = rt_await(own->news, own->chunk, job->deadline,
					 own->parent,
					 "a chunk put into my MPB");
		}
		if (!error) {
			error = pass_on(job, n);
		}
		if (error) {
			return error;
		}
		RT_TRACE("chunk passed on", own->chunk, n);
		job->data += n;
		job->left -= n;
	}
	return WEFT_OK;
}

int tree_put(struct tree_put *own, void *data, size_t size, uint32_t root,
	     uint64_t deadline)
{
	struct tree_put_job job = {own, data, size, deadline};
	int error = WEFT_OK;

	if (root != own->root) {
		error = change_root(own, root, deadline);
	}
	return error ? error : tree_put_run_job(&job);
}

int weft_bcast_tree_put(void *data, size_t size, weft_rank_t root,
			weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = bcast_check(data, size, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_tree_put, data, size, root, within);
	AGREE_BCAST(&within, "tree_put", data, size, root, 0);
	if (error || size == 0 || arch_count() == 1) {
		return error;
	}
	return tree_put(&tree_put_world, data, size, root, deadline);
}

/* Then a chunk takes one loop of an inner core, which copies it before that. */
static ARCH_COLD uint32_t tree_put_cost(uint32_t bytes, uint32_t count,
					const void *object)
{
	uint32_t lines = cost_lines(bytes), first = put_first_chunk(lines);

	(void)object;
	return put_through(first, count) + put_out(first) +
	       arith_mul(lines - first, 4 * costs.line);
}

static int tree_put_run(void *object, void *data, size_t size, uint32_t root,
			weft_us_t within)
{
	return tree_put(object, data, size, root, rt_deadline(within));
}

ARCH_COLD_DATA const struct bcast bcast_is_tree_put = {
	.choose =
		{
			.name = "tree_put",
			.cost = tree_put_cost,
		},
	.all = weft_bcast_tree_put,
};

const struct bcast_form bcast_form_tree_put = {
	.bytes = tree_put_bytes,
	.memory = sizeof(struct tree_put),
	.place = tree_put_place,
	.run = tree_put_run,
};
