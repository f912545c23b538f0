/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What things take, in clocks, where docs/epiphany-emulator.md gives a figure:
 * instructions, interrupts, timers, DMA, stores to external memory.  latency.c
 * has far loads, ping.c far stores.
 *
 * run: --rows 1 --cols 2 --cores 0
 * expect: 85
 */
#include "chip.h"

enum {
	UNITS = 32,
	ENTRY = 8 + 3 + 1, /* an interrupt's, the vector, a look at the clock */
	DMA_GO = 1 | 2 | 3 << 5, /* enabled, master, double words */
};

volatile uint32_t at_entry;
static uint8_t local[2][UNITS << 3] __attribute__((aligned(8)));

/* The first instruction of either handler looks at the clock. */
__asm__("	.text\n"
	"	.global	on_user\n"
	"	.global	on_timer0\n"
	"on_user:\n"
	"on_timer0:\n"
	"	movfs	r16, ctimer1\n"
	"	mov	r17, %low(_at_entry)\n"
	"	movt	r17, %high(_at_entry)\n"
	"	str	r16, [r17]\n"
	"	rti\n");

/* CTIMER1 counts clocks from now on, for good. */
static void clock(void)
{
	SET(ctimer1, ~0u);
	SET(config, (GET(config) & ~0xff0u) | 1 << 8);
}

/* Between two looks at the clock, without the second look. */
#define CLOCKS(...)                                                            \
	({                                                                     \
		uint32_t before_, after_;                                      \
		__asm__ volatile(".balignw 8, 0x01a2\n\t"                      \
				 "movfs %0, ctimer1\n\t" __VA_ARGS__           \
				 "\n\tmovfs %1, ctimer1"                       \
				 : "=&r"(before_), "=&r"(after_)::"r16",       \
				   "r17", "memory");                           \
		before_ - after_ - 1;                                          \
	})

static void instructions(void)
{
	CHECK(CLOCKS("nop") == 1);
	CHECK(CLOCKS("b 1f\n1:") == 3);
	CHECK(CLOCKS("sub r16, r16, r16\n\tbne 1f\n1:") == 2);
	CHECK(CLOCKS("fadd r16, r16, r16") == 1);
	/* Who uses what the FPU makes waits for it. */
	CHECK(CLOCKS("fadd r16, r16, r16\n\tmov r17, r16") == 6);
}

static void interrupts(void)
{
	uint32_t before, value = 1 << I_USER;

	__asm__ volatile("movfs %0, ctimer1\n\t"
			 "movts ilatst, %1\n\t"
			 "nop"
			 : "=&r"(before)
			 : "r"(value)
			 : "r16", "r17", "memory");
	CHECK(before - at_entry == 1 + ENTRY);
	/* Both count from the same clock on; one rings after 100. */
	SET(ctimer0, 100);
	SET(ctimer1, 1000);
	gid();
	SET(config, (GET(config) & ~0xff0u) | 1 << 4 | 1 << 8);
	sleep_once();
	gie();
	CHECK(at_entry == 1000 - 100 - ENTRY);
	clock();
}

/* Until channel 0 has nothing to do any more. */
static uint32_t copied(uint32_t from, uint32_t to)
{
	uint32_t before;

	SET(dma0stride, 8 << 16 | 8);
	SET(dma0count, 1 << 16 | UNITS);
	SET(dma0srcaddr, from);
	SET(dma0dstaddr, to);
	before = GET(ctimer1);
	SET(dma0config, DMA_GO);
	while (GET(dma0status) & 15) {
	}
	return before - GET(ctimer1);
}

/* The last unit need only be sent; starting and seeing that take up to 24. */
static bool near(uint32_t clocks, uint32_t unit)
{
	for (uint32_t i = 1; i < UNITS; i++) {
		clocks -= unit;
	}
	return clocks < 24;
}

static void channels(void)
{
	uint32_t here = (uint32_t)local[0], there = at(1, here);

	CHECK(near(copied(here, (uint32_t)local[1]), 2));
	CHECK(near(copied(here, there), 2));
	CHECK(near(copied(there, here), 10));
	CHECK(near(copied(BLOCK->external, here), 31));
}

/* 10 clocks each, but for what is under way. */
static void external(void)
{
	uint32_t before = GET(ctimer1), gone;

	for (uint32_t i = 0; i < 64; i++) {
		WORD(BLOCK->external + (i << 2)) = i;
	}
	gone = before - GET(ctimer1);
	CHECK(gone > 600 && gone < 660);
}

int main(void)
{
	SET(imask, ~(1u << I_USER | 1u << I_TIMER0));
	clock();
	instructions();
	interrupts();
	channels();
	external();
	PASS();
	return 1;
}
