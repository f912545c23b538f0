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
 * Flags hold the number of a chunk, counted over all broadcasts of the run, so
 * nothing is reset between chunks or calls.  All cores count alike, since all
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
 * news of a core that is always root, are refreshed: collectives/words.h.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "collectives/barrier/barrier.h"
#include "messages/chunk_pool.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/words.h"
#include "topology/tree.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

static struct {
	uint32_t news;      /* flag: this chunk is in your parent's MPB */
	uint32_t done;      /* flags, one a child: it has got this chunk */
	uint32_t degree;    /* how many of them */
	uint32_t chunk;     /* number of the last chunk of the last call */
	uint32_t refreshed; /* its value when the flags were last refreshed */
	uint32_t root, k;   /* the tree of the last call; k is 0 before */
	struct tree tree;
} oc;

static ARCH_COLD uint32_t bytes(const struct rt_run *shape, uint32_t left)
{
	(void)left;
	return rt_flag_bytes(1 + shape->degree);
}

static ARCH_COLD void place(const struct rt_run *shape, uint32_t offset,
			    uint32_t size)
{
	(void)size;
	oc.news = offset;
	oc.done = rt_flag(offset, 1);
	oc.degree = shape->degree;
	oc.chunk = oc.refreshed = shape->epoch;
	if (shape->epoch != 0) {
		rt_flags_preset(oc.news, 1 + oc.degree, shape->epoch);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "ocbcast",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

uint32_t weft_bcast_max_degree(void)
{
	return oc.degree;
}

static ARCH_COLD void preset(void)
{
	oc.refreshed = oc.chunk;
	rt_flags_preset(oc.news, 1 + oc.degree, oc.chunk);
}

static ARCH_COLD int refresh(uint64_t deadline)
{
	return words_refresh(preset, deadline);
}

/* See above: before the first chunk of a call, on every core alike. */
static int agree_on_tree(uint32_t root, uint32_t k, uint64_t deadline)
{
	int error = WEFT_OK;

	if (root != oc.root || k != oc.k) {
		error = oc.k ? barrier_until(deadline) : WEFT_OK;
		oc.root = root;
		oc.k = k;
		oc.tree = tree_of(arch_rank(), root, k, arch_count());
	}
	if (!error && words_are_old(oc.chunk, oc.refreshed)) {
		error = refresh(deadline);
	}
	return error;
}

static uint32_t writer_of_done(const void *tree, uint32_t j)
{
	return tree_child(tree, j);
}

/* All my children have got chunk n. */
static int await_children(uint32_t n, uint64_t deadline)
{
	return rt_await_all(arch_rank(), oc.done, oc.tree.children, n, deadline,
			    writer_of_done, &oc.tree,
			    "an OC-Bcast chunk taken");
}

static void tell(uint32_t rank, uint32_t n)
{
	if (rank != TREE_NONE) {
		arch_flag_write(rank, oc.news, n);
	}
}

/* My parent's chunk n into my own buffer. */
static int fetch(uint32_t me, uint32_t n, uint32_t buffer, uint32_t size,
		 uint64_t deadline)
{
	struct arch_addr from = {oc.tree.parent, ARCH_WINDOW_MPB, buffer};
	struct arch_addr to = {me, ARCH_WINDOW_MPB, buffer};
	int error = rt_await(oc.news, n, deadline, oc.tree.parent,
			     "news of an OC-Bcast chunk");

	if (error) {
		return error;
	}
	tell(oc.tree.tell[0], n);
	tell(oc.tree.tell[1], n);
	arch_copy(to, from, size);
	arch_flag_write(oc.tree.parent, rt_flag(oc.done, oc.tree.place), n);
	return WEFT_OK;
}

/* The next chunk, from the wait for a free buffer to my copy in memory. */
static int pass_chunk(uint32_t me, bool reused, char *data, uint32_t size,
		      uint64_t deadline)
{
	uint32_t n = oc.chunk;
	uint32_t buffer = chunk_buffer(n & 1);
	int error =
		reused ? await_children(n - CHUNK_BUFFERS, deadline) : WEFT_OK;

	if (error) {
		return error;
	}
	if (oc.tree.parent == TREE_NONE) {
		arch_put(me, ARCH_WINDOW_MPB, buffer, data, size);
	} else {
		error = fetch(me, n, buffer, size, deadline);
		if (error) {
			return error;
		}
	}
	/* In my MPB before anyone hears of it, and before I read it back. */
	FENCE(ocbcast_settle, arch_settle(me));
	RT_TRACE("OC-Bcast chunk in my MPB", n, size);
	tell(oc.tree.begin[0], n);
	tell(oc.tree.begin[1], n);
	if (oc.tree.parent != TREE_NONE) {
		arch_get(data, me, ARCH_WINDOW_MPB, buffer, size);
	}
	return WEFT_OK;
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
	uint64_t deadline = rt_deadline_in(within);
	uint32_t me = arch_rank(), count = arch_count(), before, n;
	char *at = data;
	int error;

	RT_THREAD_ONLY();
#if WEFT_CHECK
	checked_k = checked_inside ? checked_k : k;
	CHECKED(once, data, size, root, within);
#endif
	AGREE_BCAST(&within, "ocbcast", data, size, root, k);
	if (root >= count) {
		return WEFT_ERR_RANK;
	}
	if (count > 1 && (k < 1 || k >= count || k > oc.degree)) {
		return WEFT_ERR_DEGREE;
	}
	if (size > 0 && !data) {
		return WEFT_ERR_NULL;
	}
	if (size == 0 || count == 1) {
		return WEFT_OK;
	}
	error = agree_on_tree(root, k, deadline);
	before = oc.chunk;
	for (; !error && size > 0; size -= n, at += n) {
		n = chunk_of(size);
		oc.chunk++;
		error = pass_chunk(me, oc.chunk - before > CHUNK_BUFFERS, at, n,
				   deadline);
	}
	/* Nobody may still read my buffers when I leave. */
	return error ? error : await_children(oc.chunk, deadline);
}

int bcast_ocbcast(void *data, size_t size, weft_rank_t root, weft_us_t within)
{
	return weft_bcast_ocbcast(data, size, root, rt_run.k, within);
}
