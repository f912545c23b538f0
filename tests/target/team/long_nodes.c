/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,wormhole-emu-chips,mpi cores=2,5 */
/* weft-test: boards=scc-sim-chips cores=3,17,34 o=chips=3 */
/* weft-test: boards=scc-sim-chips cores=2 o=chips=2+link=mbps:4
   env=WEFT_EPOCH=0x7ffffff0 */
/*
 * Broadcasts and reductions of many chunks, which go between nodes piece by piece: from any
 * core, of the world and of teams, with a last piece that is short, at no word's place, one
 * after another, with cores that come late; by what does not commute.  A door that puts more
 * than its link takes waits, as any core does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

#include "tests/target/affine.h"
#include "tests/target/tap.h"

enum {
	MOST = 20001, /* bytes: pieces for all banks, more than once */
	ELEMENTS = MOST / sizeof(struct affine),
	GUARD = 0xee,
};

static const struct weft_op op = {
	.combine = chain, .bytes = sizeof(struct affine), .in_order = true};
static struct affine mine[ELEMENTS], result[ELEMENTS];
static uint8_t bytes[MOST + 8];
static weft_us_t within = WEFT_FOREVER;

/* With an argument, of microseconds: a chip has died. */
static int gave_up(int error)
{
	if (within != WEFT_FOREVER && error == WEFT_ERR_TIMEOUT) {
		printf("given up\n");
		exit(3);
	}
	return error;
}

static bool broadcast(struct weft_team *team, uint32_t me, uint32_t root,
		      uint32_t n, uint32_t off)
{
	static uint32_t key;

	memset(bytes, GUARD, sizeof(bytes));
	key++;
	if (me == root) {
		tap_fill(bytes + off, n, key);
	}
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 30000));
	}
	return !gave_up(weft_bcast(bytes + off, n, root, team, within)) &&
	       tap_same(bytes + off, n, key) && bytes[off + n] == GUARD &&
	       (off == 0 || bytes[off - 1] == GUARD);
}

static bool broadcasts(struct weft_team *team, uint32_t me, uint32_t size)
{
	static const uint32_t lengths[] = {MOST, 4096, 7168, 3001};
	bool right = true;

	for (uint32_t i = 0; i < 8; i++) {
		uint32_t root = i == 0 ? 0 : tap_below(tap_random(), size);

		right &= broadcast(team, me, root, lengths[i & 3], i & 1);
	}
	return right;
}

static bool is_chain(uint32_t key, uint32_t i)
{
	struct affine all = part(key, 0, i);

	for (uint32_t r = 1; r < weft_size(); r++) {
		struct affine next = part(key, r, i);

		chain(&all, &next, 1);
	}
	return !memcmp(&all, &result[i], sizeof(all));
}

static bool reduction(uint32_t key, uint32_t count, uint32_t root)
{
	bool right = true, all = root == weft_size();
	int error;

	for (uint32_t i = 0; i < count; i++) {
		mine[i] = part(key, weft_rank(), i);
	}
	error = all ? weft_allreduce(mine, result, count, &op, WEFT_WORLD,
				     WEFT_FOREVER)
		    : weft_reduce(mine, result, count, &op, root, WEFT_WORLD,
				  WEFT_FOREVER);
	for (uint32_t i = 0; i < count && (all || root == weft_rank()); i++) {
		right &= is_chain(key, i);
	}
	return right && !error;
}

/* Buffers of other cores are theirs again as soon as a call returns. */
static bool by_turns(void)
{
	bool right = true;

	for (uint32_t i = 0; i < 6; i++) {
		memset(result, i, sizeof(result));
		memset(mine, weft_rank() == i % weft_size() ? i + 1 : 0,
		       sizeof(mine));
		right &= !weft_bcast(mine, 7001, i % weft_size(), WEFT_WORLD,
				     WEFT_FOREVER);
		right &= !weft_allreduce(mine, result, 7001, &weft_max_uint8,
					 WEFT_WORLD, WEFT_FOREVER);
		right &= !weft_bcast(result, 7001, 0, WEFT_WORLD, WEFT_FOREVER);
		for (uint32_t k = 0; k < 7001; k++) {
			right &= ((uint8_t *)result)[k] == i + 1;
		}
	}
	return right;
}

/* A core says more than its chip's link has room for, and that at once. */
static bool many_puts(void)
{
	uint32_t area, last = weft_size() - 1, word;
	bool right = !weft_mpb_alloc(64, &area);

	for (uint32_t i = 1; weft_rank() == 0 && i <= 1500; i++) {
		mine[0] = (struct affine){(uint16_t)i, 7};
		right &= !weft_put(weft_at(last, area), mine, 64);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_get(&word, weft_at(last, area), sizeof(word));
	return right && word == (1500 | 7 << 16);
}

int main(int argc, char **argv)
{
	struct weft_team *team;
	uint32_t me = weft_rank(), size = weft_size();

	within = argc > 1 ? (weft_us_t)atoi(argv[1]) : within;
	tap_begin();
	tap_ok(broadcasts(WEFT_WORLD, me, size), "broadcasts of all cores");
	weft_team_split(WEFT_WORLD, me & 1, size - me, &team, WEFT_FOREVER);
	tap_ok(broadcasts(team, weft_team_rank(team), weft_team_size(team)),
	       "of every second one, in the other order");
	tap_ok(reduction(1, ELEMENTS, size) & reduction(2, 700, size) &
		       reduction(3, ELEMENTS, size),
	       "reductions for all");
	tap_ok(reduction(4, ELEMENTS, size - 1) & reduction(5, 900, 0),
	       "and for one");
	tap_ok(by_turns(), "one after another");
	tap_ok(many_puts(), "more puts than there is room for");
	tap_ok(broadcasts(WEFT_WORLD, me, size), "and broadcasts again");
	return tap_end();
}
