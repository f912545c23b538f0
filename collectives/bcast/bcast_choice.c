/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which broadcast for which size.  A new algorithm is one line in the table, with
 * its cost function.  The table names only what weft_bcast is to link: where gets
 * are dear, only what puts.
 */
#include "arch/multicast.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/binomial_put.h"
#include "collectives/bcast/cascade.h"
#include "collectives/bcast/multicast.h"
#include "collectives/bcast/ocbcast.h"
#include "collectives/bcast/striped.h"
#include "collectives/bcast/tiny.h"
#include "collectives/bcast/tree_put.h"
#include "messages/chunk_pool.h"
#include "collectives/cost.h"
#include "collectives/team/bcast_nodes.h"
#include "runtime/mpb_map.h"

#include <weft/bcast.h>

#if BCAST_PUTS
/* Lines of the first chunk. */
static ARCH_COLD uint32_t first_chunk(uint32_t lines)
{
	uint32_t most = chunk_bytes() / ARCH_LINE;

	return lines < most ? lines : most;
}

/*
 * The first chunk through all levels, each time to the child that has it later, and
 * out of the window.
 */
static ARCH_COLD uint32_t through(uint32_t first, uint32_t count)
{
	uint32_t put = costs.copy + arith_mul(first, costs.line) + costs.flag;
	uint32_t own = costs.copy + arith_mul(first, costs.load + costs.line);

	return own + arith_mul(arith_log2_ceil(count), 2 * put + cost_signal());
}

/* Then the root tells as many as there are levels, for each chunk .. */
static ARCH_COLD uint32_t binomial_put_cost(uint32_t bytes, uint32_t count,
					    const void *objects)
{
	uint32_t lines = cost_lines(bytes), first = first_chunk(lines);
	uint32_t levels = arith_log2_ceil(count);

	(void)objects;
	return through(first, count) +
	       arith_mul(arith_mul(lines - first, 2 * costs.line), levels);
}

/* .. or a chunk takes one loop of an inner core, who copies it before that. */
static ARCH_COLD uint32_t tree_put_cost(uint32_t bytes, uint32_t count,
					const void *objects)
{
	uint32_t lines = cost_lines(bytes), first = first_chunk(lines);

	(void)objects;
	return through(first, count) + costs.copy +
	       arith_mul(first, costs.load + costs.line) +
	       arith_mul(lines - first, 4 * costs.line);
}
#else
/* Levels of the k-ary tree below the root. */
static ARCH_COLD uint32_t levels(uint32_t count, uint32_t k)
{
	uint32_t level = 1, all = 1, n = 0;

	while (all < count) {
		level = arith_mul(level, k);
		all += level;
		n++;
	}
	return n;
}

/*
 * The first chunk through all levels, then a chunk per loop of an inner core
 * (D. Petrovic, EPFL thesis 6552, section 3.4).
 */
static ARCH_COLD uint32_t ocbcast_cost(uint32_t bytes, uint32_t count,
				       const void *objects)
{
	const struct bcast_objects *on = objects;
	uint32_t k = on->ocbcast->usual, lines = cost_lines(bytes);
	uint32_t most = chunk_bytes() / ARCH_LINE;
	uint32_t first = lines < most ? lines : most;
	uint32_t notify = arith_mul(arith_log2_ceil(k + 1), cost_signal());
	uint32_t root = costs.copy + arith_mul(first, costs.load + costs.line);
	uint32_t level = notify + costs.copy + arith_mul(first, 2 * costs.line);
	uint32_t last = costs.copy + arith_mul(first, costs.line + costs.store);
	uint32_t done = arith_mul(k, costs.line + costs.wait);

	return root + arith_mul(levels(count, k), level) + last + done +
	       arith_mul(lines - first, 3 * costs.line + costs.store);
}
#endif

static ARCH_COLD_DATA const struct choose_candidate candidates[] = {
#if ARCH_NODES
	{.name = "nodes", .cost = bcast_nodes_cost, .bcast = bcast_nodes},
#endif
#if ARCH_REMOTE_AWAIT
	{.name = "tiny_pull",
	 .cost = bcast_tiny_cost,
	 .bcast = weft_bcast_tiny_pull},
	{.name = "short", .cost = bcast_short_cost, .bcast = weft_bcast_short},
#if BCAST_CASCADE
	{.name = "cascade",
	 .cost = bcast_cascade_cost,
	 .bcast = weft_bcast_cascade},
#endif
#elif BCAST_SLOTS
	{.name = "tiny_push",
	 .cost = bcast_tiny_cost,
	 .bcast = weft_bcast_tiny_push},
#endif
#if ARCH_MULTICAST
	{.name = "multicast",
	 .cost = bcast_multicast_cost,
	 .bcast = weft_bcast_multicast},
#endif
#if BCAST_PUTS
	{.name = "binomial_put",
	 .cost = binomial_put_cost,
	 .bcast = weft_bcast_binomial_put},
	{.name = "tree_put",
	 .cost = tree_put_cost,
	 .bcast = weft_bcast_tree_put},
#else
	{.name = "striped",
	 .cost = bcast_striped_cost,
	 .bcast = weft_bcast_striped},
	{.name = "ocbcast", .cost = ocbcast_cost, .bcast = bcast_ocbcast},
#endif
	{.name = NULL},
};

/*
 * What is linked for other reasons has a name too.  Weak: a reference from here
 * links nothing.
 */
extern const struct weft_bcast_algorithm weft_bcast_algorithms[]
	__attribute__((weak));

static ARCH_COLD bool linked(uint32_t i, struct choose_candidate *found)
{
	const struct weft_bcast_algorithm *a = weft_bcast_algorithms;

	if (!a || !a[i].name) {
		return false;
	}
	*found = (struct choose_candidate){
		.name = a[i].name,
		.most = (uint32_t)a[i].most,
		.bcast = a[i].bcast,
	};
	return true;
}

static struct choose_candidate found;

#define CHOICE(only)                                                           \
	{                                                                      \
		.what = "bcast", .variable = "WEFT_BCAST",                     \
		.candidates = candidates, .linked = linked, .found = &found,   \
		.in_table = (only)                                             \
	}
static ARCH_COLD_DATA const struct choose choice = CHOICE(false);
static ARCH_COLD_DATA const struct choose choice_on = CHOICE(true);

const struct choose_candidate *bcast_choice(uint32_t bytes)
{
	const struct team all = team_world();
	const struct bcast_objects world = {
		.team = &all,
#if ARCH_MULTICAST
		.multicast = &cast_world,
#endif
#if ARCH_NODES
		.nodes = &bcast_nodes_world,
#endif
#if BCAST_PUTS
		.binomial_put = &binomial_put_world,
		.tree_put = &tree_put_world,
#else
		.tiny = &tiny_slots,
		.tiny_hubs = &tiny_hubs,
#if ARCH_REMOTE_AWAIT
		.brief = &short_slots,
		.brief_hubs = &short_hubs,
#endif
#if BCAST_CASCADE
		.cascade = &cascade_world,
#endif
		.striped = &striped_world,
		.ocbcast = &ocbcast_world,
#endif
	};

	return choose(&choice, bytes, all.size, &world);
}

const struct choose_candidate *bcast_choice_on(const struct bcast_objects *on,
					       uint32_t bytes)
{
	return choose(&choice_on, bytes, on->team->size, on);
}

uint32_t bcast_class(size_t bytes, uint32_t *largest)
{
	size_t lines = bytes / ARCH_LINE + (bytes % ARCH_LINE != 0);
	uint32_t octave = 0, half;

	while (octave < BCAST_LAST_OCTAVE && (size_t)1 << octave < lines) {
		octave++;
	}
	half = octave < 2 ? 0 : UINT32_C(1) << (octave - 2);
	if (half > 0 && lines <= 3 * half) {
		*largest = 3 * half * ARCH_LINE;
		return 2 * octave;
	}
	*largest = (UINT32_C(1) << octave) * ARCH_LINE;
	return 2 * octave + 1;
}
