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

enum {
	BZ = 1 << 8,
	BV = 1 << 10,
	BVS = 1 << 14, /* these two stay */
	BUS = 1 << 15,
};

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
	CHECK(GET(status) & BUS);
	/* Nor a product of which nothing at all is left; an exact 0 is none. */
	SET(status, 0);
	CHECK(TWO("fmul", 0x00800000, 0x00800000) == 0);
	CHECK(GET(status) & BUS);
	CHECK(GET(status) & BZ);
	SET(status, 0);
	d = 0;
	__asm__ volatile("fmsub %0, %1, %1" : "+r"(d) : "r"(0x00800000));
	CHECK((d & 0x7fffffff) == 0 && GET(status) & BUS);
	SET(status, 0);
	CHECK(TWO("fmul", 0x00800000, 0) == 0);
	CHECK(TWO("fsub", 0x00800000, 0x00800000) == 0);
	d = 0xbf800000;
	__asm__ volatile("fmadd %0, %1, %1" : "+r"(d) : "r"(0x3f800000));
	CHECK(d == 0 && !(GET(status) & BUS));
	/* Overflow: infinite, or the largest number where that is cut off. */
	CHECK(TWO("fmul", 0x7f7fffff, 0x40000000) == 0x7f800000);
	CHECK((GET(status) & (BV | BVS)) == (BV | BVS));
	SET(status, 0);
	SET(config, config | 1);
	CHECK(TWO("fmul", 0x7f7fffff, 0x40000000) == 0x7f7fffff);
	CHECK((GET(status) & (BV | BVS)) == (BV | BVS));
	CHECK(TWO("fadd", 0xff7fffff, 0xff7fffff) == 0xff7fffff);
	CHECK((GET(status) & (BV | BVS)) == (BV | BVS));
	/* The largest number alone is no overflow, nor is infinity's own sum. */
	SET(status, 0);
	CHECK(TWO("fmul", 0x7f7fffff, 0x3f800000) == 0x7f7fffff);
	CHECK(TWO("fadd", 0x7f800000, 0x3f800000) == 0x7f800000);
	CHECK(!(GET(status) & (BV | BVS)));
	SET(config, config);
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
