/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/annotate.h"
#include "arch/fence.h"
#include "collectives/abcast/board.h"
#include "messages/notify.h"
#include "topology/arith.h"
#include "topology/bits.h"
#include "topology/box.h"
#include "runtime/mpb_map.h"
#include "runtime/progress.h"

enum {
	WORD = sizeof(uint32_t), /* so many cores */
	PIECE = 32,              /* the board is a multiple of so many bytes */
	AT_ONCE = PIECE / WORD,  /* words compared at once; .. */
	/* .. that are read at once: a line's, if that is so long. */
	WORDS = ARCH_LINE > AT_ONCE *WORD ? ARCH_LINE / WORD : AT_ONCE,
	/* From being told to telling, in units of telling one [measured]. */
	TELL_DELAY = 12,
};

/* Who has that place in the tree of this core tells those below. */
static void pass_on(const struct board *b, uint32_t from, uint32_t place)
{
	const struct shape_node *p = &b->tree[place];

	if (p->children > 0) {
		notify_interrupt(arith_add_mod(from, p->first, b->count),
				 p->children);
	}
}

/* Which of these words are not as they were?  All at once: few are. */
static uint32_t changed(const uint32_t *word, const uint32_t *was)
{
	uint32_t set = 0;

#pragma GCC unroll 8
	for (uint32_t i = 0; i < AT_ONCE; i++) {
		set |= (uint32_t)(word[i] != was[i]) << i;
	}
	return set;
}

/* In that word.  Returns a core that has something, one of them, or `other`. */
static uint32_t answer_word(struct board *b, struct turns *turns, uint32_t at,
			    uint32_t now, uint32_t other)
{
	const uint8_t *byte = (const uint8_t *)&now;

	for (uint32_t core = at * WORD; core < at * WORD + WORD; core++) {
		if (*byte++ == b->seen.byte[core]) {
			continue;
		}
		if (core == b->me) {
			continue; /* that is no news */
		}
		/* The others hear of it before it is looked at. */
		pass_on(b, core, arith_sub_mod(b->me, core, b->count));
		if (other != BOARD_NOBODY) {
			turns_mark(turns, other);
			rt_merged++;
		}
		other = core;
	}
	b->seen.word[at] = now; /* before what it tells of is looked at */
	return other;
}

SHARED uint32_t board_look(struct board *b, struct turns *turns)
{
	uint32_t at = b->line, core = BOARD_NOBODY;
	uint32_t n = b->words - at < WORDS ? b->words - at : WORDS;
	uint32_t word[WORDS];

	arch_flags_read(word, b->hub, b->offset + at * WORD, n);
	for (uint32_t i = 0; i < n; i += AT_ONCE) {
		uint32_t set = changed(&word[i], &b->seen.word[at + i]);

		for (; set; set &= set - 1) {
			uint32_t j = i + bits_lowest(set);

			core = answer_word(b, turns, at + j, word[j], core);
		}
	}
	if (core != BOARD_NOBODY) {
		b->recent = at;
		rt_worked = true;
	}
	b->line = at + WORDS < b->words ? at + WORDS : 0;
	return core;
}

/* In time for who is interrupted now. */
SHARED void board_count(struct board *b)
{
	b->counted++;
	arch_put(b->hub, ARCH_WINDOW_MPB, b->offset + b->me, &b->counted,
		 sizeof(b->counted));
	FENCE(board_count, arch_settle(b->hub));
}

SHARED void board_tell(struct board *b)
{
	board_count(b);
	pass_on(b, b->me, 0);
}

SHARED uint32_t board_bytes(uint32_t count)
{
	return (count + PIECE - 1) & ~(uint32_t)(PIECE - 1);
}

SHARED void board_place(struct board *b, uint32_t offset)
{
	struct box all = BOX_ALL;

	b->me = arch_rank();
	b->count = rt_run.count;
	b->offset = offset;
	arch_annotate_marks(offset, b->count);
	box_tighten(&all, &CORES_ALL);
	b->hub = box_middle(&all, &CORES_ALL);
	b->words = board_bytes(b->count) / WORD;
	if (notify_at_once()) {
		shape_k(b->tree, b->count, b->count);
	} else {
		shape_soonest(b->tree, b->count, TELL_DELAY);
	}
}
