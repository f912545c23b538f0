/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `gie` and `idle` that do not begin a double word: the interrupt is taken before
 * IDLE, and the core sleeps for good.  Each core has the two at another place;
 * the first one, at the right place, comes through.
 *
 * run: --rows 1 --cols 1
 * expect: 0
 * run: --rows 1 --cols 4 --cores 1
 * run: --rows 1 --cols 4 --cores 2
 * run: --rows 1 --cols 4 --cores 3
 * expect: 70 deadlock
 */
#include "chip.h"

__asm__("	.text\n"
	"	.global	on_user\n"
	"on_user: rti\n");

/* Behind as many half-words in a double word. */
#define SLEEP(halves)                                                          \
	__asm__ volatile(".balignw 8, 0x01a2\n\t" halves "gie\n\tidle" ::      \
				 : "memory")

int main(void)
{
	uint32_t me = my_index();

	SET(imask, 0);
	gid();
	SET(ilatst, 1 << I_USER);
	if (me == 0) {
		SLEEP("");
	} else if (me == 1) {
		SLEEP("nop\n\t");
	} else if (me == 2) {
		SLEEP("nop\n\tnop\n\t");
	} else {
		SLEEP("nop\n\tnop\n\tnop\n\t");
	}
	return 0;
}
