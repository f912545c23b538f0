/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/image.h"
#include "runtime/panic.h"
#include "runtime/part.h"
#include "runtime/rendezvous.h"
#include "runtime/variables.h"
#include "runtime/wait.h"
#include "topology/heap.h"

enum {
	RELEASE = HEAP_CHILDREN, /* flags 0 and 1 are the children's arrivals */
	FLAGS,
	START = 1, /* epochs of the flags */
	END = 2,
	NOBODY = 0xffffffff,
};

/* What a core shows in its status line. */
struct status {
	struct rt_image image;
	uint32_t code; /* at the end: exit code of the lowest failing.. */
	uint32_t rank; /* ..core of my subtree, or NOBODY */
};

_Static_assert(sizeof(struct status) <= 32, "a status is one SCC line");

static uint32_t status_line, flags;

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

/* Pairs with rendezvous_gather() of my parent: it reads my status after my flag. */
static ARCH_COLD void rendezvous_show(const struct status *status)
{
	arch_put(arch_rank(), ARCH_WINDOW_MPB, status_line, status,
		 sizeof(*status));
	FENCE(status_settle, arch_settle(arch_rank()));
}

static ARCH_COLD void rendezvous_await(uint32_t i, uint32_t epoch,
				       uint64_t deadline, uint32_t from,
				       const char *what)
{
	if (rt_await_word(rt_flag(flags, i), epoch, deadline, from, what)) {
		rt_panic("no sign of rank %u at start", from);
	}
}

static ARCH_COLD void tell_parent(uint32_t epoch)
{
	uint32_t me = arch_rank();

	if (me > 0) {
		arch_flag_write(heap_parent(me), rt_flag(flags, heap_place(me)),
				epoch);
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
	uint32_t end = first_child() + HEAP_CHILDREN;

	return end < arch_count() ? end : arch_count();
}

/* Wait for my children, and make of their statuses and mine that of my subtree. */
static ARCH_COLD void rendezvous_gather(struct status *mine, uint32_t epoch,
					uint64_t deadline)
{
	uint32_t first = first_child(), end = end_of_children();
	struct status theirs;

	for (uint32_t rank = first; rank < end; rank++) {
		rendezvous_await(rank - first, epoch, deadline, rank,
				 "its arrival");
		arch_get(&theirs, rank, ARCH_WINDOW_MPB, status_line,
			 sizeof(theirs));
		check_image(mine, &theirs, rank);
		if (theirs.rank < mine->rank) {
			mine->rank = theirs.rank;
			mine->code = theirs.code;
		}
	}
}

void rt_rendezvous(void)
{
	uint64_t deadline = rt_deadline(rt_variable_BOOT_US());
	struct status mine = {rt_image(), 0, NOBODY};
	uint32_t end = end_of_children();

	rendezvous_show(&mine);
	rendezvous_gather(&mine, START, deadline);
	tell_parent(START);
	if (arch_rank() > 0) {
		rendezvous_await(RELEASE, START, deadline,
				 heap_parent(arch_rank()), "the start");
	}
	for (uint32_t rank = first_child(); rank < end; rank++) {
		arch_flag_write(rank, rt_flag(flags, RELEASE), START);
	}
}

uint32_t rt_rendezvous_end(uint32_t code, uint32_t *rank)
{
	struct status mine = {rt_image(), code, code ? arch_rank() : NOBODY};

	rendezvous_gather(&mine, END, ARCH_NEVER);
	rendezvous_show(&mine);
	tell_parent(END);
	*rank = mine.rank == NOBODY ? 0 : mine.rank;
	return mine.code;
}
