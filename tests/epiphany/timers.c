/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timers: they count clocks, idle clocks or instructions down to 0, interrupt
 * once, stop when they are written; the fourth generation's may go on instead.
 *
 * run: --rows 1 --cols 1
 * run: --rows 1 --cols 1 --chip e64
 * expect: 85
 */
#include "chip.h"

volatile uint32_t rung;

__asm__("	.text\n"
	"	.global	on_timer0\n"
	"	.global	on_timer1\n"
	"on_timer0:\n"
	"on_timer1:\n"
	"	str	r0, [sp, -1]\n"
	"	str	r1, [sp, -2]\n"
	"	mov	r0, %low(_rung)\n"
	"	movt	r0, %high(_rung)\n"
	"	ldr	r1, [r0]\n"
	"	add	r1, r1, 1\n"
	"	str	r1, [r0]\n"
	"	ldr	r0, [sp, -1]\n"
	"	ldr	r1, [sp, -2]\n"
	"	rti\n");

enum {
	OFF,
	CLOCK,
	IDLE,
	IALU = 4,
	FPU,
	TIMER_WRAP = 1 << 26, /* of CONFIG */
};

/* As all software should: the counter, then the mode. */
static void timer0(uint32_t value, uint32_t mode)
{
	SET(ctimer0, value);
	SET(config, (GET(config) & ~0xf0u) | mode << 4);
}

int main(void)
{
	uint32_t before, gone;

	/* Left over from before, and soon at its end. */
	CHECK(GET(ctimer0) && GET(ctimer1));
	SET(imask, 0);
	/* Five instructions between two reads. */
	timer0(1000000, CLOCK);
	__asm__ volatile("movfs %0, ctimer0\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
			 "movfs %1, ctimer0"
			 : "=&r"(before), "=&r"(gone));
	CHECK(before - gone == 5);
	/* Writing it stops it. */
	SET(ctimer0, 500);
	CHECK(GET(ctimer0) == 500);
	CHECK(!(GET(config) & 0xf0));
	CHECK(GET(ctimer0) == 500);
	/* To the end, asleep. */
	gid();
	timer0(300, CLOCK);
	while (!rung) {
		sleep_once();
	}
	gie();
	CHECK(rung == 1);
	CHECK(GET(ctimer0) == 0);
	/* It counts nothing but sleep. */
	timer0(1000, IDLE);
	for (volatile int i = 0; i < 100; i++) {
	}
	CHECK(GET(ctimer0) == 1000);
	SET(ctimer1, 400);
	SET(config, GET(config) | CLOCK << 8);
	gid();
	while (rung == 1) {
		sleep_once();
	}
	gie();
	CHECK(GET(ctimer0) > 500 && GET(ctimer0) <= 700);
	/* Integer instructions, exactly. */
	timer0(1000, IALU);
	before = GET(ctimer0);
	__asm__ volatile(
		"add r0, r0, 1\n\tnop\n\tadd r0, r0, 1\n\tmov r1, r0" ::
			: "r0", "r1");
	CHECK(before - GET(ctimer0) == 2);
	/* Floating point ones, and the end of counting. */
	rung = 0;
	timer0(2, FPU);
	__asm__ volatile("fadd r0, r0, r0" ::: "r0");
	CHECK(GET(ctimer0) == 1 && !rung);
	__asm__ volatile("fadd r0, r0, r0" ::: "r0");
	CHECK(GET(ctimer0) == 0 && rung == 1);
	rung = 0;
	SET(ctimer0, 20);
	SET(config, (GET(config) & ~0xf0u) | CLOCK << 4 | TIMER_WRAP);
	while (!rung) {
	}
	gone = GET(ctimer0);
	CHECK(BLOCK->chip ? gone > 0xffffff00 : gone == 0);
	PASS();
	return 1;
}
