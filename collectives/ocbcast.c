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
 * A flag that was last written 2^31 chunks ago would look as if it were ahead.
 * A core's news is written in every broadcast whose root it is not, a done flag
 * only where the tree has that child; so once in a while (REFRESH) each core
 * writes its own, at a moment when nobody else can: at the start of a call the
 * writers of the last one have been waited for, and those of this one wait for us.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "collectives/chunk_pool.h"
#include "collectives/tree.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

static const uint32_t REFRESH = UINT32_C(1) << 30;

static struct {
	uint32_t news;      /* flag: this chunk is in your parent's MPB */
	uint32_t done;      /* flags, one a child: it has got this chunk */
	uint32_t degree;    /* how many of them */
	uint32_t chunk;     /* number of the last chunk of the last broadcast */
	uint32_t refreshed; /* its value when the flags were last refreshed */
} oc;

static uint32_t bytes(const struct rt_shape *shape, uint32_t left)
{
	(void)left;
	return rt_flag_bytes(1 + shape->degree);
}

static void place(const struct rt_shape *shape, uint32_t offset, uint32_t size)
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

static const struct rt_feature feature = {
	.name = "ocbcast",
	.bytes = bytes,
	.place = place,
};
RT_FEATURE(feature);

uint32_t weft_bcast_max_degree(void)
{
	return oc.degree;
}

static void refresh(bool root)
{
	if (oc.chunk - oc.refreshed >= REFRESH) {
		rt_flags_preset(oc.done, oc.degree, oc.chunk);
		if (root) {
			rt_flags_preset(oc.news, 1, oc.chunk);
		}
		oc.refreshed = oc.chunk;
	}
}

/* All my children have got chunk n. */
static int await_children(const struct tree *tree, uint32_t n,
			  uint64_t deadline)
{
	for (uint32_t j = 0; j < tree->children; j++) {
		int error = rt_await(rt_flag(oc.done, j), n, deadline,
				     tree_child(tree, j),
				     "an OC-Bcast chunk taken");

		if (error) {
			return error;
		}
	}
	return WEFT_OK;
}

static void tell(uint32_t rank, uint32_t n)
{
	if (rank != TREE_NONE) {
		arch_flag_write(rank, oc.news, n);
	}
}

static void tell_first_children(const struct tree *tree, uint32_t n)
{
	for (uint32_t j = 0; j < 2 && j < tree->children; j++) {
		tell(tree_child(tree, j), n);
	}
}

/* My parent's chunk n into my own buffer. */
static int fetch(const struct tree *tree, uint32_t n, uint32_t buffer,
		 uint32_t size, uint64_t deadline)
{
	struct arch_place from = {tree->parent, ARCH_WINDOW_MPB, buffer};
	struct arch_place to = {arch_rank(), ARCH_WINDOW_MPB, buffer};
	int error = rt_await(oc.news, n, deadline, tree->parent,
			     "news of an OC-Bcast chunk");

	if (error) {
		return error;
	}
	tell(tree->tell[0], n);
	tell(tree->tell[1], n);
	arch_copy(to, from, size);
	arch_flag_write(tree->parent, rt_flag(oc.done, tree->place), n);
	return WEFT_OK;
}

/* One chunk, from the wait for a free buffer to my copy in memory. */
static int pass_chunk(const struct tree *tree, uint32_t n, bool reused,
		      char *data, uint32_t size, uint64_t deadline)
{
	uint32_t buffer = chunk_buffer(n & 1);
	bool root = tree->parent == TREE_NONE;
	int error = reused ? await_children(tree, n - CHUNK_BUFFERS, deadline)
			   : WEFT_OK;

	if (error) {
		return error;
	}
	if (root) {
		arch_put(arch_rank(), ARCH_WINDOW_MPB, buffer, data, size);
	} else {
		error = fetch(tree, n, buffer, size, deadline);
		if (error) {
			return error;
		}
	}
	/* In my MPB before anyone hears of it, and before I read it back. */
	FENCE(ocbcast_settle, arch_settle(arch_rank()));
	tell_first_children(tree, n);
	if (!root) {
		arch_get(data, arch_rank(), ARCH_WINDOW_MPB, buffer, size);
	}
	return WEFT_OK;
}

int weft_bcast_ocbcast(void *data, size_t size, weft_rank_t root, uint32_t k,
		       weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t count = arch_count();
	struct tree tree;
	size_t at = 0;

	RT_THREAD_ONLY();
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
	tree = tree_of(arch_rank(), root, k, count);
	refresh(arch_rank() == root);
	for (uint32_t i = 1; at < size; i++) {
		size_t left = size - at;
		uint32_t n =
			left < chunk_bytes() ? (uint32_t)left : chunk_bytes();
		int error = pass_chunk(&tree, ++oc.chunk, i > CHUNK_BUFFERS,
				       (char *)data + at, n, deadline);

		if (error) {
			return error;
		}
		at += n;
	}
	/* Nobody may still read my buffers when I leave. */
	return await_children(&tree, oc.chunk, deadline);
}
