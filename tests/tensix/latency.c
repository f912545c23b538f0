/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long requests take, against published figures of both chips (docs/tensix.md).
 * Tile 0 measures; the others stand still.
 *
 * run: --chip wormhole --tiles 0
 * run: --chip blackhole --tiles 0
 * expect: 85
 */
#include "chip.h"

enum {
	LONG = 8192,
	LONGEST = WORMHOLE ? 8192 : 16384,
	MANY = 64,
	COLUMNS = WORMHOLE ? 8 : 14,
	COUNT = WORMHOLE ? 80 : 140,
	BELOW = 4 * COLUMNS, /* in the same column */
	FAR = BELOW + 5,
};

static volatile uint32_t a[LONGEST / 4] __attribute__((aligned(64)));

static uint32_t at;

/* Set up; what differs from one request to the next is not. */
static void set(uint32_t ctrl, uint32_t place, uint32_t bytes)
{
	bool reads = (ctrl & 3) == 0;

	at = SET(0, 0);
	set_end(at, (uint32_t)(uintptr_t)a, reads ? place : my_place());
	set_end(at + 0x0c, (uint32_t)(uintptr_t)a, reads ? my_place() : place);
	WORD(at + 0x18) = 0;
	WORD(at + 0x1c) = ctrl;
	WORD(at + 0x20) = bytes;
	use(WORD(at + 0x20));
}

/* n of them, until all are acknowledged, `acks` each. */
static uint32_t timed(uint32_t counts, uint32_t n, uint32_t acks)
{
	volatile uint32_t *go = &WORD(at + COMMAND);
	volatile uint32_t *count = &WORD(NIU(0) + counts);
	uint32_t start = clock(), until = *count + n * acks;

	use(start);
	for (uint32_t i = 0; i < n; i++) {
		*go = 1;
		while (*go) {
		}
	}
	while (*count != until) {
	}
	return clock() - start;
}

static uint32_t one(uint32_t ctrl, uint32_t place, uint32_t bytes)
{
	set(ctrl, place, bytes);
	return timed((ctrl & 3) == 0 ? READ_RESPONSES : WRITE_ACKS, 1, 1);
}

static int told;

static void want(const char *name, uint32_t clocks, uint32_t least,
		 uint32_t most)
{
	say(name, clocks);
	told |= clocks < least || clocks > most;
}

int main(void)
{
	uint32_t n;

	want("write 64, same column: ", one(WRITE, place_of(BELOW), 64),
	     WORMHOLE ? 196 : 197, WORMHOLE ? 216 : 217);
	want("write 64, far: ", one(WRITE, place_of(FAR), 64),
	     WORMHOLE ? 282 : 342, WORMHOLE ? 310 : 378);
	want("read 64, same column: ", one(READ, place_of(BELOW), 64),
	     WORMHOLE ? 195 : 216, WORMHOLE ? 215 : 238);
	want("read 64, far: ", one(READ, place_of(FAR), 64),
	     WORMHOLE ? 279 : 355, WORMHOLE ? 307 : 391);
	want("write 8192, far: ", one(WRITE, place_of(FAR), LONG),
	     WORMHOLE ? 500 : 351, WORMHOLE ? 624 : 509);
	set(WRITE, place_of(BELOW), 64);
	n = timed(WRITE_ACKS, MANY, 1);
	want("64 writes of 64: ", n, WORMHOLE ? 1450 : 1250,
	     WORMHOLE ? 1750 : 1900);
	set(WRITE, place_of(BELOW), LONG);
	n = timed(WRITE_ACKS, MANY, 1);
	want("bytes in 10 clocks: ", MANY * LONG * 10 / n, WORMHOLE ? 290 : 590,
	     WORMHOLE ? 320 : 640);
	set(MULTICAST, place_of(COUNT - 1) | place_of(0) << 12, 32);
	want("multicast of 32: ", timed(WRITE_ACKS, 1, COUNT),
	     WORMHOLE ? 450 : 700, WORMHOLE ? 640 : 880);
	set(MULTICAST, place_of(COUNT - 1) | place_of(0) << 12, LONGEST);
	n = timed(WRITE_ACKS, 16, COUNT);
	want("multicast, bytes in 10 clocks: ", 16 * LONGEST * 10 / n,
	     WORMHOLE ? 130 : 210, WORMHOLE ? 160 : 260);
	return told;
}
