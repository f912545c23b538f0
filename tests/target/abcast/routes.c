/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,5,17 boards=scc-sim modes=strict env=WEFT_TICK_US=0 */
/* weft-test: cores=5 boards=scc-qemu,arm-qemu modes=icount env=WEFT_TICK_US=0
   time-out=120 */
/* weft-test: cores=5 boards=epiphany-emu modes=ordered env=WEFT_TICK_US=0
   time-out=120 */
/*
 * Routes against a reference that climbs the tree: chains, trees and the tree that tells
 * soonest, of all roots.  Each core hears of deaths of its own, one after another, of
 * half of the others; and at last that it has been given up itself.
 */
#include <weft/weft.h>

#include "messages/liveness.h"
#include "collectives/abcast/routes.h"

#include "tests/target/tap.h"

enum {
	SHAPES = 3,
	DELAY = 3,
};

static struct shape_node shape[SHAPE_NODES];
static uint16_t *list;
static uint32_t me, cores;

static bool is_dead(uint32_t core)
{
	return core != me && liveness_is_dead(core);
}

static uint32_t above(uint32_t core, uint32_t root)
{
	uint32_t node = arith_sub_mod(core, root, cores);

	return arith_add_mod(shape[node].parent, root, cores);
}

/* Who gives that core, which is not the root, the root's messages. */
static uint32_t giver(uint32_t core, uint32_t root)
{
	do {
		core = above(core, root);
	} while (core != root && is_dead(core));
	return core;
}

static bool lists_them(const struct routes *r, uint32_t root)
{
	uint32_t n = routes_children(r, root, list), all = 0;
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		ok &= list[i] != root && !is_dead(list[i]) &&
		      giver(list[i], root) == me;
		for (uint32_t j = 0; j < i; j++) {
			ok &= list[i] != list[j];
		}
	}
	for (uint32_t core = 0; core < cores; core++) {
		all += core != root && !is_dead(core) &&
		       giver(core, root) == me;
	}
	return ok && n == all;
}

static bool knows_them(const struct routes *r, uint32_t root)
{
	bool ok = true;

	for (uint32_t core = 0; core < cores; core++) {
		bool gives = me != root && (core == giver(me, root) ||
					    core == above(me, root));

		ok &= routes_gives(r, core, root) == gives;
	}
	return ok;
}

/* Of all cores, in my own tree. */
static bool finds_dead(const struct routes *r)
{
	bool ok = true;

	for (uint32_t core = 0; core < cores; core++) {
		uint32_t dead = core;

		do {
			dead = dead == me ? ROUTES_NOBODY : above(dead, me);
		} while (dead != ROUTES_NOBODY && !is_dead(dead));
		ok &= routes_dead_above(r, core) == dead;
	}
	return ok;
}

static bool is_right(const struct routes *r)
{
	bool ok = finds_dead(r);

	for (uint32_t root = 0; root < cores; root++) {
		ok &= lists_them(r, root) && knows_them(r, root);
	}
	return ok;
}

static void make_shape(uint32_t i)
{
	if (i < SHAPES - 1) {
		shape_k(shape, cores, i + 1);
	} else {
		shape_soonest(shape, cores, DELAY);
	}
}

static void hear_of_one(struct routes *routes)
{
	uint32_t core = tap_below(tap_own_random(), cores);
	arch_irq_state state = arch_irq_save();

	if (core != me) {
		liveness_hear(core);
		for (uint32_t i = 0; i < SHAPES; i++) {
			routes_lost(&routes[i], core);
		}
	}
	arch_irq_restore(state);
}

int main(void)
{
	static struct routes routes[SHAPES];
	bool ok = true, cut_off = true;

	me = weft_rank();
	cores = weft_size();
	list = tap_room(cores * sizeof(*list));
	tap_begin();
	for (uint32_t i = 0; i < SHAPES; i++) {
		make_shape(i);
		routes_place(&routes[i], shape);
	}
	for (uint32_t deaths = 0; deaths <= cores >> 1; deaths++) {
		for (uint32_t i = 0; i < SHAPES; i++) {
			make_shape(i);
			ok &= is_right(&routes[i]);
		}
		hear_of_one(routes);
	}
	tap_ok(ok, "routes close up around cores that are dead");
	routes_lost(&routes[0], me);
	for (uint32_t core = 0; core < cores; core++) {
		for (uint32_t root = 0; root < cores; root++) {
			cut_off &= !routes_gives(&routes[0], core, root);
		}
	}
	tap_ok(cut_off, "nobody gives anything to a core that is given up");
	return tap_end();
}
