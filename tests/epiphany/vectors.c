/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A core changes its vector for an interrupt that has come before: it gets the
 * new handler, the other core still the old one.
 *
 * run: --rows 1 --cols 2
 * run: --rows 1 --cols 2 --seed 1 --late 0:3000
 * expect: 0
 */
#include "chip.h"

enum {
	VECTOR = 4 * I_USER,
	BRANCH = 0xe8, /* b.l; 24 bits of half words above */
};

volatile uint32_t which, changed;
void on_another(void);

__asm__("	.macro	handler name value\n"
	"	.global	\\name\n"
	"\\name:\n"
	"	mov	r16, %low(_which)\n"
	"	movt	r16, %high(_which)\n"
	"	mov	r17, \\value\n"
	"	str	r17, [r16]\n"
	"	rti\n"
	"	.endm\n"
	"	.text\n"
	"	handler on_user 1\n"
	"	handler _on_another 2\n");

static uint32_t taken(void)
{
	which = 0;
	__asm__ volatile("movts ilatst, %0\n\tnop" ::"r"(1 << I_USER)
			 : "r16", "r17", "memory");
	return which;
}

int main(void)
{
	SET(imask, ~(1u << I_USER));
	CHECK(taken() == 1);
	if (my_index() == 0) {
		while (!changed) {
		}
		CHECK(taken() == 1);
		return 0;
	}
	/* For GCC, nothing can be there. */
	__asm__ volatile("str %0, [%1]" ::"r"(
				 ((uint32_t)on_another - VECTOR) << 7 | BRANCH),
			 "r"(VECTOR)
			 : "memory");
	CHECK(taken() == 2);
	FAR(0, &changed) = 1;
	return 0;
}
