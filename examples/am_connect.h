/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CON: the connected components of a lattice, of whose edges a part is there, at random
 * (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, section 5.3.3).  Each core
 * has some layers.  It joins its own nodes first; then, by the edges to the next core,
 * trees of all cores: it follows parents by gets, and hangs the root of the larger
 * number below the other one by a compare-and-swap (R. Anderson, H. Woll, "Wait-free
 * Parallel Algorithms for the Union-Find Problem", STOC 1991).  So no two cores need
 * wait for each other, and a root is its component's smallest node.
 */
#ifndef EXAMPLES_AM_CONNECT_H
#define EXAMPLES_AM_CONNECT_H

#include "examples/amkernel.h"

struct connect {
	uint32_t side, dims, edges; /* 2 or 3; per cent */
	uint32_t layer;             /* nodes of one */
	uint32_t first, mine;       /* nodes */
	volatile uint32_t *parent;  /* my nodes' */
	struct weft_am_segment segment;
	struct weft_am_remote *there;
};

/* Is there an edge from that node in that direction, and to which one? */
static inline bool connect_edge(const struct connect *c, uint32_t node,
				uint32_t direction, uint32_t *to)
{
	uint32_t step = 1, n = c->layer * c->side;

	for (uint32_t i = 0; i < direction; i++) {
		step *= c->side;
	}
	*to = node + step;
	return node / step % c->side + 1 < c->side && *to < n &&
	       random_at(node * c->dims + direction + 1) % 100 < c->edges;
}

static inline uint32_t connect_owner(const struct connect *c, uint32_t node)
{
	return part_of(node / c->layer, amk_cores, c->side);
}

static inline size_t connect_at(const struct connect *c, uint32_t owner,
				uint32_t node)
{
	return node - first_of(owner, amk_cores, c->side) * c->layer;
}

static inline bool connect_is_mine(const struct connect *c, uint32_t node)
{
	return node - c->first < c->mine;
}

static inline uint32_t connect_parent(struct connect *c, uint32_t node)
{
	uint32_t owner;

	if (connect_is_mine(c, node)) {
		return c->parent[node - c->first];
	}
	owner = connect_owner(c, node);
	return amk_word(&c->there[owner],
			connect_at(c, owner, node) * sizeof(node));
}

/* The root.  Only I change a node of mine that is none. */
static inline uint32_t connect_root(struct connect *c, uint32_t node)
{
	uint32_t root = node, up = connect_parent(c, node);

	while (up != root) {
		root = up;
		up = connect_parent(c, root);
	}
	if (root != node && connect_is_mine(c, node)) {
		c->parent[node - c->first] = root;
	}
	return root;
}

/* Hangs a root below a smaller node, if it still is one. */
static inline bool connect_hang(struct connect *c, uint32_t root,
				uint32_t below)
{
	uint32_t owner, was;

	if (connect_is_mine(c, root)) {
		weft_am_hold();
		was = c->parent[root - c->first];
		if (was == root) {
			c->parent[root - c->first] = below;
		}
		weft_am_release();
		return was == root;
	}
	owner = connect_owner(c, root);
	amk_traffic.atomics++;
	need(weft_am_compare_swap(
		&c->there[owner],
		(uint32_t)(connect_at(c, owner, root) * sizeof(root)), root,
		below, &was, NULL, WEFT_FOREVER));
	return was == root;
}

static inline void connect_join(struct connect *c, uint32_t a, uint32_t b)
{
	bool done = false;

	while (!done) {
		a = connect_root(c, a);
		b = connect_root(c, b);
		done = a == b ||
		       (a > b ? connect_hang(c, a, b) : connect_hang(c, b, a));
	}
}

static inline void connect_open(struct connect *c)
{
	uint32_t end = first_of(amk_me + 1, amk_cores, c->side);

	c->layer = c->dims == 3 ? c->side * c->side : c->side;
	c->first = first_of(amk_me, amk_cores, c->side) * c->layer;
	c->mine = end * c->layer - c->first;
	c->segment.bytes = c->mine * (uint32_t)sizeof(*c->parent);
	c->segment.memory = room(c->segment.bytes);
	c->parent = c->segment.memory;
	for (uint32_t i = 0; i < c->mine; i++) {
		c->parent[i] = c->first + i;
	}
	c->there = amk_open(0, &c->segment);
}

/* By those edges of mine that stay here, or by the others. */
static inline void connect_edges(struct connect *c, bool here)
{
	uint32_t to;

	for (uint32_t i = c->first; i < c->first + c->mine; i++) {
		for (uint32_t d = 0; d < c->dims; d++) {
			if (connect_edge(c, i, d, &to) &&
			    connect_is_mine(c, to) == here) {
				connect_join(c, i, to);
			}
		}
	}
}

static inline void connect_run(struct connect *c)
{
	connect_edges(c, true);
	amk_barrier();
	connect_edges(c, false);
	amk_barrier();
	for (uint32_t i = 0; i < c->mine; i++) {
		connect_root(c, c->first + i);
	}
	amk_barrier(); /* who computes does not serve, if it polls */
}

/* How many of my nodes are not where labels, lowered until nothing changes, say. */
static inline uint32_t connect_wrong(const struct connect *c)
{
	uint32_t n = c->layer * c->side, wrong = 0, to;
	uint32_t *label = room(n * sizeof(*label));
	bool changed = true;

	for (uint32_t i = 0; i < n; i++) {
		label[i] = i;
	}
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < n * c->dims; i++) {
			uint32_t a = i / c->dims, least;

			if (!connect_edge(c, a, i % c->dims, &to) ||
			    label[a] == label[to]) {
				continue;
			}
			least = label[a] < label[to] ? label[a] : label[to];
			label[a] = label[to] = least;
			changed = true;
		}
	}
	for (uint32_t i = 0; i < c->mine; i++) {
		wrong += c->parent[i] != label[c->first + i];
	}
	free(label);
	return wrong;
}

#endif
