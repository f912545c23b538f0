/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=mpi modes=mpirun cores=2,4 o=nodes=2 time-out=120 */
/* weft-test: boards=mpi modes=mpirun cores=3,5 o=nodes=3 time-out=120 */
/* weft-test: boards=mpi modes=fork cores=3 o=nodes=2 time-out=120 */
/*
 * Broadcasts, reductions and all-to-alls between nodes that are long enough for pieces of memory
 * (arch/bulk.h), with several pieces and with a last one that is short; by what does not
 * commute, also in place.  A broadcast that a core has given up does not write to it
 * when the root comes after all.
 */
#include <string.h>
#include <weft/weft.h>

#include "tests/target/affine.h"
#include "tests/target/tap.h"
#include "topology/arith.h"

enum {
	MOST = 1300001, /* elements: several pieces for each half */
	GIVEN_UP_US = 30000,
	AREA = 1024, /* bytes of a put */
	TURNS = 40,
	BLOCK = 65600,
	LATE_US = 150000,
};

static const struct weft_op op = {
	.combine = chain, .bytes = sizeof(struct affine), .in_order = true};
static struct affine *mine, *result;

static void fill(uint32_t key, uint32_t rank, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mine[i] = part(key, rank, i);
		result[i] = (struct affine){0, 0};
	}
}

static bool is_chain(const struct affine *of, uint32_t key, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct affine all = part(key, 0, i);

		for (uint32_t r = 1; r < weft_size(); r++) {
			struct affine next = part(key, r, i);

			chain(&all, &next, 1);
		}
		if (!is(of[i], all.a, all.b)) {
			return false;
		}
	}
	return true;
}

static bool to_all(uint32_t count, bool in_place)
{
	struct affine *to = in_place ? mine : result;

	fill(count, weft_rank(), count);
	return weft_allreduce(mine, to, count, &op, WEFT_WORLD, WEFT_FOREVER) ==
		       WEFT_OK &&
	       is_chain(to, count, count);
}

static bool to_root(uint32_t count, uint32_t root)
{
	bool is_root = weft_rank() == root;

	fill(root, weft_rank(), count);
	return weft_reduce(mine, is_root ? result : NULL, count, &op, root,
			   WEFT_WORLD, WEFT_FOREVER) == WEFT_OK &&
	       (!is_root || is_chain(result, root, count));
}

static bool from_root(uint32_t count, uint32_t root)
{
	bool is_root = weft_rank() == root;
	void *data = is_root ? mine : result;

	fill(count + root, root, count);
	return weft_bcast(data, count * sizeof(*mine), root, WEFT_WORLD,
			  WEFT_FOREVER) == WEFT_OK &&
	       memcmp(data, mine, count * sizeof(*mine)) == 0;
}

static bool all_sizes(bool (*one)(uint32_t count, uint32_t how), uint32_t ways)
{
	static const uint32_t counts[] = {16384,  16385,  16387, 65536,
					  262145, 524289, MOST};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		for (uint32_t way = 0; way < ways; way++) {
			ok &= one(counts[i], way);
		}
	}
	return ok;
}

static bool any_to_all(uint32_t count, uint32_t in_place)
{
	return to_all(count, in_place);
}

/* The i-th element of what a rank has for another one. */
static struct affine between(uint32_t from, uint32_t to, uint32_t i)
{
	return part(to + 1, from, i);
}

static bool each_to_each(uint32_t count, bool in_place)
{
	struct affine *from = in_place ? result : mine;
	uint32_t me = weft_rank(), size = weft_size();
	bool ok;

	for (uint32_t r = 0; r < size; r++) {
		for (uint32_t i = 0; i < count; i++) {
			from[r * count + i] = between(me, r, i);
		}
	}
	ok = weft_alltoall(in_place ? WEFT_IN_PLACE : mine, result,
			   count * sizeof(*mine), WEFT_WORLD,
			   WEFT_FOREVER) == WEFT_OK;
	for (uint32_t r = 0; r < size; r++) {
		for (uint32_t i = 0; i < count; i++) {
			struct affine b = between(r, me, i);

			ok &= is(result[r * count + i], b.a, b.b);
		}
	}
	return ok;
}

static bool all_to_all(void)
{
	uint32_t most = MOST / weft_size();

	return each_to_each(16385, false) && each_to_each(16385, true) &&
	       each_to_each(most, true) && each_to_each(most, false);
}

/* Who comes out of such a call sees what any core had put before; pieces have another way. */
static bool put_before(bool sums)
{
	static uint32_t area;
	const uint32_t bytes = AREA;
	uint32_t to = arith_add_mod(weft_rank(), weft_size() >> 1, weft_size());
	char *seen = (char *)result + weft_size() * BLOCK;
	bool ok = area || weft_mpb_alloc(bytes, &area) == WEFT_OK;

	for (uint32_t turn = 1; turn <= TURNS && ok; turn++) {
		memset(mine, (int)turn, bytes);
		ok &= weft_put(weft_at(to, area), mine, bytes) == WEFT_OK;
		ok &= (sums ? weft_allreduce(mine, result, 1, &op, WEFT_WORLD,
					     WEFT_FOREVER)
			    : weft_alltoall(mine, result, BLOCK, WEFT_WORLD,
					    WEFT_FOREVER)) == WEFT_OK;
		ok &= weft_get(seen, weft_at(weft_rank(), area), bytes) ==
			      WEFT_OK &&
		      memcmp(seen, mine, bytes) == 0;
		ok &= weft_barrier(WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
	}
	return ok;
}

static void pass(weft_us_t us)
{
	uint64_t end = weft_cycles() + weft_cycles_in_us(us);

	while (weft_cycles() < end) {
	}
}

/* Of a team that nobody uses again; its pieces come while a place is open for others. */
static bool too_late(void)
{
	struct weft_team *team;
	uint32_t bytes = 200000;
	bool ok = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) ==
		  WEFT_OK;
	struct affine *next = result + bytes;

	fill(1, 0, 2 * bytes);
	if (!ok) {
		return false;
	}
	if (weft_rank() == 0) {
		pass(LATE_US);
		weft_bcast(mine, bytes, 0, team, GIVEN_UP_US);
		return weft_bcast(mine, 2 * bytes, 0, WEFT_WORLD,
				  WEFT_FOREVER) == WEFT_OK;
	}
	ok = weft_bcast(result, bytes, 0, team, GIVEN_UP_US) ==
	     WEFT_ERR_TIMEOUT;
	ok &= weft_bcast(next, 2 * bytes, 0, WEFT_WORLD, WEFT_FOREVER) ==
		      WEFT_OK &&
	      memcmp(next, mine, 2 * bytes) == 0;
	for (uint32_t i = 0; i < bytes / sizeof(*result); i++) {
		ok &= is(result[i], 0, 0);
	}
	return ok;
}

int main(void)
{
	tap_begin();
	mine = tap_room(MOST * sizeof(*mine));
	result = tap_room(MOST * sizeof(*result));
	tap_ok(all_sizes(from_root, weft_size()), "from each root");
	tap_ok(all_sizes(any_to_all, 2), "to all, and in place");
	tap_ok(all_sizes(to_root, weft_size()), "to each root");
	tap_ok(all_to_all(), "from each to each, and in place");
	tap_ok(put_before(true), "what was put before a sum is seen after it");
	tap_ok(put_before(false), "and after an all-to-all");
	tap_ok(too_late(), "what was given up is not written any more");
	return tap_end();
}
