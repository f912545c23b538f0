/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/liveness.h"
#include "collectives/abcast/routes.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/table.h"

static ARCH_COLD uint32_t node_of(uint32_t core, uint32_t root)
{
	return arith_sub_mod(core, root, rt_run.count);
}

static ARCH_COLD uint32_t core_at(uint32_t node, uint32_t root)
{
	return arith_add_mod(node, root, rt_run.count);
}

static ARCH_COLD struct route route_of(const struct routes *r, uint32_t root)
{
	uint32_t node = node_of(arch_rank(), root);
	const struct shape_node *mine = &r->shape[node];

	return (struct route){
		.parent = node == 0 ? ROUTES_NOBODY
				    : (uint16_t)core_at(mine->parent, root),
		.children = mine->children,
		.first = mine->children == 0
				 ? 0
				 : (uint16_t)core_at(mine->first, root),
	};
}

void routes_place(struct routes *r, const struct shape_node *shape)
{
	struct shape_node *copy;

	r->of = rt_table(rt_run.count, sizeof(*r->of), "no memory for routes");
	copy = rt_table(rt_run.count, sizeof(*copy),
			"no memory for the tree of routes");
	for (uint32_t i = 0; i < rt_run.count; i++) {
		copy[i] = shape[i];
	}
	r->shape = copy;
	r->direct = shape[0].children == rt_run.count - 1;
	for (uint32_t root = 0; root < rt_run.count; root++) {
		r->of[root] = route_of(r, root);
	}
}

void routes_lost(struct routes *r, uint32_t core)
{
	if (core != arch_rank()) {
		r->any_dead = true;
		return;
	}
	for (uint32_t root = 0; root < rt_run.count; root++) {
		r->of[root].parent = ROUTES_NOBODY;
	}
}

/* The parent, or who has taken its place, as far as this core knows. */
static ARCH_COLD uint32_t parent_of(const struct routes *r, uint32_t root)
{
	uint32_t parent = r->of[root].parent;

	while (parent != root && parent != ROUTES_NOBODY &&
	       liveness_is_dead(parent)) {
		uint32_t node = node_of(parent, root);

		parent = core_at(r->shape[node].parent, root);
	}
	return parent;
}

/*
 * Where several cores above this one are dead, some of them may not be known yet, as a
 * message tells of one dead core only.  They have their verdicts, which are read here.
 */
bool routes_stands_in(const struct routes *r, uint32_t core, uint32_t root)
{
	uint32_t parent = parent_of(r, root);

	while (parent != core && parent != root && parent != ROUTES_NOBODY &&
	       liveness_verdict(parent)) {
		parent = parent_of(r, root);
	}
	return parent == core;
}

uint32_t routes_children(const struct routes *r, uint32_t root, uint16_t *list)
{
	const struct shape_node *p = &r->shape[node_of(arch_rank(), root)];
	uint32_t n = 0;

	for (uint32_t j = 0; j < p->children; j++) {
		list[n++] = (uint16_t)(p->first + j);
	}
	for (uint32_t i = 0; i < n;) {
		if (!liveness_is_dead(core_at(list[i], root))) {
			i++;
			continue;
		}
		p = &r->shape[list[i]];
		list[i] = list[--n];
		for (uint32_t j = 0; j < p->children; j++) {
			list[n++] = (uint16_t)(p->first + j);
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		list[i] = (uint16_t)core_at(list[i], root);
	}
	return n;
}

uint32_t routes_dead_above(const struct routes *r, uint32_t core)
{
	uint32_t node = node_of(core, arch_rank());

	while (node != 0) {
		uint32_t above;

		node = r->shape[node].parent;
		above = core_at(node, arch_rank());
		if (liveness_is_dead(above)) {
			return above;
		}
	}
	return ROUTES_NOBODY;
}
