/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floating point unit where it differs from a host's: denormals are zero,
 * FIX saturates, CONFIG rounds to nearest or truncates; integer mode.
 *
 * run: --rows 1 --cols 1
 * expect: 85
 */
#include "chip.h"

#define TWO(name, n, m)                                                        \
	({                                                                     \
		uint32_t d_;                                                   \
		__asm__ volatile(name " %0, %1, %2"                            \
				 : "=r"(d_)                                    \
				 : "r"((uint32_t)(n)), "r"((uint32_t)(m)));    \
		d_;                                                            \
	})
#define ONE(name, n)                                                           \
	({                                                                     \
		uint32_t d_;                                                   \
		__asm__ volatile(name " %0, %1"                                \
				 : "=r"(d_)                                    \
				 : "r"((uint32_t)(n)));                        \
		d_;                                                            \
	})

int main(void)
{
	uint32_t config = GET(config), d = 100;

	CHECK(TWO("fadd", 0x3f800000, 0x40000000) == 0x40400000);
	/* 1 + 3/2 of the last place: up, or down. */
	CHECK(TWO("fadd", 0x3f800000, 0x33c00000) == 0x3f800001);
	CHECK(ONE("fix", 0x40300000) == 3);
	SET(config, config | 1);
	CHECK(TWO("fadd", 0x3f800000, 0x33c00000) == 0x3f800000);
	CHECK(ONE("fix", 0x40300000) == 2);
	SET(config, config);
	CHECK(ONE("fix", 0x7f000000) == 0x7fffffff);
	CHECK(ONE("fix", 0xff000000) == 0x80000000);
	CHECK(ONE("fix", 0x7fc00000) == 0xffffffff);
	CHECK(ONE("float", -2) == 0xc0000000);
	/* A denormal counts as 0, and none comes out. */
	CHECK(TWO("fadd", 0x00400000, 0x00400000) == 0);
	CHECK(TWO("fmul", 0x00800000, 0x3f000000) == 0);
	CHECK(GET(status) & 1 << 15);
	/* Rounded once: the product's last bit counts when 1 is taken off. */
	d = 0xbf800000;
	__asm__ volatile("fmadd %0, %1, %1" : "+r"(d) : "r"(0x3f800800));
	CHECK(d == 0x3a000400);
	d = 100;
	SET(config, config | 4 << 17);
	CHECK(TWO("fmul", 0x10001, 0x10001) == 0x20001);
	__asm__ volatile("fmadd %0, %1, %1" : "+r"(d) : "r"(7));
	CHECK(d == 149);
	__asm__ volatile("fmsub %0, %1, %1" : "+r"(d) : "r"(12));
	CHECK(d == 5);
	SET(config, config);
	PASS();
	return 1;
}
