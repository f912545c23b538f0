/* SPDX-License-Identifier: Apache-2.0 */
/*
 * WAND: a barrier of the whole chip, many times; nobody is let go before all
 * are there, those included that were never started.  The bit stays until the
 * handler clears it.
 *
 * run: --rows 4 --cols 4 --seed 1 --spread 3000
 * run: --rows 8 --cols 8 --chip e64
 * run: --rows 1 --cols 1
 * expect: 0
 * run: --rows 2 --cols 2 --cores 0-2
 * expect: 70 deadlock
 */
#include "chip.h"

enum {
	TURNS = 30
};

volatile uint32_t released, arrived; /* the handler's STATUS; turns */

__asm__("	.text\n"
	"	.global	on_wand\n"
	"on_wand:\n"
	"	str	r0, [sp, -1]\n"
	"	str	r1, [sp, -2]\n"
	"	movfs	r1, status\n"
	"	mov	r0, %low(0xfff7)\n"
	"	movt	r0, %high(0xffff0000)\n"
	"	and	r0, r1, r0\n"
	"	movts	status, r0\n"
	"	mov	r0, %low(_released)\n"
	"	movt	r0, %high(_released)\n"
	"	str	r1, [r0]\n"
	"	ldr	r0, [sp, -1]\n"
	"	ldr	r1, [sp, -2]\n"
	"	rti\n");

static void barrier(void)
{
	gid();
	released = 0;
	__asm__ volatile("wand" ::: "memory");
	while (!released) {
		sleep_once();
	}
	gie();
}

int main(void)
{
	uint32_t me = my_index(), all = count();

	SET(imask, ~(1u << I_WAND));
	for (uint32_t i = 1; i <= TURNS; i++) {
		/* Some come late, in turn. */
		for (volatile uint32_t n = (i ^ me) & 7; n; n--) {
		}
		arrived = i;
		barrier();
		CHECK(released & WAND);
		CHECK(!(GET(status) & WAND));
		for (uint32_t c = 0; c < all; c++) {
			CHECK(FAR(c, &arrived) >= i);
			CHECK(FAR(c, &arrived) <= i + 1);
		}
		barrier();
	}
	return 0;
}
