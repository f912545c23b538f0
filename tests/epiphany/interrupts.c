/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts: latches merge, priorities, IPEND and nesting, masks, GID, and
 * `gie; idle`.
 *
 * run: --rows 1 --cols 1
 * expect: 85
 */
#include "chip.h"

/* Each interrupt leaves its number, and the IPEND and STATUS that it saw. */
volatile uint32_t seen[64], seen_ipend[64], seen_status[64], seen_count;
volatile uint32_t ipend_after; /* what came in between */
volatile uint32_t count_after; /* how many had begun when a handler was open */

__asm__("	.macro	handler name number nested\n"
	"	.global	on_\\name\n"
	"on_\\name:\n"
	"	sub	sp, sp, 64\n"
	"	str	r0, [sp, 2]\n"
	"	str	r1, [sp, 3]\n"
	"	str	r2, [sp, 4]\n"
	"	str	r3, [sp, 5]\n"
	"	movfs	r0, status\n"
	"	str	r0, [sp, 6]\n"
	"	movfs	r0, iret\n"
	"	str	r0, [sp, 7]\n"
	"	mov	r0, %low(_seen_count)\n"
	"	movt	r0, %high(_seen_count)\n"
	"	ldr	r1, [r0]\n"
	"	add	r2, r1, 1\n"
	"	str	r2, [r0]\n"
	"	mov	r2, \\number\n"
	"	mov	r3, %low(_seen)\n"
	"	movt	r3, %high(_seen)\n"
	"	lsl	r1, r1, 2\n"
	"	str	r2, [r3, r1]\n"
	"	movfs	r2, ipend\n"
	"	mov	r3, %low(_seen_ipend)\n"
	"	movt	r3, %high(_seen_ipend)\n"
	"	str	r2, [r3, r1]\n"
	"	movfs	r2, status\n"
	"	mov	r3, %low(_seen_status)\n"
	"	movt	r3, %high(_seen_status)\n"
	"	str	r2, [r3, r1]\n"
	"	.if	\\nested\n"
	"	mov	r0, \\nested\n"
	"	movts	ilatst, r0\n"
	"	gie\n"
	"	nop\n"
	"	gid\n"
	"	movfs	r0, ipend\n"
	"	mov	r3, %low(_ipend_after)\n"
	"	movt	r3, %high(_ipend_after)\n"
	"	str	r0, [r3]\n"
	"	.endif\n"
	"	ldr	r0, [sp, 7]\n"
	"	movts	iret, r0\n"
	"	ldr	r0, [sp, 6]\n"
	"	movts	status, r0\n"
	"	ldr	r0, [sp, 2]\n"
	"	ldr	r1, [sp, 3]\n"
	"	ldr	r2, [sp, 4]\n"
	"	ldr	r3, [sp, 5]\n"
	"	add	sp, sp, 64\n"
	"	rti\n"
	"	.endm\n"
	"	.text\n"
	/* The first wants a more urgent one, the second a less urgent one. */
	"	handler	user 9 0\n"
	"	handler	timer1 4 0\n"
	"	handler	message 5 0x10\n"
	"	handler	timer0 3 0x200\n"
	"	handler	wand 8 0\n"
	/* One that wants itself again, once, and lets others in. */
	"	.global	on_dma0\n"
	"on_dma0:\n"
	"	movfs	r20, iret\n"
	"	mov	r16, %low(_seen_count)\n"
	"	movt	r16, %high(_seen_count)\n"
	"	ldr	r17, [r16]\n"
	"	add	r18, r17, 1\n"
	"	str	r18, [r16]\n"
	"	sub	r17, r17, 0\n"
	"	bne	1f\n"
	"	mov	r18, 0x40\n"
	"	movts	ilatst, r18\n"
	"	gie\n"
	"	nop\n"
	"	gid\n"
	"	ldr	r18, [r16]\n"
	"	mov	r16, %low(_count_after)\n"
	"	movt	r16, %high(_count_after)\n"
	"	str	r18, [r16]\n"
	"1:	movts	iret, r20\n"
	"	rti\n");

extern uint32_t ipend_at_start;

static void expect(uint32_t count, uint32_t first, uint32_t second,
		   uint32_t third)
{
	CHECK(seen_count == count);
	CHECK(count < 1 || seen[0] == first);
	CHECK(count < 2 || seen[1] == second);
	CHECK(count < 3 || seen[2] == third);
	CHECK(GET(ipend) == 0);
	CHECK(!(GET(status) & GID));
	seen_count = 0;
}

static void latch(uint32_t bits)
{
	SET(ilatst, bits);
}

static void start(void)
{
	/* It began as interrupt 0, and crt.S has left that. */
	CHECK(ipend_at_start == 1);
	CHECK(GET(ipend) == 0);
	CHECK(!(GET(status) & GID));
	CHECK(GET(status) & 1);
	CHECK(GET(imask) == 0x3ff);
}

static void merging(void)
{
	gid();
	latch(1 << I_USER);
	latch(1 << I_USER);
	latch(1 << I_USER);
	CHECK(seen_count == 0);
	gie();
	expect(1, I_USER, 0, 0);
	CHECK(seen_ipend[0] == 1 << I_USER);
	CHECK(GET(ilat) == 0);
	/* It ran with interrupts off, and as an active core. */
	CHECK((seen_status[0] & (GID | 1)) == (GID | 1));
}

static void priority(void)
{
	gid();
	latch(1 << I_WAND);
	latch(1 << I_USER | 1 << I_TIMER1);
	gie();
	expect(3, I_TIMER1, I_WAND, I_USER);
}

static void masking(void)
{
	SET(imask, 1 << I_USER);
	latch(1 << I_USER);
	expect(0, 0, 0, 0);
	CHECK(GET(ilat) == 1 << I_USER);
	SET(imask, 0);
	expect(1, I_USER, 0, 0);
	gid();
	latch(1 << I_USER | 1 << I_WAND);
	SET(ilatcl, 1 << I_USER);
	gie();
	expect(1, I_WAND, 0, 0);
	/* A masked one is in nobody's way, however urgent. */
	SET(imask, 1 << I_TIMER1);
	latch(1 << I_TIMER1 | 1 << I_USER);
	expect(1, I_USER, 0, 0);
	CHECK(GET(ilat) == 1 << I_TIMER1);
	SET(ilatcl, 1 << I_TIMER1);
	SET(imask, 0);
}

static void nesting(void)
{
	/* A more urgent one comes in between, when the handler lets it. */
	latch(1 << I_MESSAGE);
	expect(2, I_MESSAGE, I_TIMER1, 0);
	CHECK(seen_ipend[1] == (1 << I_MESSAGE | 1 << I_TIMER1));
	CHECK(ipend_after == 1 << I_MESSAGE);
	/* A less urgent one waits for the handler's end even so. */
	latch(1 << I_TIMER0);
	expect(2, I_TIMER0, I_USER, 0);
	CHECK(seen_ipend[0] == 1 << I_TIMER0);
	CHECK(seen_ipend[1] == 1 << I_USER);
}

/* As urgent is not more urgent. */
static void itself(void)
{
	__asm__ volatile("movts ilatst, %0\n\tnop" ::"r"(1 << I_DMA0)
			 : "r16", "r17", "r18", "r20", "memory");
	CHECK(count_after == 1 && seen_count == 2);
	seen_count = 0;
}

/* Twice in the latch is once. */
static void twice(void)
{
	gid();
	latch(1 << I_USER);
	latch(1 << I_USER);
	CHECK(GET(ilat) == 1 << I_USER);
	gie();
	expect(1, I_USER, 0, 0);
}

static void status_bits(void)
{
	SET(status, GET(status) | GID);
	CHECK(!(GET(status) & GID));
	SET(hstatus, GET(status) | GID);
	CHECK(GET(status) & GID);
	latch(1 << I_USER);
	CHECK(seen_count == 0);
	gie();
	expect(1, I_USER, 0, 0);
}

static void sleeping(void)
{
	/* Pending before: it must not sleep for good. */
	gid();
	latch(1 << I_USER);
	sleep_once();
	gie();
	expect(1, I_USER, 0, 0);
}

int main(void)
{
	start();
	SET(imask, 0);
	merging();
	priority();
	masking();
	twice();
	nesting();
	itself();
	status_bits();
	sleeping();
	PASS();
	return 1;
}
