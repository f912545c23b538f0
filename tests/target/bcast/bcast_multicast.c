/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=wormhole-emu cores=1,2,3,8,17,80 seeds=2 time-out=240 */
/* weft-test: boards=blackhole-emu cores=1,2,3,8,17,140 seeds=2 time-out=240 full=1 */
/* weft-test: boards=wormhole-emu,blackhole-emu cores=3,9 modes=reordered o=delay=3000
   time-out=240 */
/* weft-test: boards=wormhole-emu cores=17 env=WEFT_EPOCH=0xffffffe5 time-out=240 */
/* weft-test: boards=wormhole-emu,blackhole-emu cores=3,17 args=without
   env=WEFT_MPB_LEAST=1 time-out=240 */
/*
 * Broadcast by multicast: sizes around a line, a unit, a chunk and the ring; any root;
 * cores that come late while others are calls ahead, the root, rank 0 and the first
 * cores of groups among them; between barriers by multicast and other collectives.  Each
 * core checks every byte, and what is around them.
 *
 * Argument: without, where the map has no ring for it: it says so, and weft_bcast
 * goes another way.
 */
#include "arch/multicast.h"

#include <string.h>

#include <weft/published/barrier.h>
#include <weft/published/bcast.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

#if ARCH_MULTICAST
enum {
	UNIT = 2048,
	CHUNK = 65536,
	GUARD = 16,
	MOST = 3 * CHUNK + 100,
	CALLS = 90,
	LATE = 20000,
};

static uint8_t *room;

static bool guarded(size_t n)
{
	bool ok = true;

	for (size_t i = 0; i < GUARD; i++) {
		ok &= room[i] == 0xee && room[GUARD + n + i] == 0xee;
	}
	return ok;
}

static bool one(size_t n, uint32_t skew, uint32_t root)
{
	uint8_t *data = room + GUARD;
	uint32_t key = tap_random();

	n -= n > skew ? skew : 0;
	for (size_t i = 0; i < GUARD; i++) {
		room[i] = room[GUARD + n + i] = 0xee;
	}
	tap_message(data, n, root, key);
	return weft_bcast_multicast(data, n, root, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key) && guarded(n);
}

/* From rank 0, whose data lie as the ring does, and from another. */
static bool boundaries(void)
{
	static const uint32_t sizes[] = {
		0,    1,        12,        13,    16,        17,   UNIT - 1,
		UNIT, UNIT + 1, CHUNK - 1, CHUNK, CHUNK + 1, MOST, 1,
	};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		ok &= one(sizes[i], 0, 0);
		ok &= one(sizes[i], 0, tap_below(tap_random(), weft_size()));
	}
	return ok;
}

/* So many short ones that the ring goes round while somebody sleeps. */
static bool late(uint32_t who, uint32_t most)
{
	uint32_t cores = weft_size();
	bool ok = true;

	for (uint32_t i = 0; i < CALLS; i++) {
		uint32_t n = 1 + tap_below(tap_random(), most);
		uint32_t root = i & 8 ? tap_below(tap_random(), cores) : i & 4;

		if (weft_rank() == who && i % 20 == 0) {
			tap_delay(LATE);
		}
		ok &= one(n, tap_below(tap_random(), 16),
			  root < cores ? root : 0);
	}
	return ok;
}

static bool mixed(void)
{
	uint32_t cores = weft_size(), sum, mine;
	bool ok = true;

	for (uint32_t i = 0; i < CALLS / 4; i++) {
		uint32_t root = tap_below(tap_random(), cores);

		if ((tap_own_random() & 15) == 0) {
			tap_delay(LATE / 4);
		}
		ok &= one(1 + tap_below(tap_random(), 3 * UNIT), 0, root);
		ok &= weft_barrier_multicast(WEFT_FOREVER) == WEFT_OK;
		mine = weft_rank();
		ok &= weft_allreduce(&mine, &sum, 1, &weft_sum_uint32,
				     WEFT_WORLD, WEFT_FOREVER) == WEFT_OK;
		ok &= sum == cores * (cores - 1) / 2;
		ok &= one(12, 0, (root + i) % cores);
		ok &= weft_bcast(&sum, sizeof(sum), root, WEFT_WORLD,
				 WEFT_FOREVER) == WEFT_OK;
	}
	return ok;
}

static bool chosen(size_t n, uint32_t root)
{
	uint8_t *data = room + GUARD;
	uint32_t key = tap_random();

	tap_message(data, n, root, key);
	return weft_bcast(data, n, root, WEFT_WORLD, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, n, key);
}

static bool without(void)
{
	return weft_bcast_multicast(room, 12, 0, WEFT_FOREVER) ==
		       WEFT_ERR_LIMIT &&
	       chosen(12, 0) && chosen(UNIT + 1, weft_size() - 1) &&
	       chosen(CHUNK + 1, 1);
}

int main(int argc, char **argv)
{
	uint32_t cores = weft_size();
	uint8_t byte;

	tap_begin();
	room = tap_room(MOST + 2 * GUARD + 16);
	room += -(uintptr_t)room & 15;
	if (argc > 1 && !strcmp(argv[1], "without")) {
		tap_ok(without(), "no ring, another broadcast");
		return tap_end();
	}
	tap_ok(boundaries(), "sizes around every boundary");
	tap_ok(late(0, 12), "rank 0 comes late");
	tap_ok(late(cores - 1, 12), "the last one comes late");
	tap_ok(late(8 % cores, 3 * UNIT), "a first core comes late");
	tap_ok(late(1 % cores, 3 * UNIT), "another core comes late");
	tap_ok(mixed(), "between other collectives");
	tap_ok(weft_bcast_multicast(&byte, 1, cores, TAP_SOON) == WEFT_ERR_RANK,
	       "bad arguments");
	return tap_end();
}
#else
int main(void)
{
	tap_begin();
	tap_ok(true, "(the port has no multicast)");
	return tap_end();
}
#endif
