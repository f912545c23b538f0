/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=120 */
/* weft-test: boards=mpi modes=fork cores=2,17 o=window_kb=256 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu,arm-qemu,epiphany-emu,wormhole-emu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=3,17 modes=strict o=fault=slow:core=2,x=100
	args=late time-out=120 */
/* weft-test: boards=scc-sim cores=130 time-out=120 full=1 */
/*
 * Gather, scatter, allgather, all-to-all, with blocks of one size and of many: each byte
 * of each block is a function of who sends it to whom, and nothing beside the blocks
 * is written.  Random sizes and roots, in place and not, and teams of which two overlap.
 *
 * Also one call right after another, with nothing between them: who is quick is in the
 * second while others still read what the first has left them.  With `late` that is
 * all, and all pairs; one core is then a hundred times as slow as the others.
 */
#include <string.h>

#include "tests/target/gather_calls.h"
#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	LONG = 2200,       /* bytes: no chunk holds many of these */
	LONGER = 7000,     /* .. or one */
	SHORT = 33,        /* of these one holds those of many cores */
	KINDS = 2 * WHATS, /* a power of two */
};

static struct room room, second_room;

static int perform(const struct call *c)
{
	struct arguments x = call_arguments(c);
	const struct room *r = c->room;

	switch (c->what) {
	case GATHER:
		return c->v ? weft_gatherv(x.send, x.out, x.recv, r->to_count,
					   r->to_at, c->root, c->team,
					   WEFT_FOREVER)
			    : weft_gather(x.send, x.recv, c->bytes, c->root,
					  c->team, WEFT_FOREVER);
	case SCATTER:
		return c->v ? weft_scatterv(x.send, r->from_count, r->from_at,
					    x.recv, x.in, c->root, c->team,
					    WEFT_FOREVER)
			    : weft_scatter(x.send, x.recv, c->bytes, c->root,
					   c->team, WEFT_FOREVER);
	case ALLGATHER:
		return c->v ? weft_allgatherv(x.send, x.out, x.recv,
					      r->to_count, r->to_at, c->team,
					      WEFT_FOREVER)
			    : weft_allgather(x.send, x.recv, c->bytes, c->team,
					     WEFT_FOREVER);
	default:
		return c->v ? weft_alltoallv(x.send, r->from_count, r->from_at,
					     x.recv, r->to_count, r->to_at,
					     c->team, WEFT_FOREVER)
			    : weft_alltoall(x.send, x.recv, c->bytes, c->team,
					    WEFT_FOREVER);
	}
}

static bool one(struct call *c)
{
	int error;

	c->room = &room;
	call_prepare(c);
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
	error = perform(c);
	return !error && call_right(c);
}

static bool some(struct weft_team *team, enum what what, uint32_t draw)
{
	static const uint32_t most[] = {4, 70, 9, LONG, 33, LONGER};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(most) / sizeof(most[0]); i++) {
		struct call c = {.team = team, .what = what};

		draw = call_mix(draw + i);
		c.key = draw;
		c.v = draw >> 8 & 1;
		c.in_place = draw >> 9 & 1;
		c.bytes =
			call_fitting(&room, tap_below(draw << 4, most[i] + 1));
		ok &= one(&c);
	}
	return ok;
}

static bool borders(enum what what)
{
	static const uint32_t sizes[] = {0, 1, 4, 31, 32, 33, LONG, LONGER};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (uint32_t how = 0; how < 4; how++) {
			struct call c = {.team = WEFT_WORLD,
					 .what = what,
					 .v = how & 1,
					 .in_place = how & 2,
					 .bytes = call_fitting(&room, sizes[i]),
					 .key = call_mix(i * 4 + how)};

			ok &= one(&c);
		}
	}
	return ok;
}

/* Two teams of each core, in turns: others are in one of them meanwhile. */
static bool teams(void)
{
	struct two_teams two;
	uint32_t seed = tap_random();
	bool ok = two_teams_make(&two);

	for (enum what what = 0; ok && what < WHATS; what++) {
		ok &= some(two.half, what, seed + what);
		ok &= some(two.third, what, seed - what);
	}
	return ok && two_teams_free(&two);
}

/* Of a kind, short or long, drawn anew each time. */
static struct call of_kind(uint32_t kind, struct room *where)
{
	return (struct call){
		.room = where,
		.team = WEFT_WORLD,
		.what = (enum what)(kind >> 1),
		.bytes = call_fitting(where, kind & 1 ? LONG : SHORT),
		.key = tap_random(),
	};
}

static bool one_after_another(uint32_t kind, uint32_t next, uint32_t pairs)
{
	bool ok = true;

	for (; pairs > 0; pairs--, next++) {
		struct call a = of_kind(kind, &room);
		struct call b = of_kind(next & (KINDS - 1), &second_room);
		int first, second;

		call_prepare(&a);
		call_prepare(&b);
		if (weft_barrier(WEFT_WORLD, WEFT_FOREVER)) {
			return false;
		}
		first = perform(&a);
		second = perform(&b);
		ok &= !first && !second && call_right(&a) && call_right(&b);
	}
	return ok;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"gather", "scatter", "allgather",
					    "alltoall"};
	bool late = argc > 1 && strcmp(argv[1], "late") == 0;
	uint32_t cores = weft_size(), seed;
	uint32_t each = cores > 8 ? 350 : 3500;

	tap_begin();
	room_make(&room, each);
	room_make(&second_room, each);
	seed = tap_random();
	for (enum what what = 0; what < WHATS && !late; what++) {
		tap_ok(borders(what), "%s: sizes", names[what]);
		tap_ok(some(WEFT_WORLD, what, seed), "%s: random", names[what]);
	}
	if (!late) {
		tap_ok(teams(), "teams");
	}
	for (uint32_t kind = 0; kind < KINDS; kind++) {
		tap_ok(one_after_another(kind, tap_random(), late ? KINDS : 1),
		       "%s %s, and another one", kind & 1 ? "long" : "short",
		       names[kind >> 1]);
	}
	return tap_end();
}
