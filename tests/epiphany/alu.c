/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integer instructions: results and flags at the edges, shifts, a call by the
 * link register.
 *
 * run: --rows 1 --cols 1
 * expect: 85
 */
#include "chip.h"

/* Bits 4 to 7 of STATUS. */
enum {
	Z = 1,
	N = 2,
	C = 4,
	V = 8,
	AVS = 1 << 12,
};

/* The result of `name` goes to *d; the flags. */
#define FLAGS(name, d, n, m)                                                   \
	({                                                                     \
		uint32_t flags_;                                               \
		__asm__ volatile(name " %0, %2, %3\n\tmovfs %1, status"        \
				 : "=&r"(d), "=&r"(flags_)                     \
				 : "r"((uint32_t)(n)), "r"((uint32_t)(m)));    \
		flags_ >> 4 & 15;                                              \
	})

static void sums(void)
{
	uint32_t d;

	CHECK(FLAGS("add", d, 5, 0) == 0 && d == 5);
	CHECK(FLAGS("add", d, 0, 0) == Z && d == 0);
	CHECK(FLAGS("add", d, 0xffffffff, 1) == (Z | C) && d == 0);
	CHECK(FLAGS("add", d, 0xffffffff, 3) == C && d == 2);
	CHECK(FLAGS("add", d, 3, 0xfffffffc) == N && d == 0xffffffff);
	CHECK(FLAGS("add", d, 0x7fffffff, 1) == (N | V) && d == 0x80000000);
	CHECK(FLAGS("add", d, 0x80000000, 0x80000000) == (Z | C | V) && !d);
	CHECK(FLAGS("sub", d, 5, 3) == C && d == 2);
	CHECK(FLAGS("sub", d, 3, 3) == (Z | C) && d == 0);
	CHECK(FLAGS("sub", d, 3, 5) == N && d == 0xfffffffe);
	CHECK(FLAGS("sub", d, 0x80000000, 1) == (C | V) && d == 0x7fffffff);
	CHECK(FLAGS("sub", d, 0, 0x80000000) == (N | V) && d == 0x80000000);
}

/* What adding has left in C and V, logic clears; V stays on in another bit. */
static void logic(void)
{
	uint32_t d;

	SET(status, 0);
	CHECK(FLAGS("and", d, 12, 10) == 0 && d == 8);
	CHECK(!(GET(status) & AVS));
	CHECK(FLAGS("add", d, 0x80000000, 0x80000000) == (Z | C | V));
	CHECK(FLAGS("orr", d, 12, 10) == 0 && d == 14);
	CHECK(FLAGS("eor", d, 0x80000001, 1) == N && d == 0x80000000);
	CHECK(GET(status) & AVS);
	SET(status, 0);
	CHECK(!(GET(status) & AVS));
}

static void shifts(void)
{
	uint32_t d;

	CHECK(FLAGS("asr", d, 0x80000000, 4) == N && d == 0xf8000000);
	CHECK(FLAGS("lsr", d, 0x80000000, 4) == 0 && d == 0x08000000);
	CHECK(FLAGS("lsl", d, 0x18000001, 4) == N && d == 0x80000010);
	/* Five bits of the count are looked at. */
	CHECK(FLAGS("lsl", d, 1, 33) == 0 && d == 2);
	__asm__("asr %0, %1, 31" : "=r"(d) : "r"(0x80000000));
	CHECK(d == 0xffffffff);
	__asm__("bitr %0, %1" : "=r"(d) : "r"(0x00000013));
	CHECK(d == 0xc8000000);
}

static void call_by_link(void)
{
	uint32_t passed = 0, back;

	__asm__ volatile("mov lr, %%low(1f)\n\t"
			 "movt lr, %%high(1f)\n\t"
			 "jalr lr\n"
			 "0:	b 2f\n"
			 "1:	mov %0, 1\n\t"
			 "mov %1, %%low(0b)\n\t"
			 "sub %1, %1, lr\n"
			 "2:\n"
			 : "+r"(passed), "=&r"(back)
			 :
			 : "lr");
	CHECK(passed && !back);
}

int main(void)
{
	sums();
	logic();
	shifts();
	call_by_link();
	PASS();
	return 1;
}
