/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Synchronous OC-Bcast, as published (see weft/bcast.h).
 *
 * Per chunk every core but the root waits for the news, passes it on to its
 * siblings, gets the chunk from its parent's MPB into its own, says done to its
 * parent, tells the first two of its own children, and gets the chunk from its own
 * MPB into private memory.  Buffers alternate, so a parent may be one chunk
 * ahead of its children: it reuses a buffer when all children are done with the
 * chunk before last.
 *
 * Flags hold the number of a chunk, counted over all broadcasts of the team, so
 * nothing is reset between chunks or calls.  All its cores count alike, since all
 * take part in every call.
 *
 * Who writes a core's news depends on the tree.  While the tree stays the same,
 * that writer has the core's done, or its parent's wait for it, behind itself before
 * it goes on to the next call.  With another root or degree the new writer may
 * be a leaf of the old tree that is long done, and its news would pass for that of
 * a chunk which this core still waits for.  So a call with another tree than the
 * last begins with a barrier.  The done flags need none: their writer has had
 * news, through me, of my being in the same call.
 *
 * Flags that may rest, a done flag where later trees have fewer children or the
 * news of a core that is always root, are refreshed: collectives/barrier/words.h.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "collectives/barrier/barrier.h"
#include "messages/chunk_pool.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/degree.h"
#include "collectives/bcast/ocbcast.h"
#include "collectives/barrier/words.h"
#include "topology/tree.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

enum {
	USUAL_DEGREE = 47, /* flags for any k of a 48-core chip */
};

struct ocbcast ocbcast_world;

uint32_t ocbcast_bytes(uint32_t degree)
{
	return rt_flag_bytes(1 + degree);
}

void ocbcast_place(struct ocbcast *oc, struct barrier_best *barrier,
		   uint32_t degree, uint32_t offset, uint32_t epoch)
{
	uint32_t size = barrier->team.size;

	oc->barrier = barrier;
	oc->news = offset;
	oc->done = rt_flag(offset, 1);
	oc->degree = degree;
	oc->usual = degree_of(size);
	oc->usual = oc->usual < degree ? oc->usual : degree;
	oc->k = 0;
	oc->chunk = oc->refreshed = epoch;
	if (epoch != 0) {
		rt_flags_preset(oc->news, 1 + degree, epoch);
	}
}

/* The largest that calls may name in such a run. */
static ARCH_COLD uint32_t degree_for(uint32_t count)
{
	uint32_t k = degree_of(count), most = count > 1 ? count - 1 : 1;

	k = k > USUAL_DEGREE ? k : USUAL_DEGREE;
	return k < most ? k : most;
}

/* The least is the run's degree, which weft_bcast has. */
static ARCH_COLD uint32_t ocbcast_part_bytes(const struct rt_run *run,
					     uint32_t offered)
{
	uint32_t best = ocbcast_bytes(degree_for(run->count)), least;

	if (offered >= best) {
		return best;
	}
	least = ocbcast_bytes(degree_of(run->count));
	return offered > least ? offered : least;
}

static ARCH_COLD void ocbcast_part_place(const struct rt_run *run,
					 uint32_t offset, uint32_t size)
{
	uint32_t degree = degree_for(run->count);

	while (ocbcast_bytes(degree) > size) {
		degree--;
	}
	barrier_best_world.team = team_world(); /* perhaps not yet placed */
	ocbcast_place(&ocbcast_world, &barrier_best_world, degree, offset,
		      run->epoch);
	rt_map_agree(ocbcast_world.usual);
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "ocbcast",
	.bytes = ocbcast_part_bytes,
	.placed = ocbcast_part_place,
};
RT_PART_DEALT(part);

uint32_t weft_bcast_max_degree(void)
{
	return ocbcast_world.degree;
}

static ARCH_COLD void ocbcast_preset(void *of)
{
	struct ocbcast *oc = of;

	oc->refreshed = oc->chunk;
	rt_flags_preset(oc->news, 1 + oc->degree, oc->chunk);
}

static ARCH_COLD int refresh(struct ocbcast *oc, uint64_t deadline)
{
	struct words words = {oc->barrier, ocbcast_preset, oc};

	return words_refresh(&words, deadline);
}

static ARCH_COLD void to_rank(const struct team *team, uint32_t *member)
{
	if (*member != TREE_NONE) {
		*member = team_rank(team, *member);
	}
}

static ARCH_COLD void ocbcast_plant(struct ocbcast *oc, uint32_t root,
				    uint32_t k)
{
	const struct team *team = &oc->barrier->team;
	struct tree *tree = &oc->tree;

	oc->root = root;
	oc->k = k;
	*tree = tree_of(team->me, root, k, team->size);
	if (team->rank) {
		to_rank(team, &tree->parent);
		for (uint32_t i = 0; i < 2; i++) {
			to_rank(team, &tree->tell[i]);
			to_rank(team, &tree->begin[i]);
		}
	}
}

/* See above: before the first chunk of a call, on every core alike. */
TEAM_SHARED int agree_on_tree(struct ocbcast *oc, uint32_t root, uint32_t k,
			      uint64_t deadline)
{
	int error = WEFT_OK;

	if (root != oc->root || k != oc->k) {
		error = oc->k ? barrier_until(oc->barrier, deadline) : WEFT_OK;
		ocbcast_plant(oc, root, k);
	}
	if (!error && words_are_old(oc->chunk, oc->refreshed)) {
		error = refresh(oc, deadline);
	}
	return error;
}

static uint32_t writer_of_done(const void *of, uint32_t j)
{
	const struct ocbcast *oc = of;

	return team_rank(&oc->barrier->team, tree_child(&oc->tree, j));
}

/* All my children have got chunk n. */
TEAM_SHARED int await_children(const struct ocbcast *oc, uint32_t n,
			       uint64_t deadline)
{
	return rt_await_all(arch_rank(), oc->done, oc->tree.children, n,
			    deadline, writer_of_done, oc,
			    "an OC-Bcast chunk taken");
}

TEAM_SHARED void ocbcast_tell(const struct ocbcast *oc, uint32_t rank,
			      uint32_t n)
{
	if (rank != TREE_NONE) {
		arch_flag_write(rank, oc->news, n);
	}
}

/* My parent's chunk n into my own buffer. */
TEAM_SHARED int ocbcast_fetch(const struct ocbcast *oc, uint32_t me, uint32_t n,
			      uint32_t buffer, uint32_t size, uint64_t deadline)
{
	struct arch_addr from = {oc->tree.parent, ARCH_WINDOW_MPB, buffer};
	struct arch_addr to = {me, ARCH_WINDOW_MPB, buffer};
	int error = rt_await(oc->news, n, deadline, oc->tree.parent,
			     "news of an OC-Bcast chunk");

	if (error) {
		return error;
	}
	ocbcast_tell(oc, oc->tree.tell[0], n);
	ocbcast_tell(oc, oc->tree.tell[1], n);
	arch_copy(to, from, size);
	arch_flag_write(oc->tree.parent, rt_flag(oc->done, oc->tree.place), n);
	return WEFT_OK;
}

/* The next chunk, from the wait for a free buffer to my copy in memory. */
TEAM_SHARED int pass_chunk(const struct ocbcast *oc, uint32_t me, bool reused,
			   char *data, uint32_t size, uint64_t deadline)
{
	uint32_t n = oc->chunk;
	uint32_t buffer = chunk_buffer(n & 1);
	int error = reused ? await_children(oc, n - CHUNK_BUFFERS, deadline)
			   : WEFT_OK;

	if (error) {
		return error;
	}
	if (oc->tree.parent == TREE_NONE) {
		arch_put(me, ARCH_WINDOW_MPB, buffer, data, size);
	} else {
		error = ocbcast_fetch(oc, me, n, buffer, size, deadline);
		if (error) {
			return error;
		}
	}
	/*
	 * In my MPB before anyone hears of it, and before I read it back.
	 * Pairs with ocbcast_fetch() of a child, which reads the chunk after my news.
	 */
	FENCE(ocbcast_settle, arch_settle(me));
	RT_TRACE("OC-Bcast chunk in my MPB", n, size);
	ocbcast_tell(oc, oc->tree.begin[0], n);
	ocbcast_tell(oc, oc->tree.begin[1], n);
	if (oc->tree.parent != TREE_NONE) {
		arch_get(data, me, ARCH_WINDOW_MPB, buffer, size);
	}
	return WEFT_OK;
}

TEAM_SHARED int ocbcast_run_call(struct ocbcast *oc,
				 const struct ocbcast_call *call)
{
	uint32_t me = arch_rank(), before, n;
	size_t size = call->size;
	char *at = call->data;
	int error;

	if (barrier_given_up(oc->barrier)) {
		return WEFT_ERR_TIMEOUT;
	}
	error = agree_on_tree(oc, call->root, call->k, call->deadline);
	before = oc->chunk;
	for (; !error && size > 0; size -= n, at += n) {
		n = chunk_of(size);
		oc->chunk++;
		error = pass_chunk(oc, me, oc->chunk - before > CHUNK_BUFFERS,
				   at, n, call->deadline);
	}
	/* Nobody may still read my buffers when I leave. */
	error = error ? error : await_children(oc, oc->chunk, call->deadline);
	return barrier_end_call(oc->barrier, error);
}

int ocbcast(struct ocbcast *oc, const struct ocbcast_call *call)
{
	return ocbcast_run_call(oc, call);
}

#if WEFT_CHECK
static uint32_t checked_k;

static int once(void *data, size_t size, weft_rank_t root, weft_us_t within)
{
	return weft_bcast_ocbcast(data, size, root, checked_k, within);
}
#endif

int weft_bcast_ocbcast(void *data, size_t size, weft_rank_t root, uint32_t k,
		       weft_us_t within)
{
	struct ocbcast_call call = {data, size, root, k,
				    rt_deadline_in(within)};
	uint32_t count = arch_count();

	RT_THREAD_ONLY();
#if WEFT_CHECK
	checked_k = checked_inside ? checked_k : k;
	CHECKED(once, data, size, root, within);
#endif
	AGREE_BCAST(&within, "ocbcast", data, size, root, k);
	if (root >= count) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	if (count > 1 && (k < 1 || k >= count || k > ocbcast_world.degree)) {
		return RT_WHY(WEFT_ERR_DEGREE,
			      "k: below 1, not below the cores, or above "
			      "weft_bcast_max_degree()");
	}
	if (size > 0 && !data) {
		return RT_WHY(WEFT_ERR_NULL, "data");
	}
	if (size == 0 || count == 1) {
		return WEFT_OK;
	}
	return ocbcast_run_call(&ocbcast_world, &call);
}
