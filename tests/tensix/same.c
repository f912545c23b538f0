/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests of each kind, one after the other, from the first tile to eight, with
 * lengths and places by a generator: what is in memory at the end is no question of
 * time.  The run fails on purpose, so that it leaves its memory behind; ttsim.t compares
 * that of two simulators.
 *
 * run: --chip wormhole --tiles 0-7
 * run: --chip blackhole --tiles 0-7 --seed 1
 * expect: 87 has failed
 */
#include "chip.h"

enum {
	TILES = 8,
	TURNS = 400,
	AREA = 1024,
};

static volatile uint32_t area[AREA / 4] __attribute__((aligned(16)));
static volatile uint32_t mine[AREA / 4] __attribute__((aligned(16)));
static volatile uint32_t old[4] __attribute__((aligned(16)));
static uint32_t state = 1;

static uint32_t below(uint32_t n)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % n;
}

/* Both ends with the same low four bits; each within its area. */
static void copy(bool writes, uint32_t place)
{
	uint32_t bytes = 1 + below(300), low = below(16);
	uint32_t from = low + 16 * below(40), to = low + 16 * below(40);
	volatile uint8_t *here = (volatile uint8_t *)mine + from;
	volatile uint8_t *there = (volatile uint8_t *)area + to;

	if (writes) {
		write(here, place, there, bytes);
	} else {
		read(place, there, here, bytes);
	}
}

static void increment(uint32_t place)
{
	uint32_t responses = counter(ATOMIC_RESPONSES);

	start_atomic(ATOMIC, place, &area[4 * below(AREA / 16)], below(1000),
		     old);
	while (counter(ATOMIC_RESPONSES) == responses) {
	}
	fence();
	mine[below(AREA / 4)] = old[0];
}

/* To a register, whose word is then brought; on Wormhole to L1, too. */
static void word(uint32_t place)
{
	uint32_t value = below(1 << 16), stream = STREAM(20);

	start_inline(place, stream, value);
	idle(0);
	read(place, (void *)(uintptr_t)stream, &mine[(stream & 15) / 4], 4);
	if (WORMHOLE) {
		start_inline(place, (uint32_t)(uintptr_t)&area[below(AREA / 4)],
			     value);
		idle(0);
	}
}

/* A row of tiles, this one with them or not; counted by acknowledgements alone. */
static void multicast(void)
{
	uint32_t self = below(2), last = 1 + below(TILES - 1);
	uint32_t at = 4 * below(40), acks = counter(WRITE_ACKS);

	go(&(struct request){.ctrl = self ? MULTICAST : WITHOUT_SELF,
			     .tag = 2,
			     .length = 1 + below(300),
			     .targ = (uint32_t)(uintptr_t)&mine[at],
			     .targ_place = my_place(),
			     .ret = (uint32_t)(uintptr_t)&area[at],
			     .ret_place = place_of(last) | place_of(0) << 12});
	while (counter(WRITE_ACKS) - acks < last + self) {
	}
	fence();
}

int main(void)
{
	if (my_index()) {
		return GO_ON;
	}
	for (unsigned i = 0; i < AREA / 4; i++) {
		mine[i] = below(1 << 24);
	}
	for (unsigned i = 0; i < TURNS; i++) {
		uint32_t place = place_of(1 + below(TILES - 1));

		landed(&mine[AREA / 4 - 1]);
		switch (below(5)) {
		case 0:
			increment(place);
			break;
		case 1:
			word(place);
			break;
		case 2:
			multicast();
			break;
		default:
			copy(below(2), place);
			break;
		}
	}
	landed(&mine[AREA / 4 - 1]);
	return 1;
}
