/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a far store takes: 1.5 clocks a hop, 2 at least.  Core 0 interrupts
 * another, whose handler interrupts it in turn: but for the hops, that takes the same
 * time wherever the other one is.
 *
 * run: --rows 4 --cols 8
 * expect: 85
 */
#include "chip.h"

volatile uint32_t answer, here;   /* core 0's ILATST; it has come back */
static volatile uint32_t nowhere; /* core 0 answers nobody */

/* Both sides: store 1 << I_USER to [answer], or take the time. */
__asm__("	.text\n"
	"	.global	on_user\n"
	"on_user:\n"
	"	movfs	r16, ctimer0\n"
	"	mov	r17, %low(_answer)\n"
	"	movt	r17, %high(_answer)\n"
	"	ldr	r18, [r17]\n"
	"	mov	r19, 0x200\n"
	"	str	r19, [r18]\n"
	"	mov	r17, %low(_here)\n"
	"	movt	r17, %high(_here)\n"
	"	str	r16, [r17]\n"
	"	rti\n");

static uint32_t there_and_back(uint32_t index)
{
	uint32_t ring = at(index, R_ILATST), before;

	here = 0;
	SET(ctimer0, 100000);
	SET(config, (GET(config) & ~0xf0u) | 1 << 4);
	gid();
	before = GET(ctimer0);
	WORD(ring) = 1 << I_USER;
	while (!here) {
		sleep_once();
	}
	gie();
	return before - here;
}

/* Core 1 sleeps, and says so; while it is halted, it wakes for nothing. */
static void asleep(void)
{
	SET(ctimer0, 1);
	CHECK(!(FAR(1, R_STATUS) & 1));
	FAR(1, R_DEBUGCMD) = 1;
	while (!(FAR(1, R_DEBUGSTATUS) & 1)) {
	}
	FAR(1, R_ILATST) = 1 << I_USER;
	for (volatile int i = 0; i < 50; i++) {
	}
	CHECK(!here && FAR(1, R_ILAT) == 1 << I_USER);
	FAR(1, R_DEBUGCMD) = 0;
	while (!here) {
	}
}

int main(void)
{
	uint32_t least;

	SET(imask, ~(1u << I_USER));
	if (my_index()) {
		answer = at(0, R_ILATST);
		gid();
		for (;;) {
			sleep_once();
		}
	}
	for (volatile int i = 0; i < 200; i++) {
	}
	answer = (uint32_t)&nowhere;
	asleep();
	least = there_and_back(1);
	for (uint32_t row = 0, index = 0; row < 4; row++) {
		for (uint32_t column = 0; column < 8; column++, index++) {
			uint32_t hops = row + column, one;

			one = (hops + hops + hops + 1) >> 1;
			if (hops) {
				CHECK(there_and_back(index) ==
				      least + one + one - 4);
			}
		}
	}
	PASS();
	return 1;
}
