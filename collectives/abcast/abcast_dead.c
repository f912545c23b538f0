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
 * and the routes close up (routes.h).
 *
 * What a dead core had copied but not put is lost to the cores below it.  Their
 * root sees that they do not get on, leaves them out (missed.h), reports
 * WEFT_ERR_DEAD for what it had sent so far, and marks its next message: who
 * lacks the chunks before it starts anew there (ABCAST_RESTART).
 */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"
#include "runtime/context.h"
#include "runtime/table.h"
#include "runtime/wait.h"

enum {
	ROOT_HOPS_SHIFT = 2, /* a root is more patient than parents */
};

static struct liveness_watch child_watch[ABCAST_BUFFERS], root_watch;

void abcast_dead_init(void)
{
	uint16_t *lists =
		rt_table(abcast.count, ABCAST_BUFFERS * sizeof(*lists),
			 "no memory for the lists of abcast");

	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		abcast.buffer[i].list = lists;
		lists += abcast.count;
	}
}

void abcast_lost(uint32_t core)
{
	routes_lost(&abcast.routes, core);
	if (core != abcast.me) {
		missed_leave_out(&abcast.missed, &abcast.credit, core, core);
	} else {
		abcast.evicted = true; /* nobody's chunks are mine any more */
		abcast.inbox.closed = true;
	}
}

void abcast_list_children(struct abcast_buffer *b)
{
	b->children = routes_children(&abcast.routes, b->root, b->list);
	b->list_used = true;
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
 * does not take it, or posts no buffer for what I would send.
 */
static ARCH_COLD void watch_receiver(uint32_t core)
{
	uint32_t above = routes_dead_above(&abcast.routes, core);
	bool below = above != ROUTES_NOBODY;
	uint32_t word = credit_look(&abcast.credit, core, abcast.me);
	enum liveness_sight sight = liveness_look(&root_watch, core, word,
						  below ? 0 : ROOT_HOPS_SHIFT);

	if (sight == LIVENESS_MOVES && below &&
	    credit_copied(word, abcast.stream[abcast.me].put) < 0) {
		missed_leave_out(&abcast.missed, &abcast.credit, core, above);
	}
}

void abcast_watch(uint32_t lagging)
{
	if (!liveness_watches()) {
		return;
	}
	for (uint32_t i = 0; i < ABCAST_BUFFERS; i++) {
		if (!abcast_is_free(&abcast.buffer[i])) {
			watch_child(i);
		}
	}
	if (lagging != ROUTES_NOBODY) {
		watch_receiver(lagging);
	}
}

ARCH_COLD bool weft_abcast_lost(weft_rank_t rank)
{
	if (rank < abcast.count && abcast_engine()->gives_up &&
	    liveness_is_dead(rank)) {
		return true;
	}
	rt_in_vain();
	return false;
}

ARCH_COLD int weft_abcast_on_lost(weft_lost_handler *handler, void *arg)
{
	RT_THREAD_ONLY();
	if (abcast.inbox.chunk == 0) {
		return RT_WHY(WEFT_ERR_LIMIT, "asynchronous broadcast has no "
					      "room in the MPB in this run");
	}
	liveness_on_lost(handler, arg);
	return WEFT_OK;
}
