/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 time-out=120 */
/* weft-test: cores=2,3 boards=scc-sim modes=relaxed args=show seeds=2 */
/* weft-test: boards=arm-qemu cores=123 full=1 time-out=120 */
/*
 * The ordering rules of arch/arch.h as litmus tests.
 *
 * Each shape is a few lines on two or three cores with an outcome that one call
 * forbids.  It is run many times with that call, when the outcome must never
 * show, and as often without, which differs by nothing else.  With the argument
 * "show" the outcome must then be seen: the vehicle is one that does all that the
 * contract allows.  Elsewhere how often it was seen is only printed.  Another argument is
 * how many rounds there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"

#include "tests/target/port/litmus/litmus.h"
#include "tests/target/tap.h"

uint32_t area, flags;
static uint32_t rounds = ROUNDS;

/* How often this core has seen the outcome. */
static uint32_t play(const struct shape *shape, bool with)
{
	static const uint32_t none[WORDS];
	uint32_t seen = 0;

	if (arch_rank() == WRITER) {
		for (uint32_t rank = 0; rank < arch_count(); rank++) {
			arch_put(rank, ARCH_WINDOW_MPB, area, none, BYTES);
			arch_flag_write(rank, flags, 0);
		}
	}
	for (uint32_t n = 1; n <= rounds; n++) {
		weft_barrier_tree(WEFT_FOREVER);
		seen += shape->round(n, with);
	}
	weft_barrier_tree(WEFT_FOREVER);
	return seen;
}

static void test(const struct shape *shape, bool show)
{
	uint32_t seen = play(shape, true);

	tap_ok(seen == 0, "%s", shape->name);
	if (!shape->call) {
		return;
	}
	seen = play(shape, false);
	if (arch_rank() == READER) {
		printf("# %s: %u of %u without %s\n", shape->name,
		       (unsigned)seen, (unsigned)rounds, shape->call);
	}
	if (show) {
		tap_ok(seen > 0 || arch_rank() != READER, "%s: not without %s",
		       shape->name, shape->call);
	}
}

int main(int argc, char **argv)
{
	bool show = argc > 1 && strcmp(argv[1], "show") == 0;

	rounds = argc > 1 && !show ? (uint32_t)atoi(argv[1]) : rounds;
	tap_begin();
	if (weft_mpb_alloc(BYTES, &area) || weft_flags_alloc(1, &flags)) {
		weft_panic("no MPB space");
	}
	arch_annotate_optimistic_begin(); /* unordered reads are what it is about */
	for (const struct shape *s = shapes; s->name; s++) {
		test(s, show);
	}
	tap_ok(torn_atoms == 0, "atoms are never torn");
	return tap_end();
}
