/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory order inside a tile.  Wormhole's loads overtake stores that they overlap; a store
 * is in L1 for the NIU only when it was loaded back and the value used; a counter is
 * read too early unless CMD_CTRL was read back.  Blackhole's data cache keeps old
 * bytes until a fence, and its loads see own stores.
 *
 * run: --chip wormhole --tiles 0
 * run: --chip wormhole --tiles 0 --seed 1
 * run: --chip blackhole --tiles 0
 * run: --chip blackhole --tiles 0 --seed 1
 * expect: 85
 */
#include "chip.h"

enum {
	TURNS = 400,
};

static volatile uint32_t a[8] __attribute__((aligned(16)));
static volatile uint32_t b[8] __attribute__((aligned(16)));
static volatile uint32_t spare[64] __attribute__((aligned(16)));

static uint32_t half_then_word(volatile uint32_t *p, uint32_t half, bool wait)
{
	uint32_t value;

	if (wait) {
		__asm__ volatile("sh %2, 2(%1); lh %0, 2(%1); addi zero, %0, 0;"
				 "lw %0, (%1)"
				 : "=&r"(value)
				 : "r"(p), "r"(half)
				 : "memory");
	} else {
		__asm__ volatile("sh %2, 2(%1); lw %0, (%1)"
				 : "=&r"(value)
				 : "r"(p), "r"(half)
				 : "memory");
	}
	return value;
}

static int hazards(void)
{
	uint32_t old = 0;

	for (uint32_t i = 1; i <= TURNS; i++) {
		a[0] = 0x5555;
		landed(&a[0]);
		old += half_then_word(a, i, false) == 0x5555;
		use(a[0]);
		CHECK(half_then_word(a, i + 1, true) ==
		      ((i + 1) << 16 | 0x5555));
		/* The same address: never the old bytes. */
		a[0] = i;
		CHECK(a[0] == i);
		a[0] = i + 7;
		CHECK(*(volatile uint8_t *)a == ((i + 7) & 255));
	}
	CHECK(WORMHOLE ? old > 0 : old == 0);
	return PASS;
}

/* How often does the NIU read what was there before my last store? */
static uint32_t stale(bool wait)
{
	uint32_t n = 0, self = my_place();

	for (uint32_t i = 1; i <= TURNS; i++) {
		/* Set up, so that nothing comes between. */
		start_write(WRITE, a, self, b, 4);
		idle(0);
		if (i & 1) {
			for (unsigned k = 0; k < 16; k++) {
				spare[k * 4] = i;
			}
		}
		a[0] = i;
		if (wait) {
			landed(&a[0]);
		}
		WORD(SET(0, 0) + COMMAND) = 1;
		use(WORD(SET(0, 0) + COMMAND));
		idle(0);
		n += b[0] != i;
	}
	return n;
}

/* Is the counter of what has just been started still what it was? */
static int too_early(void)
{
	volatile uint32_t *command = &WORD(SET(0, 0) + COMMAND);
	volatile uint32_t *sent = &WORD(NIU(0) + WRITES_SENT);
	uint32_t before, after;

	start_write(WRITE, a, my_place(), b, 4);
	idle(0);
	before = *sent;
	use(before);
	*command = 1;
	after = *sent;
	CHECK(after == before);
	idle(0);
	*command = 1;
	use(*command);
	CHECK(*sent == before + 2);
	idle(0);
	return PASS;
}

static int cache(void)
{
	uint32_t self = my_place();

	/* So that no hit empties it. */
	__asm__ volatile("csrs 0x7c0, %0" ::"r"(1 << 24));
	for (unsigned i = 1; i < 10; i++) {
		b[1] = i;
		landed(&b[1]);
		use(a[1]);
		write(&b[1], self, &a[1], 4);
		use(a[1]);
		start_write(WRITE, &b[1], self, &a[1], 4);
		while (counter(OUTSTANDING(0))) {
		}
		CHECK(a[1] == i);
		b[1] = i + 100;
		landed(&b[1]);
		use(a[1]);
		use(spare[20]);
		use(spare[40]);
		start_write(WRITE, &b[1], self, &a[1], 4);
		while (counter(OUTSTANDING(0))) {
		}
		CHECK(a[1] == i); /* though it is not */
		a[2] = i;
		CHECK(a[2] == i && a[1] == i);
		fence();
		CHECK(a[1] == i + 100);
	}
	/* Four lines; the fifth takes the place of the first. */
	fence();
	for (unsigned i = 0; i < 5; i++) {
		use(spare[4 * i]);
	}
	b[0] = spare[0] + 1;
	landed(&b[0]);
	for (unsigned i = 0; i < 4; i++) {
		use(spare[4 * i + 4]);
	}
	start_write(WRITE, b, self, spare, 4);
	while (counter(OUTSTANDING(0))) {
	}
	CHECK(spare[0] == b[0]);
	/* Switched off it keeps nothing. */
	__asm__ volatile("csrs 0x7c0, 8");
	use(a[1]);
	b[1] = 4711;
	landed(&b[1]);
	start_write(WRITE, &b[1], self, &a[1], 4);
	while (counter(OUTSTANDING(0))) {
	}
	CHECK(a[1] == 4711);
	__asm__ volatile("csrc 0x7c0, 8");
	return PASS;
}

/* Without the CSR's bit a hit empties the cache now and then. */
static uint32_t turns_until_seen(void)
{
	uint32_t n = 0, seen;

	__asm__ volatile("csrc 0x7c0, %0" ::"r"(1 << 24));
	use(a[1]);
	b[1] = a[1] + 1;
	landed(&b[1]);
	seen = b[1];
	use(a[1]);
	start_write(WRITE, &b[1], my_place(), &a[1], 4);
	while (counter(OUTSTANDING(0))) {
	}
	while (a[1] != seen && n < 100000) {
		n++;
	}
	return n;
}

int main(void)
{
	/* Without a seed all wall clocks begin at 0. */
	bool seeded = clock() > 20000;
	uint32_t n = stale(false);
	int wrong = hazards() || too_early();

	say("stale ", n);
	CHECK((n > 0) == seeded);
	CHECK(stale(true) == 0);
	if (!wrong && !WORMHOLE) {
		wrong = cache();
		n = turns_until_seen();
		say("turns ", n);
		CHECK(seeded ? n > 2 && n < 2000 : n == 100000);
	}
	return wrong;
}
