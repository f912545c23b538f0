/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code and data in external memory, which all cores share.
 *
 * run: --rows 2 --cols 2 --seed 1
 * expect: 0
 */
#include "chip.h"

static volatile uint32_t shared[64]
	__attribute__((section(".external_data"))) = {7};

__attribute__((section(".external"), noinline)) static uint32_t
twice(uint32_t value)
{
	return value + value;
}

int main(void)
{
	uint32_t me = my_index() + 1;
	uint32_t (*volatile call)(uint32_t) = twice;

	CHECK((uint32_t)call >= BLOCK->external);
	CHECK(shared[0] == 7);
	shared[me] = call(me);
	while (shared[me] != 2 * me) {
	}
	return 0;
}
