/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `gie` and `idle` in different double words: the interrupt is taken before
 * IDLE, and the core sleeps for good.
 *
 * run: --rows 1 --cols 1
 * expect: 70 deadlock
 */
#include "chip.h"

__asm__("	.text\n"
	"	.global	on_user\n"
	"on_user: rti\n");

int main(void)
{
	SET(imask, 0);
	gid();
	SET(ilatst, 1 << I_USER);
	__asm__ volatile(".balignw 8, 0x01a2\n\tnop\n\tnop\n\tnop\n\tgie\n\t"
			 "idle" ::
				 : "memory");
	return 0;
}
