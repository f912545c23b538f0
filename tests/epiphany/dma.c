/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA within a core: one and two dimensions, all sizes, chains, both channels; channel
 * interrupts merge.
 *
 * run: --rows 1 --cols 1
 * run: --rows 1 --cols 1 --seed 7
 * run: --rows 1 --cols 1 --seed 8
 * expect: 0
 */
#include "dma.h"

static struct descriptor b __attribute__((aligned(8)));

static void plain(uint32_t size, uint32_t shift)
{
	fill(size);
	a = (struct descriptor){
		.config = ENABLE | MASTER | size,
		.inner_stride = 0x00010001 << shift,
		.count = 1 << 16 | 128 >> shift,
		.source = (uint32_t)from,
		.target = (uint32_t)to,
	};
	start(1, &a);
	finish(1);
	for (uint32_t i = 0; i < sizeof(to); i++) {
		CHECK(to[i] == (i < 128 ? from[i] : 0));
	}
}

/* A descriptor is fetched after its channel has been started, not at once. */
static void fetched_late(void)
{
	fill(0x44);
	a = (struct descriptor){
		.config = ENABLE | MASTER | BYTES,
		.inner_stride = 1 << 16 | 1,
		.count = 1 << 16 | 100,
		.source = (uint32_t)from,
		.target = (uint32_t)to,
	};
	__asm__ volatile("movts dma0config, %0\n\t"
			 "str %1, [%2]" ::"r"((uint32_t)&a << 16 | STARTUP),
			 "r"(to + 128), "r"(&a.target)
			 : "memory");
	CHECK((GET(dma0status) & 15) == 5);
	finish(0);
	for (uint32_t i = 0; i < sizeof(to); i++) {
		CHECK(to[i] == (i >= 128 && i < 228 ? from[i - 128] : 0));
	}
}

/* 4 rows of 3 words out of a matrix of 8 words a row, into a dense one. */
static void matrix(void)
{
	fill(9);
	a = (struct descriptor){
		.config = ENABLE | MASTER | WORDS | IRQ,
		.inner_stride = 4 << 16 | 4,
		.count = 4 << 16 | 3,
		/* Instead of the row's last stride: 32 - 2 * 4 on. */
		.outer_stride = 4 << 16 | 24,
		.source = (uint32_t)from,
		.target = (uint32_t)to,
	};
	dma0 = 0;
	start(0, &a);
	finish(0);
	CHECK(dma0 == 1);
	for (uint32_t row = 0, n = 0; row < 4; row++) {
		for (uint32_t i = 0; i < 12; i++) {
			CHECK(to[n++] == from[(row << 5) + i]);
		}
	}
	CHECK(to[48] == 0);
}

/* Backwards: strides have a sign. */
static void reversed(void)
{
	fill(0x13);
	a = (struct descriptor){
		.config = ENABLE | MASTER | BYTES,
		.inner_stride = 1 << 16 | 0xffff,
		.count = 1 << 16 | 64,
		.source = (uint32_t)from + 63,
		.target = (uint32_t)to,
	};
	start(0, &a);
	finish(0);
	for (uint32_t i = 0; i < 64; i++) {
		CHECK(to[i] == from[63 - i]);
	}
}

/* Two descriptors: two interrupts latched while they are held off are one. */
static void chain(void)
{
	fill(3);
	b = (struct descriptor){
		.config = ENABLE | MASTER | BYTES | IRQ,
		.inner_stride = 1 << 16 | 1,
		.count = 1 << 16 | 7,
		.source = (uint32_t)from + 100,
		.target = (uint32_t)to + 100,
	};
	a = (struct descriptor){
		.config = ENABLE | MASTER | CHAIN | HALVES | IRQ |
			  (uint32_t)&b << 16,
		.inner_stride = 2 << 16 | 2,
		.count = 1 << 16 | 5,
		.source = (uint32_t)from,
		.target = (uint32_t)to,
	};
	dma1 = 0;
	gid();
	start(1, &a);
	finish(1);
	CHECK(dma1 == 0);
	gie();
	CHECK(dma1 == 1);
	/* Each has its own, if there is time to take it. */
	start(1, &a);
	while (dma1 != 3) {
	}
	for (uint32_t i = 0; i < sizeof(to); i++) {
		bool moved = i < 10 || (i >= 100 && i < 107);

		CHECK(to[i] == (moved ? from[i] : 0));
	}
}

/* Both at once: neither disturbs the other. */
static void both(void)
{
	fill(0x31);
	a = (struct descriptor){
		.config = ENABLE | MASTER | WORDS,
		.inner_stride = 4 << 16 | 4,
		.count = 1 << 16 | 32,
		.source = (uint32_t)from,
		.target = (uint32_t)to,
	};
	b = (struct descriptor){
		.config = ENABLE | MASTER | WORDS,
		.inner_stride = 4 << 16 | 4,
		.count = 1 << 16 | 32,
		.source = (uint32_t)from + 128,
		.target = (uint32_t)to + 128,
	};
	start(1, &b);
	start(0, &a);
	finish(0);
	/* Channel 1 has had what channel 0 left. */
	CHECK(GET(dma1status) & 15);
	finish(1);
	for (uint32_t i = 0; i < sizeof(to); i++) {
		CHECK(to[i] == from[i]);
	}
}

int main(void)
{
	SET(imask, 0);
	plain(BYTES, 0);
	plain(HALVES, 1);
	plain(WORDS, 2);
	plain(DOUBLES, 3);
	fetched_late();
	matrix();
	reversed();
	chain();
	both();
	return 0;
}
