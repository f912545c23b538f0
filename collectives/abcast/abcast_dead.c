/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What goes on without the dead.
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
#include "collectives/abcast/abcast_bits.h"
#include "topology/shape.h"
#include "topology/arith.h"
#include "runtime/panic.h"
#include "runtime/trace.h"

static uint32_t dead[RT_BELL_SETS];
static uint32_t news; /* the dead core that was named last */

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

UNIT bool abcast_is_dead(uint32_t core)
{
	return bits_has(dead, core);
}

UNIT bool abcast_mark_dead(uint32_t core)
{
	if (core >= abcast.count || abcast_is_dead(core)) {
		return false;
	}
	bits_set(dead, core);
	abcast.any_dead = true;
	news = core;
	abcast_leave_out(core, core);
	RT_TRACE("a core is dead", core, 0);
	return true;
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
	const struct shape_node *shape = abcast.shape;
	const struct shape_node *mine = &shape[place_of(abcast.me, b->root)];
	uint32_t n = 0;

	for (uint32_t j = 0; j < mine->children; j++) {
		b->list[n++] = (uint16_t)(mine->first + j);
	}
	for (uint32_t i = 0; i < n;) {
		const struct shape_node *p = &shape[b->list[i]];
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

/* Who gives me the chunks of that root: my parent, or who took its place. */
static ARCH_COLD uint32_t parent_of(uint32_t root)
{
	uint32_t parent = abcast.stream[root].parent;

	while (parent != root && parent != ABCAST_NOBODY &&
	       abcast_is_dead(parent)) {
		parent = core_at(abcast.shape[place_of(parent, root)].parent,
				 root);
	}
	return parent;
}

UNIT bool abcast_stands_in(uint32_t core, uint32_t root)
{
	uint32_t parent = parent_of(root);

	while (parent != core && parent != root && parent != ABCAST_NOBODY &&
	       arch_flag_read(parent, abcast_verdict(parent)) != 0) {
		abcast_hear(parent);
		parent = parent_of(root);
	}
	return parent == core;
}

UNIT uint32_t abcast_dead_above(uint32_t core)
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
