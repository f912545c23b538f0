/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 */
/*
 * Boxes, regions, blocks, stripes and trees of this run's mesh, against what their headers
 * promise, counted out in the plainest way.
 */
#include <string.h>

#include <weft/weft.h>

#include "topology/arith.h"
#include "arch/arch.h"
#include "runtime/place.h"
#include "topology/box.h"
#include "topology/regions.h"
#include "topology/squares.h"
#include "topology/shape.h"
#include "topology/stripes.h"
#include "topology/tree.h"

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
};

static uint32_t count;
static uint16_t rank[CORES], size[CORES];

/* Some of the cores, from `from` on, n of them, each `step` ranks after the one before. */
static uint32_t some(uint32_t from, uint32_t step, uint32_t n)
{
	uint32_t have = 0;

	for (uint32_t r = from; r < count && have < n; r += step) {
		rank[have++] = (uint16_t)r;
	}
	return have;
}

static struct box around(const uint16_t *of, uint32_t n)
{
	struct box box = {UINT32_MAX, 0, UINT32_MAX, 0};

	for (uint32_t i = 0; i < n; i++) {
		struct mesh_place at = rt_place(of[i]);

		box.x0 = at.x < box.x0 ? at.x : box.x0;
		box.x1 = at.x > box.x1 ? at.x : box.x1;
		box.y0 = at.y < box.y0 ? at.y : box.y0;
		box.y1 = at.y > box.y1 ? at.y : box.y1;
	}
	return box;
}

static uint32_t off(const struct box *box, uint32_t core)
{
	struct mesh_place at = rt_place(core);
	int32_t x = (int32_t)(2 * at.x) - (int32_t)(box->x0 + box->x1);
	int32_t y = (int32_t)(2 * at.y) - (int32_t)(box->y0 + box->y1);

	return (uint32_t)((x < 0 ? -x : x) + (y < 0 ? -y : y));
}

static bool boxes_of(uint32_t n)
{
	struct cores cores = {.count = n, .rank = rank, .where = rt_place};
	struct box box = BOX_ALL, own = around(rank, n);
	uint32_t best = 0;
	bool ok = box_tighten(&box, &cores);

	ok &= memcmp(&box, &own, sizeof(box)) == 0;
	for (uint32_t i = 0; i < n; i++) {
		ok &= box_has(&box, rt_place(rank[i]));
		ok &= box_off_middle(&box, rt_place(rank[i])) ==
		      off(&own, rank[i]);
		best = off(&own, rank[i]) <= off(&own, rank[best]) ? i : best;
	}
	ok &= box_middle(&box, &cores) == best;
	ok &= box_is_wide(&box) == (box.x1 - box.x0 >= box.y1 - box.y0);
	box.x0 = box.x1 + 1; /* nobody is there */
	box.x1 = box.x0;
	return ok && !box_tighten(&box, &cores);
}

static bool boxes(void)
{
	bool ok = true;

	for (uint32_t from = 0; from < count; from += 5) {
		for (uint32_t step = 1; step <= 7; step += 2) {
			uint32_t n = some(from, step, 1 + from + step);

			ok &= boxes_of(n);
		}
	}
	return ok;
}

/* A block of some rows after the other; what does not fill these rows stays as it is. */
static bool in_blocks(uint32_t width)
{
	uint32_t of = 0, y = 0, band = width * SQUARES_WIDE;
	bool ok = true;

	squares_order(rank, count, width);
	for (; y + band <= count; y += band) {
		for (uint32_t x = 0; x < width; x += SQUARES_WIDE) {
			for (uint32_t j = 0; j < band; j += width) {
				for (uint32_t i = x;
				     i < x + SQUARES_WIDE && i < width; i++) {
					ok &= rank[of++] == y + j + i;
				}
			}
		}
	}
	for (; of < count; of++) {
		ok &= rank[of] == of;
	}
	for (of = 0; of < count; of++) {
		ok &= squares_place(rank[of], count, width) == of;
	}
	return ok;
}

static bool blocks(void)
{
	struct cores cores = {.count = count, .where = rt_place};
	uint32_t width = squares_row(&cores);
	bool ok = true;

	for (uint32_t i = 0; i < width; i++) {
		ok &= rt_place(i).y == rt_place(0).y;
	}
	ok &= width == count || rt_place(width).y != rt_place(0).y;
	for (width = 1; width <= count; width++) {
		ok &= in_blocks(width);
	}
	return ok;
}

static uint32_t place_along(uint32_t core, bool wide)
{
	struct mesh_place at = rt_place(core);

	return wide ? at.x : at.y;
}

/* Two halves: all of the first one lie before, or on, the line where the other begins. */
static bool halves(uint32_t n, uint32_t first)
{
	struct box box;
	uint32_t most = 0, least = UINT32_MAX;
	bool wide, ok = true;

	size[0] = (uint16_t)first;
	size[1] = (uint16_t)(n - first);
	box = around(rank, n);
	wide = box.x1 - box.x0 >= box.y1 - box.y0;
	regions_cut(rank, n, size, 2, rt_place);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = place_along(rank[i], wide);

		if (i < first) {
			most = at > most ? at : most;
		} else {
			least = at < least ? at : least;
		}
	}
	ok &= first == 0 || first == n || most <= least;
	return ok;
}

/* Each rank is there once, whatever the sizes. */
static bool all_there(uint32_t n)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < i; j++) {
			seen += rank[i] == rank[j];
		}
	}
	return seen == 0;
}

static bool regions(void)
{
	bool ok = true;

	for (uint32_t first = 0; first <= count; first++) {
		uint32_t n = some(0, 1, count);

		ok &= halves(n, first) && all_there(n);
	}
	for (uint32_t parts = 1; parts <= count && parts <= 16; parts++) {
		uint32_t n = some(0, 1, count), left = n;

		for (uint32_t i = 0; i < parts; i++) {
			size[i] = (uint16_t)(i + 1 < parts
						     ? tap_below(tap_random(),
								 left + 1)
						     : left);
			left -= size[i];
		}
		regions_cut(rank, n, size, parts, rt_place);
		ok &= all_there(n);
	}
	return ok;
}

/* The last of those that are nearest to the middle of all. */
static bool is_nearest(uint32_t core)
{
	struct box box = around(rank, count);
	uint32_t best = 0;

	for (uint32_t i = 0; i < count; i++) {
		best = off(&box, rank[i]) <= off(&box, rank[best]) ? i : best;
	}
	return rank[best] == core;
}

/* Each region has a hub of its own; of one region it is nearest to the middle. */
static bool stripes(void)
{
	struct cores cores = {
		.count = some(0, 1, count), .rank = rank, .where = rt_place};
	struct stripes s;
	bool ok = true;

	for (uint32_t shift = 0; shift <= STRIPES_SHIFT; shift++) {
		uint32_t n;

		stripes_find(&s, shift, &cores, arch_rank());
		n = 1u << s.shift;
		ok &= s.shift <= shift && n <= count && s.mine < n;
		ok &= count < 2 || shift == 0 || s.shift > 0 ||
		      around(rank, count).x0 == around(rank, count).x1;
		for (uint32_t i = 0; i < n; i++) {
			ok &= s.place[i] < count &&
			      rank[s.place[i]] == s.hub[i];
			for (uint32_t j = 0; j < i; j++) {
				ok &= s.hub[i] != s.hub[j];
			}
		}
		ok &= s.shift > 0 || is_nearest(s.hub[0]);
	}
	return ok;
}

/* Of any root and any k: parents and children agree, and all cores are told once. */
static bool trees(void)
{
	bool ok = true;

	for (uint32_t k = 1; k <= 8; k++) {
		uint32_t root = tap_below(tap_random(), count), told = 0;

		for (uint32_t r = 0; r < count; r++) {
			struct tree t = tree_of(r, root, k, count);
			uint32_t node = r >= root ? r - root : r + count - root;
			uint32_t first = arith_mul(node, k) + 1;

			ok &= (t.parent == TREE_NONE) == (r == root);
			for (uint32_t j = 0; j < t.children; j++) {
				struct tree c = tree_of(tree_child(&t, j), root,
							k, count);

				ok &= c.parent == r && c.place == j;
			}
			for (uint32_t j = 0; j < 2; j++) {
				told += t.tell[j] != TREE_NONE;
				told += t.begin[j] != TREE_NONE;
			}
			ok &= t.children <= k;
			ok &= t.children == (first >= count      ? 0
					     : count - first < k ? count - first
								 : k);
		}
		ok &= told == count - 1;
	}
	return ok;
}

/* The root tells one core a turn, and so does who has heard it `delay` turns ago. */
static bool shapes(void)
{
	struct shape_node node[5];
	bool ok = shape_soonest(node, 2, 7) == 1 &&
		  shape_soonest(node, 4, 7) == 3 && node[0].children == 3;

	ok &= shape_soonest(node, 5, 1) == 3 && node[0].children == 3 &&
	      node[1].parent == 0 && node[4].parent == 1;
	return ok;
}

int main(void)
{
	tap_begin();
	tap_cores(CORES);
	count = weft_size();
	tap_ok(boxes(), "boxes");
	tap_ok(blocks(), "blocks");
	tap_ok(regions(), "regions");
	tap_ok(stripes(), "stripes");
	tap_ok(trees(), "trees");
	tap_ok(shapes(), "the tree that tells all soonest");
	return tap_end();
}
