/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blackhole's software interrupts: from the own tile and from another; those that are
 * not enabled wait; two that are raised before one is read are one; the lowest number
 * goes first; a core that polls is interrupted; there is no nesting.
 *
 * run: --chip blackhole --tiles 0-1
 * run: --chip blackhole --tiles 0-1 --seed 4
 * expect: 85
 */
#include "chip.h"

static volatile uint32_t taken, last, order, nested, clear_late;

/* Called with all registers saved. */
void on_interrupt(void);
void on_interrupt(void)
{
	uint32_t number = WORD(PIC + 8);

	taken++;
	last = number;
	order = order * 10 + number;
	if (number == 4) {
		WORD(SW_INT(5)) = 1;
		use(WORD(SW_INT(6)));
		nested = taken;
	}
	use(WORD(SW_INT(number)));
}

__asm__("	.text\n"
	"	.globl	handler\n"
	"handler:\n"
	"	addi	sp, sp, -64\n"
	"	.irp	i, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, "
	"30, "
	"31\n"
	"	sw	x\\i, (sp)\n"
	"	addi	sp, sp, -4\n"
	"	.endr\n"
	"	call	on_interrupt\n"
	"	.irp	i, 31, 30, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 7, "
	"6, 5, "
	"1\n"
	"	addi	sp, sp, 4\n"
	"	lw	x\\i, (sp)\n"
	"	.endr\n"
	"	addi	sp, sp, 64\n"
	"	mret\n");
extern char handler[];

static void wait_for(uint32_t n)
{
	while (taken < n) {
		fence();
	}
}

static void enable(uint32_t mask)
{
	WORD(PIC) = mask;
	use(WORD(PIC));
}

int main(void)
{
	if (my_index() == 1) {
		return GO_ON;
	}
	for (uint32_t i = 0; i < 32; i++) {
		WORD(SW_PC(i)) = (uint32_t)(uintptr_t)handler;
	}
	use(WORD(SW_PC(31)));
	WORD(SW_INT(3)) = 1;
	use(WORD(SW_PC(3)));
	CHECK(taken == 0);
	enable(1u << 3);
	wait_for(1);
	CHECK(last == 3);
	enable(0);
	WORD(SW_INT(3)) = 1;
	WORD(SW_INT(3)) = 2;
	WORD(SW_INT(9)) = 1;
	use(WORD(SW_PC(0)));
	order = 0;
	enable(1u << 3 | 1u << 9);
	wait_for(3);
	CHECK(order == 39);
	/* A read says that it was raised, and takes it back. */
	enable(0);
	WORD(SW_INT(7)) = 1;
	use(WORD(SW_PC(0)));
	CHECK(WORD(SW_INT(7)) == 1);
	CHECK(WORD(SW_INT(7)) == 0);
	enable(~0u);
	CHECK(taken == 3);
	/* 5 is raised in the handler of 4, and waits for its end. */
	order = 0;
	WORD(SW_INT(4)) = 1;
	wait_for(5);
	CHECK(nested == 4 && order == 45);
	/* By the network. */
	start_inline(my_place(), SW_INT(0), 1);
	wait_for(6);
	CHECK(last == 0);
	idle(0);
	CHECK(WORD(SW_INT(0)) == 0);
	return PASS;
}
