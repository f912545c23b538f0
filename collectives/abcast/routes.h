/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Routes: which core has a message from which, for the messages of each root.
 *
 * All roots have trees of one shape (topology/shape.h), turned round so that each
 * begins at its root.  A route is this core's place in the tree of one root: its parent
 * and its children, which are cores with consecutive ranks.  A tree in which all are
 * children of the root is a route like any other one.
 *
 * When a core has been given up (messages/liveness.h), the routes close up: its place
 * is taken by the next live core above it, which then has that core's children as
 * well.  All cores that know of the same deaths close up in the same way.
 *
 * All functions are called inside the gate, or with interrupts masked, and do not
 * wait.  Memory: 12 bytes a core.  Cost: what is inline, some instructions; the rest
 * grows with the number of dead cores.
 */
#ifndef COLLECTIVES_ABCAST_ROUTES_H
#define COLLECTIVES_ABCAST_ROUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "runtime/mpb_map.h"
#include "topology/arith.h"
#include "topology/shape.h"

enum {
	ROUTES_NOBODY = 0xffff,
};

struct route {
	uint16_t parent; /* ROUTES_NOBODY: this core is the root, or evicted */
	uint16_t first, children;
};

struct routes {
	struct route *of;               /* by root */
	const struct shape_node *shape; /* the tree of root 0 */
	bool direct;                    /* all are children of the root */
	bool any_dead;                  /* some core has been given up */
};

/* At start: the trees have that shape, which is copied. */
ARCH_COLD void routes_place(struct routes *routes,
			    const struct shape_node *shape);

/* That core has been given up; if it is this core, it has no parents any more. */
ARCH_COLD void routes_lost(struct routes *routes, uint32_t core);

/* Returns child i of this core, without regard to the dead. */
static inline uint32_t routes_child(const struct routes *routes, uint32_t root,
				    uint32_t i)
{
	return arith_add_mod(routes->of[root].first, i, rt_run.count);
}

/* Does this core have that root's messages from `core`? */
ARCH_COLD bool routes_stands_in(const struct routes *routes, uint32_t core,
				uint32_t root);

static inline bool routes_gives(const struct routes *routes, uint32_t core,
				uint32_t root)
{
	return routes->of[root].parent == core ||
	       (routes->any_dead && routes_stands_in(routes, core, root));
}

/*
 * Lists this core's children, with the children of dead ones in their place, and
 * returns how many there are.  `list` has room for all cores.
 */
ARCH_COLD uint32_t routes_children(const struct routes *routes, uint32_t root,
				   uint16_t *list);

/* Returns a dead core between this one, as root, and `core`, or ROUTES_NOBODY. */
ARCH_COLD uint32_t routes_dead_above(const struct routes *routes,
				     uint32_t core);

#endif
