/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All cores: identity, far stores and loads of all sizes, the user interrupt of
 * a neighbour, external memory.
 *
 * run: --rows 2 --cols 3
 * run: --rows 8 --cols 8 --chip e64 --seed 3
 * run: --rows 1 --cols 1
 * run: --rows 10 --cols 12 --origin 0x104 --seed 5
 * expect: 0
 */
#include "chip.h"

volatile uint64_t box[2];
volatile uint32_t rung;

__asm__("	.text\n"
	"	.global	on_user\n"
	"on_user:\n"
	"	str	r0, [sp, -1]\n"
	"	str	r1, [sp, -2]\n"
	"	mov	r0, %low(_rung)\n"
	"	movt	r0, %high(_rung)\n"
	"	mov	r1, 1\n"
	"	str	r1, [r0]\n"
	"	ldr	r0, [sp, -1]\n"
	"	ldr	r1, [sp, -2]\n"
	"	rti\n");

static void wait_for_ring(void)
{
	gid();
	while (!rung) {
		sleep_once();
	}
	rung = 0;
	gie();
}

/* Every size, by a far address, is where the target's own loads see it. */
static void sizes(uint32_t next)
{
	uint32_t there = at(next, (uint32_t)&box);

	*(volatile uint64_t *)there = 0x1122334455667788;
	*(volatile uint8_t *)(there + 8) = 0x99;
	*(volatile uint16_t *)(there + 10) = 0xaabb;
	*(volatile uint32_t *)(there + 12) = 0xccddeeff;
	WORD(at(next, R_ILATST)) = 1 << I_USER;
	wait_for_ring();
	CHECK(box[0] == 0x1122334455667788);
	CHECK((uint32_t)box[1] == 0xaabb0099);
	CHECK((uint32_t)(box[1] >> 32) == 0xccddeeff);
	/* Loads, of what the loader has left there. */
	there = at(next, (uint32_t)&block);
	CHECK(WORD(there) == 3);
	CHECK(*(volatile uint8_t *)(there + 1) == 0);
	CHECK(*(volatile uint16_t *)(there + 4) == BLOCK->chip);
	CHECK(*(volatile uint64_t *)(there + 8) ==
	      ((uint64_t)(BLOCK->group >> 6) << 32 | BLOCK->group));
}

int main(void)
{
	uint32_t me = my_index(), next = me + 1 < count() ? me + 1 : 0;
	volatile uint32_t *external = (void *)BLOCK->external;

	CHECK(BLOCK->object == 3 && BLOCK->external_object == 5);
	CHECK(GET(coreid) == BLOCK->group + (BLOCK->row << 6) + BLOCK->column);
	SET(imask, 0x1ff);
	sizes(next);
	external[me] = me ^ 0x5a5a;
	/* Stores to one target arrive in order. */
	external[4096 + me] = 1;
	while (external[4096 + me] != 1) {
	}
	CHECK(external[me] == (me ^ 0x5a5a));
	return 0;
}
