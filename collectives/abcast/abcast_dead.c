/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What goes on without the dead; who they are, messages/liveness.c finds out.
 *
 * A parent watches the child that its buffer waits for, and a root the core that its
 * stream waits for.  A word that moves means that the core only has its interrupts
 * masked, or that its application does not take its messages; that is waited for.
 * A core that was slow may be in the middle of a copy when it goes on, and its
 * parent may have taken the buffer for other data.  So a core in doubt reads
 * the header again after each copy (still_there).
 *
 * A parent tells a dead child's children itself, who hear of the death from the
 * header; every header names one of the dead, in turn.  So all cores come to know,
 * and all trees close up in the same way.  Where several are dead, a header that is
 * meant for me may name another one than those above me: they have their
 * verdicts, and those I read.
 *
 * What a dead core had copied but not put is lost to the cores below it.  Their
 * root sees that they do not get on, leaves them out of its window, reports
 * WEFT_ERR_DEAD for what it had sent so far, and marks its next message: who
 * lacks the chunks before it starts anew there (ABCAST_RESTART).
 */
#include <stdlib.h>

#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "topology/shape.h"
#include "topology/arith.h"
#include "runtime/context.h"
#include "runtime/panic.h"

enum {
	ROOT_HOPS_SHIFT = 2, /* a root is more patient than parents */
};

static struct liveness_watch child_watch[ABCAST_BUFFERS], root_watch;

UNIT void abcast_dead_init(const struct shape_node *shape)
{
	struct shape_node *copy = malloc(abcast.count * sizeof(*copy));
	uint16_t *lists =
		malloc(ABCAST_BUFFERS * abcast.count * sizeof(*lists));

	if (!copy || !lists) {
		rt_panic("no memory for the tree of abcast");
	}
	for (uint32_t i = 0; i < abcast.count; i++) {
		copy[i] = shape[i];
	}
	abcast.shape = copy;
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		abcast.buffer[i].list = lists;
		lists += abcast.count;
	}
}

UNIT void abcast_lost(uint32_t core)
{
	if (core != abcast.me) {
		abcast.any_dead = true;
		abcast_leave_out(core, core);
		return;
	}
	abcast.evicted = true; /* nobody's chunks are mine any more */
	abcast.inbox.closed = true;
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast.stream[root].parent = ABCAST_NOBODY;
	}
}

static ARCH_COLD uint32_t place_of(uint32_t core, uint32_t root)
{
	return arith_sub_mod(core, root, abcast.count);
}

static ARCH_COLD uint32_t core_at(uint32_t place, uint32_t root)
{
	return arith_add_mod(place, root, abcast.count);
}

UNIT void abcast_list_children(struct abcast_buffer *b)
{
	const struct shape_node *shape = abcast.shape;
	const struct shape_node *mine = &shape[place_of(abcast.me, b->root)];
	uint32_t n = 0;

	for (uint32_t j = 0; j < mine->children; j++) {
		b->list[n++] = (uint16_t)(mine->first + j);
	}
	for (uint32_t i = 0; i < n;) {
		const struct shape_node *p = &shape[b->list[i]];
		uint32_t core = core_at(b->list[i], b->root);

		if (liveness_is_dead(core)) {
			b->list[i] = b->list[--n];
			for (uint32_t j = 0; j < p->children; j++) {
				b->list[n++] = (uint16_t)(p->first + j);
			}
		} else {
			i++;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		b->list[i] = (uint16_t)core_at(b->list[i], b->root);
	}
	b->children = n;
	b->list_used = true;
}

/* Who gives me the chunks of that root: my parent, or who took its place. */
static ARCH_COLD uint32_t parent_of(uint32_t root)
{
	uint32_t parent = abcast.stream[root].parent;

	while (parent != root && parent != ABCAST_NOBODY &&
	       liveness_is_dead(parent)) {
		parent = core_at(abcast.shape[place_of(parent, root)].parent,
				 root);
	}
	return parent;
}

UNIT bool abcast_stands_in(uint32_t core, uint32_t root)
{
	uint32_t parent = parent_of(root);

	while (parent != core && parent != root && parent != ABCAST_NOBODY &&
	       liveness_verdict(parent)) {
		parent = parent_of(root);
	}
	return parent == core;
}

/* The dead one between that core and me in my tree, or nobody. */
static ARCH_COLD uint32_t dead_above(uint32_t core)
{
	uint32_t place = place_of(core, abcast.me);

	while (place != 0) {
		uint32_t above;

		place = abcast.shape[place].parent;
		above = core_at(place, abcast.me);
		if (liveness_is_dead(above)) {
			return above;
		}
	}
	return ABCAST_NOBODY;
}

/* A parent's part: buffer i waits for this child. */
static ARCH_COLD void watch_child(uint32_t i)
{
	struct abcast_buffer *b = &abcast.buffer[i];
	uint32_t core = abcast_awaited_child(b);

	if (liveness_look(&child_watch[i], core, b->n, 0) == LIVENESS_LOST) {
		abcast_withdraw(i); /* should it wake up in the middle */
		abcast_announce_again(i);
	}
}

/*
 * A root's part: this core keeps my stream from going on.  It lives, but lacks a
 * chunk that died on its way; or it has got all that I have put, and its application
 * does not take it.
 */
static ARCH_COLD void watch_receiver(uint32_t core)
{
	uint32_t above = dead_above(core);
	bool below = above != ABCAST_NOBODY;
	uint32_t word = credit_look(&abcast.credit, core, abcast.me);
	enum liveness_sight sight = liveness_look(&root_watch, core, word,
						  below ? 0 : ROOT_HOPS_SHIFT);

	if (sight == LIVENESS_MOVES && below &&
	    credit_copied(word, abcast.stream[abcast.me].put) < 0) {
		abcast_leave_out(core, above);
	}
}

UNIT void abcast_watch(uint32_t lagging)
{
	if (!liveness_watches()) {
		return;
	}
	abcast_reclaim();
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		if (abcast.buffer[i].busy) {
			watch_child(i);
		}
	}
	if (lagging != ABCAST_NOBODY) {
		watch_receiver(lagging);
	}
}

ARCH_COLD bool weft_abcast_lost(weft_rank_t rank)
{
	return rank < abcast.count && liveness_is_dead(rank);
}

ARCH_COLD int weft_abcast_on_lost(weft_lost_handler *handler, void *arg)
{
	RT_THREAD_ONLY();
	if (abcast.inbox.chunk == 0) {
		return WEFT_ERR_LIMIT;
	}
	liveness_on_lost(handler, arg);
	return WEFT_OK;
}
