/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/nodes.h"
#include "runtime/image.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/rendezvous.h"
#include "runtime/variables.h"
#include "runtime/wait.h"
#include "topology/heap.h"

enum {
	FLAGS = HEAP_CHILDREN, /* the children's arrivals */
	/* Children look at their parent's word, where they can. */
	PULLED = ARCH_REMOTE_AWAIT && !ARCH_NODES,
	SIGN_BITS = 29,
	START = 1, /* epochs: what the flags are at least, and no more than a sign above */
	END = 1 << (SIGN_BITS + 1),
	NOBODY = 0xffffffff,
};

/* What a core shows in its status line. */
struct status {
	struct rt_image image;
	/* At the start 0, then the release; at the end exit code of the lowest failing.. */
	uint32_t code;
	uint32_t rank; /* ..core of my subtree, or NOBODY */
};

_Static_assert(sizeof(struct status) <= 32, "a status is one SCC line");

static uint32_t status_line, flags;

/*
 * No core shows its status once more before all of its children have come to the end, so
 * all have seen the release.
 */
static ARCH_COLD uint32_t release_flag(void)
{
	return status_line + (uint32_t)offsetof(struct status, code);
}

static ARCH_COLD uint32_t status_bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return sizeof(struct status);
}

static ARCH_COLD void status_place(const struct rt_run *run, uint32_t offset,
				   uint32_t bytes)
{
	(void)run;
	(void)bytes;
	status_line = offset;
}

static ARCH_COLD uint32_t flags_bytes(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return rt_flag_bytes(FLAGS);
}

static ARCH_COLD void flags_place(const struct rt_run *run, uint32_t offset,
				  uint32_t bytes)
{
	(void)run;
	(void)bytes;
	flags = offset; /* not preset: other cores may have written already */
}

static ARCH_COLD_DATA const struct rt_part status_part = {
	.name = "status",
	.bytes = status_bytes,
	.placed = status_place,
};
RT_PART(status_part);

static ARCH_COLD_DATA const struct rt_part rendezvous_part = {
	.name = "rendezvous",
	.bytes = flags_bytes,
	.small = 1,
	.placed = flags_place,
};
RT_PART(rendezvous_part);

/*
 * What the flag of a core says whose image is like this one's and which has not failed: its
 * parent need not read its status.  Of two images that differ one pair in 2^29 has the same.
 */
static ARCH_COLD uint32_t sign_of(const struct status *status)
{
	uint32_t hash = status->image.build + status->image.map_hash;

	return status->rank == NOBODY
		       ? (hash ^ hash >> SIGN_BITS) & ((1u << SIGN_BITS) - 1)
		       : 1u << SIGN_BITS;
}

/* Pairs with rendezvous_gather() of my parent: it reads my status after my flag. */
static ARCH_COLD void rendezvous_show(const struct status *status)
{
	if (PULLED) { /* children look at a word of it already */
		arch_flags_write(arch_rank(), status_line, &status->image.magic,
				 sizeof(*status) / sizeof(uint32_t));
	} else {
		arch_put(arch_rank(), ARCH_WINDOW_MPB, status_line, status,
			 sizeof(*status));
	}
	FENCE(status_settle, arch_settle(arch_rank()));
}

static ARCH_COLD void tell_parent(const struct status *mine, uint32_t epoch)
{
	uint32_t me = arch_rank();

	if (me > 0) {
		arch_flag_write(heap_parent(me), rt_flag(flags, heap_place(me)),
				epoch + sign_of(mine));
	}
}

static ARCH_COLD void check_image(const struct status *mine,
				  const struct status *theirs, uint32_t rank)
{
	const char *what = rt_image_differs(&mine->image, &theirs->image);

	/* Either of the two may be the odd one. */
	if (what) {
		rt_panic("rank %u has %s, says rank %u", rank, what,
			 arch_rank());
	}
}

/* My children are the ranks from here on.. */
static ARCH_COLD uint32_t first_child(void)
{
	return heap_child(arch_rank(), 0);
}

/* ..up to the one before this. */
static ARCH_COLD uint32_t end_of_children(void)
{
	uint32_t end = first_child() + FLAGS;

	return end < arch_count() ? end : arch_count();
}

static ARCH_COLD uint32_t rendezvous_writer(const void *of, uint32_t i)
{
	(void)of;
	return first_child() + i;
}

/* Returns when so many children have come, with their flags in `words`. */
static ARCH_COLD void rendezvous_await(uint32_t *words, uint32_t n,
				       uint32_t epoch, uint64_t deadline)
{
	int error = rt_await_all(arch_rank(), flags, n, epoch, deadline,
				 rendezvous_writer, NULL, "its arrival");

	for (uint32_t i = 0; i < n; i++) {
		words[i] = arch_flag_read(arch_rank(), rt_flag(flags, i));
		if (error && (int32_t)(words[i] - epoch) < 0) {
			rt_panic("no sign of rank %u at start",
				 first_child() + i);
		}
	}
}

/* Wait for my children, and make of their statuses and mine that of my subtree. */
static ARCH_COLD void rendezvous_gather(struct status *mine, uint32_t epoch,
					uint64_t deadline)
{
	uint32_t first = first_child(), end = end_of_children();
	uint32_t words[FLAGS], usual = epoch + sign_of(mine);
	struct status theirs;

	if (first >= end) {
		return;
	}
	rendezvous_await(words, end - first, epoch, deadline);
	for (uint32_t rank = first; rank < end; rank++) {
		if (words[rank - first] == usual && mine->rank == NOBODY) {
			continue;
		}
		arch_get(&theirs, rank, ARCH_WINDOW_MPB, status_line,
			 sizeof(theirs));
		check_image(mine, &theirs, rank);
		if (theirs.rank < mine->rank) {
			mine->rank = theirs.rank;
			mine->code = theirs.code;
		}
	}
}

/* My parent is released, or tells me so.  A core that misses a child says so sooner. */
static ARCH_COLD void rendezvous_released(void)
{
	uint32_t parent = heap_parent(arch_rank()), us = rt_variable_BOOT_US();
	uint32_t longer = us + (us >> 3);
	uint64_t deadline = rt_deadline(longer > us ? longer : us);

	if (rt_await_at(PULLED ? parent : arch_rank(), release_flag(), START,
			deadline, parent, "the start")) {
		rt_panic("no sign of rank %u at start", parent);
	}
}

/* I tell my children: in my own window, where they look, or each of them. */
static ARCH_COLD void rendezvous_release(void)
{
	uint32_t first = first_child(), end = end_of_children();

	if (PULLED && first < end) {
		arch_flag_write(arch_rank(), release_flag(), START);
	}
	for (uint32_t rank = first; !PULLED && rank < end; rank++) {
		arch_flag_write(rank, release_flag(), START);
	}
}

void rt_rendezvous(void)
{
	uint64_t deadline = rt_deadline(rt_variable_BOOT_US());
	struct status mine = {rt_image(), 0, NOBODY};

	if (arch_rank() > 0) {
		rendezvous_show(&mine);
	}
	rendezvous_gather(&mine, START, deadline);
	tell_parent(&mine, START);
	if (arch_rank() > 0) {
		rendezvous_released();
	}
	rendezvous_release();
}

uint32_t rt_rendezvous_end(uint32_t code, uint32_t *rank)
{
	struct status mine = {rt_image(), code, code ? arch_rank() : NOBODY};

	rendezvous_gather(&mine, END, ARCH_NEVER);
	rendezvous_show(&mine);
	tell_parent(&mine, END);
	*rank = mine.rank == NOBODY ? 0 : mine.rank;
	return mine.code;
}
