/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/annotate.h"
#include "arch/fence.h"
#include "collectives/abcast/board.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "topology/box.h"
#include "runtime/mpb_map.h"
#include "runtime/place.h"
#include "runtime/progress.h"

enum {
	/* From being told to telling, in units of telling one [measured]. */
	TELL_DELAY = 12,
};

/* Pairs with board_look: others are interrupted, then read the board. */
void board_count(struct board *b)
{
	b->counted++;
	arch_put(b->hub, ARCH_WINDOW_MPB, b->offset + b->me, &b->counted,
		 sizeof(b->counted));
	FENCE(board_count, arch_settle(b->hub));
}

uint32_t board_bytes(uint32_t count)
{
	return (count + BOARD_PIECE - 1) & ~(uint32_t)(BOARD_PIECE - 1);
}

void board_place(struct board *b, uint32_t offset)
{
	struct cores cores = {NULL, rt_run.count, rt_place};
	struct box all = BOX_ALL;

	b->me = arch_rank();
	b->count = rt_run.count;
	b->offset = offset;
	arch_annotate_marks(offset, b->count);
	box_tighten(&all, &cores);
	b->hub = box_middle(&all, &cores);
	b->words = board_bytes(b->count) / BOARD_WORD;
	if (notify_at_once()) {
		shape_k(b->tree, b->count, b->count);
	} else {
		shape_soonest(b->tree, b->count, TELL_DELAY);
	}
}
