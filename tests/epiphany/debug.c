/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Halting another core, looking into its registers, letting it go on.
 *
 * run: --rows 1 --cols 2 --late 0:2000
 * expect: 9
 */
#include "chip.h"

enum {
	R_R63 = 0xf00fc
};

volatile uint32_t turns, stop;

static void halted(void)
{
	uint32_t seen;

	FAR(1, R_DEBUGCMD) = 1;
	while (!(FAR(1, R_DEBUGSTATUS) & 1)) {
	}
	CHECK(FAR(1, R_R63) == 0x77);
	seen = FAR(1, &turns);
	CHECK(seen);
	for (volatile int i = 0; i < 50; i++) {
	}
	CHECK(FAR(1, &turns) == seen);
	FAR(1, R_DEBUGCMD) = 0;
	while (FAR(1, &turns) == seen) {
	}
	FAR(1, &stop) = 1;
}

int main(void)
{
	if (my_index() == 0) {
		halted();
		return 0;
	}
	__asm__ volatile("mov r63, 0x77" ::: "r63");
	while (!stop) {
		turns++;
	}
	return 9;
}
