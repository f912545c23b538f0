/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a load takes: 18 clocks and 3 for every hop, there being no other
 * traffic; 2 from the own SRAM.
 *
 * run: --rows 4 --cols 8
 * expect: 85
 */
#include "chip.h"

static uint32_t clocks(uint32_t address)
{
	uint32_t before, after, value;

	SET(ctimer0, ~0u);
	SET(config, (GET(config) & ~0xf0u) | 1 << 4);
	/* The second instruction waits for what is loaded. */
	__asm__ volatile("movfs %0, ctimer0\n\t"
			 "ldr %2, [%3]\n\t"
			 "mov %2, %2\n\t"
			 "movfs %1, ctimer0"
			 : "=&r"(before), "=&r"(after), "=&r"(value)
			 : "r"(address)
			 : "memory");
	/* The three instructions besides. */
	return before - after - 2;
}

int main(void)
{
	static volatile uint32_t word;

	if (my_index()) {
		return 0;
	}
	CHECK(clocks((uint32_t)&word) == 2);
	for (uint32_t row = 0, index = 0; row < 4; row++) {
		for (uint32_t column = 0; column < 8; column++) {
			uint32_t hops = row + column;

			CHECK(clocks(at(index, (uint32_t)&word)) ==
			      18 + hops + hops + hops);
			index++;
		}
	}
	PASS();
	return 1;
}
