/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores that have stopped.
 *
 * Every core shows a word that moves at each tick.  Who waits for a child's copy,
 * or for a core to free chunks of its own stream, for longer than WEFT_HOP_US, and
 * sees that word stand still all the time, takes the core for dead: crash-stop.
 * A word that moves means that the core only has its interrupts masked, or that
 * its application does not take its messages; that is waited for.
 *
 * The dead are left out: a parent tells a dead child's children itself, who hear
 * of the death from the header; every header names one of the dead, in turn.
 * So all cores come to know, and all trees close up in the same way.
 *
 * What a dead core had copied but not put is lost to the cores below it.  Their
 * root sees that they do not get on, leaves them out of its window, reports
 * WEFT_ERR_DEAD for what it had sent so far, and marks its next message: who
 * lacks the chunks before it starts anew there (ABCAST_RESTART).
 *
 * A core that was only slow and is taken for dead notices when it next
 * copies a chunk: the header has changed meanwhile; or it reads its own name.
 */
#include <stdlib.h>

#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "collectives/abcast/abcast_bits.h"
#include "topology/shape.h"
#include "topology/arith.h"
#include "runtime/boot.h"
#include "runtime/panic.h"
#include "runtime/timer.h"
#include "runtime/trace.h"

enum {
	HOP_US = 5000000,
	ROOT_HOPS = 4, /* a root is more patient than parents */
};

/* A core that is waited for, and what has been seen of it. */
struct watch {
	uint32_t core;
	uint32_t counter, alive;
	uint64_t since;
};

static uint32_t dead[RT_BELL_SETS];
static uint32_t news; /* the dead core that was named last */
static struct watch child_watch[ABCAST_BUFFERS], root_watch;
static uint32_t ticks; /* my word */

UNIT void abcast_failure_init(const struct shape_place *shape)
{
	struct shape_place *copy = malloc(abcast.count * sizeof(*copy));
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
	abcast.moved = arch_cycles();
	abcast.hop = arch_cycles_in_us(rt_env_u32("WEFT_HOP_US", HOP_US));
	if (rt_tick_cycles() == 0 || abcast.hop == 0) {
		abcast.hop = ARCH_NEVER;
	}
}

UNIT bool abcast_is_dead(uint32_t core)
{
	return bits_has(dead, core);
}

/* Nobody's chunks are mine any more. */
UNIT void abcast_evict(void)
{
	abcast.evicted = true;
	for (uint32_t root = 0; root < abcast.count; root++) {
		abcast.stream[root].parent = ABCAST_NOBODY;
	}
}

UNIT void abcast_hear(uint32_t core)
{
	if (core == abcast.me) {
		abcast_evict();
	} else if (core < abcast.count && !abcast_is_dead(core)) {
		bits_set(dead, core);
		abcast.any_dead = true;
		news = core;
		abcast_leave_out(core, core);
		RT_TRACE("a core is dead", core, 0);
	}
}

UNIT uint32_t abcast_news(void)
{
	do {
		news = news + 1 == abcast.count ? 0 : news + 1;
	} while (!abcast_is_dead(news));
	return news + 1;
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
	const struct shape_place *shape = abcast.shape;
	const struct shape_place *mine = &shape[place_of(abcast.me, b->root)];
	uint32_t n = 0;

	for (uint32_t j = 0; j < mine->children; j++) {
		b->list[n++] = (uint16_t)(mine->first + j);
	}
	for (uint32_t i = 0; i < n;) {
		const struct shape_place *p = &shape[b->list[i]];
		uint32_t core = core_at(b->list[i], b->root);

		if (abcast_is_dead(core)) {
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

UNIT uint32_t abcast_parent(uint32_t root)
{
	uint32_t parent = abcast.stream[root].parent;

	while (parent != root && parent != ABCAST_NOBODY &&
	       abcast_is_dead(parent)) {
		parent = core_at(abcast.shape[place_of(parent, root)].parent,
				 root);
	}
	return parent;
}

/* The dead one between this core and me in my tree, or nobody. */
static ARCH_COLD uint32_t dead_above(uint32_t core)
{
	uint32_t place = place_of(core, abcast.me);

	while (place != 0) {
		uint32_t above;

		place = abcast.shape[place].parent;
		above = core_at(place, abcast.me);
		if (abcast_is_dead(above)) {
			return above;
		}
	}
	return ABCAST_NOBODY;
}

/*
 * Have I waited for this core, at this count of its, for so long?  Then
 * *moves says whether it shows life.  False: not yet.
 */
static ARCH_COLD bool too_long(struct watch *w, uint32_t core, uint32_t counter,
			       uint64_t limit, bool *moves)
{
	uint32_t alive = arch_flag_read(core, abcast_status(ABCAST_ALIVE));
	uint64_t now = arch_cycles();

	if (w->core != core || w->counter != counter || w->since == 0) {
		*w = (struct watch){core, counter, alive, now};
		return false;
	}
	if (now - w->since < limit) {
		return false;
	}
	*moves = alive != w->alive;
	w->alive = alive;
	w->since = now;
	return true;
}

/* A parent's part: buffer i waits for this child. */
static ARCH_COLD void watch_child(uint32_t i)
{
	struct abcast_buffer *b = &abcast.buffer[i];
	uint32_t core = abcast_awaited_child(b);
	bool moves;

	if (!too_long(&child_watch[i], core, b->n, abcast.hop, &moves)) {
		return;
	}
	if (!moves) {
		abcast_hear(core);
		abcast_withdraw(i); /* should it wake up in the middle */
		abcast_announce_again(i);
	}
}

/* Has it done with all of my stream that it has got? */
static ARCH_COLD bool has_nothing(uint32_t core)
{
	uint32_t word = abcast_look(core, abcast.me);

	return abcast_copied(word, word) == 0;
}

/*
 * A root's part: this core keeps my stream from going on.  It lives, but lacks a
 * chunk that died on its way, or its application does not take what it has.
 */
static ARCH_COLD void watch_receiver(uint32_t core)
{
	uint32_t above = dead_above(core);
	bool below = above != ABCAST_NOBODY, moves;

	if (!too_long(&root_watch, core, abcast_known(core),
		      below ? abcast.hop : abcast.hop * ROOT_HOPS, &moves)) {
		return;
	}
	if (!moves) {
		abcast_hear(core);
	} else if (below && has_nothing(core)) {
		abcast_leave_out(core, above);
	}
}

UNIT void abcast_watch(uint32_t lagging)
{
	abcast.moved = arch_cycles();
	arch_flag_write(abcast.me, abcast_status(ABCAST_ALIVE), ++ticks);
	if (abcast.hop == ARCH_NEVER) {
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
	return rank == abcast.me ? abcast.evicted
				 : rank < abcast.count && abcast_is_dead(rank);
}
