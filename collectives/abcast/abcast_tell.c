/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who tells whom that there is a chunk.
 *
 * By the trees of the chunks' way a parent rings its children's bells.  Where
 * all copy from the root itself, that would be a word and an interrupt for each of
 * many.  There a root counts on the *board*: a byte a core, in the MPB of a core in
 * the middle of the chip.  Who is interrupted looks at the board and knows whose
 * chunk there is.  So telling is an interrupt and no more, and it does not matter
 * whose.  Where a store interrupts many, the root does all; elsewhere who is told
 * goes on telling, before it looks at the chunk, by the tree in which the last one
 * is told soonest.
 *
 * A byte is a hint, but none is missed.  A root has at most two chunks in its
 * MPB that I have not copied; and between two looks at the board I copy at most
 * WEFT_BURST of them.  So a byte gets ahead of what I have seen by less than it
 * can count, however long I do not look (models/board.pml).  Who sees that a
 * byte has changed before it is interrupted passes that on all the sooner.  A core
 * that has stopped passes nothing on: at the tick all look at the board, too, and
 * who knows of the dead interrupts all others itself.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/annotate.h"
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "topology/bits.h"
#include "topology/box.h"
#include "topology/shape.h"
#include "topology/arith.h"
#include "runtime/progress.h"

enum {
	WORD = sizeof(uint32_t),       /* so many roots */
	AT_ONCE = ABCAST_BOARD / WORD, /* words compared at once; .. */
	/* .. that are read at once: a line's, if that is so long. */
	WORDS = ARCH_LINE > AT_ONCE *WORD ? ARCH_LINE / WORD : AT_ONCE,
	/* From being told to telling, in units of telling one [measured]. */
	TELL_DELAY = 12,
};

/* Bytes of the board as they were when I last looked. */
static union {
	uint32_t word[ABCAST_RELAYED / WORD];
	uint8_t byte[ABCAST_RELAYED];
} seen;
static uint8_t counted;      /* what mine says */
static uint32_t board;       /* offset: a byte a core, .. */
static uint32_t hub;         /* in whose MPB it is */
static uint32_t words;       /* of it, in use, a multiple of AT_ONCE */
static uint32_t recent;      /* the line that last said something, .. */
static uint32_t begun, line; /* .. that a round began with; the next of it */

static struct shape_node tree[ABCAST_RELAYED]; /* who tells whom */

static void interrupt(uint32_t first, uint32_t n)
{
	uint32_t before_wrap = abcast.count - first;

	if (n > before_wrap) {
		arch_raise(first, before_wrap);
		arch_raise(0, n - before_wrap);
	} else {
		arch_raise(first, n);
	}
}

/* Who has that place in the tree of this root tells those below. */
static void pass_on(uint32_t root, uint32_t place)
{
	const struct shape_node *p = &tree[place];

	if (p->children > 0) {
		interrupt(arith_add_mod(root, p->first, abcast.count),
			  p->children);
	}
}

/* That root has a chunk: the others hear of it before I look at it. */
static void answer(uint32_t root)
{
	pass_on(root, arith_sub_mod(abcast.me, root, abcast.count));
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

/* In that word.  Returns a root to be looked at, one of them, or `other`. */
static uint32_t answer_word(uint32_t at, uint32_t now, uint32_t other)
{
	const uint8_t *byte = (const uint8_t *)&now;

	for (uint32_t root = at * WORD; root < at * WORD + WORD; root++) {
		if (*byte++ == seen.byte[root]) {
			continue;
		}
		if (root == abcast.me) {
			continue; /* that is no news */
		}
		answer(root);
		if (other != ABCAST_NOBODY) {
			abcast_look_at(other);
			rt_merged++;
		}
		other = root;
	}
	seen.word[at] = now; /* before any header is looked at */
	return other;
}

UNIT bool abcast_called(void)
{
	uint32_t at = line, root = ABCAST_NOBODY;
	uint32_t n = words - at < WORDS ? words - at : WORDS;
	uint32_t word[WORDS];

	arch_flags_read(word, hub, board + at * WORD, n);
	for (uint32_t i = 0; i < n; i += AT_ONCE) {
		uint32_t set = changed(&word[i], &seen.word[at + i]);

		for (; set; set &= set - 1) {
			uint32_t j = i + bits_lowest(set);

			root = answer_word(at + j, word[j], root);
		}
	}
	if (root != ABCAST_NOBODY) {
		recent = at;
		rt_worked = true;
		abcast_rung(root, 1); /* mostly the only one */
	}
	line = at + WORDS < words ? at + WORDS : 0;
	if (line != begun) {
		return true;
	}
	line = begun = recent;
	return false;
}

/* On the board, in time for who is interrupted now. */
static void count(void)
{
	counted++;
	arch_put(hub, ARCH_WINDOW_MPB, board + abcast.me, &counted,
		 sizeof(counted));
	FENCE(abcast_board, arch_settle(hub));
}

/* By the trees of the chunks' way: all bells, then a range or two. */
static void ring_at_once(uint32_t first, uint32_t n)
{
	uint32_t rank = first;

	for (uint32_t left = n; left > 0; left--) {
		rt_bell_ring(rank, abcast.channel);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
	interrupt(first, n);
}

/* With an interrupt for each the first need not wait for the last's bell. */
static void ring_each(uint32_t rank, uint32_t n)
{
	for (; n > 0; n--) {
		rt_bell_ring(rank, abcast.channel);
		arch_raise(rank, 1);
		rank = rank + 1 == abcast.count ? 0 : rank + 1;
	}
}

UNIT void abcast_tell(const struct abcast_buffer *b)
{
	uint32_t first = abcast.stream[b->root].first;

	/* P5: landed before anyone hears of it. */
	FENCE(abcast_publish, arch_settle(abcast.me));
	if (abcast_is_relayed()) {
		count();
		if (!b->list_used) {
			pass_on(abcast.me, 0);
			return;
		}
		for (uint32_t i = 0; i < b->children; i++) {
			arch_raise(b->list[i], 1);
		}
	} else if (b->list_used) {
		for (uint32_t i = 0; i < b->children; i++) {
			ring_each(b->list[i], 1);
		}
	} else if (abcast_at_once()) {
		ring_at_once(first, b->children);
	} else {
		ring_each(first, b->children);
	}
}

UNIT void abcast_tell_init(uint32_t offset)
{
	struct box all = BOX_ALL;

	box_tighten(&all);
	board = offset;
	arch_annotate_marks(board, abcast.count);
	hub = box_middle(&all);
	words = (abcast.count + ABCAST_BOARD - 1) / ABCAST_BOARD * AT_ONCE;
	if (abcast_at_once()) {
		shape_k(tree, abcast.count, abcast.count);
	} else {
		shape_soonest(tree, abcast.count, TELL_DELAY);
	}
}
