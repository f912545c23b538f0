/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,8 */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+dead=1@0 env=WEFT_BOOT_US=4000,GO_ON=6
   expect=goes_on_with_2_chips;_1_did_not_answer */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+dead=1@0+link=loss:20%,late:5%
   seeds=3 env=WEFT_BOOT_US=8000,GO_ON=6 */
/* weft-test: boards=scc-qemu-chips,arm-qemu-chips cores=9 o=chips=3+dead=1@0
   env=WEFT_BOOT_US=6000000,GO_ON=6 expect=goes_on_with_2_chips;_1_did_not_answer */
/* weft-test: boards=wormhole-emu-chips cores=9 o=chips=3+dead=1@0
   env=WEFT_BOOT_US=20000,GO_ON=6 expect=goes_on_with_2_chips;_1_did_not_answer */
/* weft-test: boards=scc-sim-chips cores=11 o=chips=4+dead=3@0 env=WEFT_BOOT_US=4000,GO_ON=9 */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+late=3:5000,4:5000,5:5000
   env=WEFT_BOOT_US=8000,GO_ON=6 expect=the_others_go_on_without_this_chip */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+late=3:1000,4:3500,5:10
   env=WEFT_BOOT_US=8000,GO_ON=9 */
/* weft-test: boards=scc-sim-chips cores=4 o=chips=2+dead=1@0 env=WEFT_BOOT_US=4000
   tap=no exit=70 expect=1_of_2_chips_answer_at_start,_and_2_are_wanted */
/* weft-test: boards=scc-sim-chips cores=9 o=chips=3+dead=0@0 env=WEFT_BOOT_US=4000
   tap=no exit=70 expect=chip_0_does_not_answer_at_start */
/*
 * A run that goes on without a chip (WEFT_CHIPS_LEAST): it has the cores of the others, with
 * ranks that have no gaps, and all that cores of several chips do works.  GO_ON is how many
 * cores it has then.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/nodes.h"

#include "tests/target/tap.h"

WEFT_CHIPS_LEAST(2);

enum {
	ROUNDS = 3,
	LATE_US = 8000, /* a chip that comes late has come by then */
};

static uint32_t me, cores, area;

/* Ranks go by nodes, and each core is somewhere else. */
static bool numbered(void)
{
	const char *expected = getenv("GO_ON");
	bool ok = !expected || cores == (uint32_t)atoi(expected);

	for (uint32_t i = 0; i < cores; i++) {
		uint32_t node = arch_node(i);

		ok &= node < arch_nodes();
		ok &= i == 0 ? node == 0 : node - arch_node(i - 1) <= 1;
		for (uint32_t j = 0; j < i; j++) {
			ok &= weft_coords(i).core != weft_coords(j).core;
		}
	}
	return ok && arch_node(cores - 1) == arch_nodes() - 1;
}

/* Each core adds one to each other's word. */
static bool counted(void)
{
	bool ok = true;

	for (uint32_t i = 0; i < cores; i++) {
		uint32_t word;

		weft_lock(i, WEFT_FOREVER);
		weft_get(&word, weft_at(i, area), sizeof(word));
		word++;
		weft_put(weft_at(i, area), &word, sizeof(word));
		weft_quiet();
		weft_unlock(i);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < cores; i++) {
		uint32_t word;

		weft_get(&word, weft_at(i, area), sizeof(word));
		ok &= word == cores;
	}
	return ok;
}

static bool told(void)
{
	uint32_t word;
	bool ok = true;

	for (uint32_t root = 0; root < cores; root++) {
		word = me == root ? root + 7 : 0;
		ok &= !weft_bcast(&word, sizeof(word), root, WEFT_WORLD,
				  WEFT_FOREVER);
		ok &= word == root + 7;
	}
	return ok;
}

/* Messages of all to all, in handlers. */
static bool sent(void)
{
	struct weft_request request[ROUNDS];
	uint32_t words[ROUNDS], seen = 0;
	bool ok = true;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		words[i] = i;
		ok &= !weft_abcast_start(&words[i], sizeof(words[i]),
					 &request[i]);
	}
	while (seen < ROUNDS * (cores - 1)) {
		struct weft_message message;
		uint32_t word;

		ok &= !weft_abcast_recv(&word, sizeof(word), &message,
					WEFT_FOREVER);
		ok &= word < ROUNDS;
		seen++;
	}
	for (uint32_t i = 0; i < ROUNDS; i++) {
		ok &= !weft_wait(&request[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	return ok;
}

int main(void)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	ok = !weft_mpb_alloc(32, &area);
	tap_ok(ok, "ready");
	tap_ok(numbered(), "ranks have no gaps");
	tap_ok(counted(), "locks, puts and gets");
	tap_ok(told(), "a broadcast from each core");
	tap_ok(sent(), "asynchronous ones");
	tap_await(area, UINT32_MAX, arch_cycles() + arch_cycles_in_us(LATE_US));
	tap_ok(true, "and later");
	return tap_end();
}
