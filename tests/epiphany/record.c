/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the host hands over: each core prints the text that it is told of.  The
 * test gives it; without one there is none.
 *
 * run: --rows 1 --cols 2
 * expect: 3
 */
#include "chip.h"

int main(void)
{
	uint32_t text = BLOCK->arguments, bytes = 0;

	/* The loader has cleared bss, and has it said. */
	CHECK(BLOCK->flags & 1);
	CHECK(!(BLOCK->flags & 2) == !text);
	if (!text) {
		return 3;
	}
	while (*(volatile uint8_t *)(text + bytes)) {
		bytes++;
	}
	register uint32_t r0 __asm__("r0") = 1;
	register uint32_t r1 __asm__("r1") = text;
	register uint32_t r2 __asm__("r2") = bytes;
	register uint32_t r3 __asm__("r3");

	__asm__ volatile("trap 0"
			 : "+r"(r0), "=r"(r3)
			 : "r"(r1), "r"(r2)
			 : "memory");
	CHECK(r0 == bytes && r3 == 0);
	return 0;
}
