/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Software exceptions and what EXCAUSE says of them, on both chips.
 *
 * run: --rows 1 --cols 1
 * run: --rows 1 --cols 1 --chip e64
 * expect: 85
 */
#include "chip.h"

volatile uint32_t status, taken;

__asm__("	.text\n"
	"	.global	on_exception\n"
	"on_exception:\n"
	"	str	r0, [sp, -1]\n"
	"	str	r1, [sp, -2]\n"
	"	movfs	r1, status\n"
	"	mov	r0, %low(_status)\n"
	"	movt	r0, %high(_status)\n"
	"	str	r1, [r0]\n"
	"	mov	r0, %low(_taken)\n"
	"	movt	r0, %high(_taken)\n"
	"	mov	r1, 1\n"
	"	str	r1, [r0]\n"
	"	ldr	r0, [sp, -1]\n"
	"	ldr	r1, [sp, -2]\n"
	"	rti\n");

/* E16G301, E64G401. */
static void expect(uint32_t e16, uint32_t e64)
{
	CHECK(taken);
	CHECK((status >> 16 & 15) == (BLOCK->chip ? e64 : e16));
	taken = 0;
}

int main(void)
{
	static uint32_t words[4] __attribute__((aligned(8)));
	uint32_t address = (uint32_t)words + 2, value;
	float huge = 3e38f, result;

	SET(imask, ~(1u << I_EXCEPTION));
	__asm__ volatile("swi" ::: "memory");
	expect(1, 14);
	__asm__ volatile("ldr %0, [%1]"
			 : "=r"(value)
			 : "r"(address)
			 : "memory");
	expect(2, 13);
	__asm__ volatile("str %1, [%1]"
			 : "=r"(value)
			 : "r"(address)
			 : "memory");
	expect(2, 13);
	CHECK(!words[0] && !words[1]);
	/* A double word at a multiple of 4 only. */
	address = (uint32_t)words + 4;
	__asm__ volatile("ldrd r16, [%0]" ::"r"(address)
			 : "r16", "r17", "memory");
	expect(2, 13);
	__asm__ volatile("unimpl" ::: "memory");
	expect(4, 15);
	__asm__ volatile(".long 0x0018a00f" ::: "memory");
	expect(5, 12);
	/* Overflow, when CONFIG asks for it. */
	__asm__ volatile("fadd %0, %1, %1" : "=r"(result) : "r"(huge));
	CHECK(!taken);
	SET(config, GET(config) | 4);
	__asm__ volatile("fadd %0, %1, %1" : "=r"(result) : "r"(huge));
	expect(3, 7);
	PASS();
	return 1;
}
