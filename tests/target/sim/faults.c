/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,4 tap=no */
/*
 * What a fault would change, one thing after another, each measured and said;
 * tests/faults.t injects the faults and reads the lines.  Without faults
 * it is a short tour of the port.  Arguments: which things; none: all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

#include "tests/target/tap.h"

enum {
	RAISES = 8,
	GAP = 10000,    /* cycles from one to the next */
	PATIENCE = 200, /* us in which all of them have come */
	LATER = 2000,
	ROUNDS = 20,
	TURNS = 20,
	BYTES = 96,
	BLOCK = 4096,
};

static uint32_t slot;

static unsigned us(uint64_t since)
{
	uint64_t cycles = weft_cycles() - since;
	unsigned n = 0;

	for (; cycles >= weft_cycles_in_us(1); n++) {
		cycles -= weft_cycles_in_us(1);
	}
	return n;
}

static void rest(uint32_t microseconds)
{
	tap_delay((uint32_t)weft_cycles_in_us(microseconds));
}

/* Rank 0 interrupts rank 1; nobody relies on it. */
static void interrupts(void)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY), soon;
	bool sends = weft_rank() == 0 && weft_size() > 1;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; sends && i < RAISES; i++) {
		arch_raise(1, 1);
		tap_delay(GAP);
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	rest(PATIENCE);
	soon = rt_irq_taken(ARCH_IRQ_NOTIFY) - before;
	rest(LATER);
	printf("interrupts %u, later %u\n", (unsigned)soon,
	       (unsigned)(rt_irq_taken(ARCH_IRQ_NOTIFY) - before));
}

/* All cores enter main when the last one has started. */
static void start(void)
{
	printf("main at %u us\n", us(0));
}

/* The same work on every core. */
static void pace(void)
{
	uint64_t begin = weft_cycles();

	for (volatile uint32_t i = 0; i < BLOCK; i++) {
	}
	printf("pace %u us\n", us(begin));
}

/* Lines to the next core and back out of its window. */
static void memory(void)
{
	weft_rank_t me = weft_rank(), next = (me + 1) % weft_size();
	uint8_t sent[BYTES], got[BYTES];
	unsigned wrong = 0;

	for (uint32_t n = 0; n < ROUNDS; n++) {
		tap_fill(sent, BYTES, n);
		weft_put(weft_at(next, slot), sent, BYTES);
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		weft_get(got, weft_at(me, slot), BYTES);
		for (uint32_t i = 0; i < BYTES; i++) {
			wrong += got[i] != sent[i];
		}
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	printf("memory at 0x%x: %u bytes wrong\n", (unsigned)slot, wrong);
}

/* Fresh private memory into the own window. */
static void dram(void)
{
	char *data = malloc(BLOCK);
	uint64_t begin;

	if (!data) {
		weft_panic("no memory");
	}
	begin = weft_cycles();
	for (uint32_t i = 0; i < BLOCK; i += BYTES / 3) {
		weft_put(weft_at(weft_rank(), slot), data + i, BYTES / 3);
	}
	printf("dram %u us\n", us(begin));
	free(data);
}

static void lock(void)
{
	uint64_t begin = weft_cycles();
	int error = WEFT_OK;

	for (uint32_t i = 0; i < TURNS && !error; i++) {
		error = weft_lock(0, 1000000);
		if (!error) {
			error = weft_unlock(0);
		}
	}
	printf("lock %u us, %s\n", us(begin), error ? "failed" : "all turns");
}

static const struct {
	const char *name;
	void (*show)(void);
} things[] = {
	{"start", start}, {"interrupts", interrupts},
	{"pace", pace},   {"memory", memory},
	{"dram", dram},   {"lock", lock},
};

int main(int argc, char **argv)
{
	if (weft_mpb_alloc(BYTES, &slot)) {
		return 2;
	}
	for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
		bool asked = argc == 1;

		for (int n = 1; n < argc; n++) {
			asked |= strcmp(argv[n], things[i].name) == 0;
		}
		if (asked) {
			things[i].show();
			weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		}
	}
	return 0;
}
