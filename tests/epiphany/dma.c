/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA: one and two dimensions, all sizes, chains, both channels, message mode,
 * from and to other cores and external memory; channel interrupts merge.
 *
 * run: --rows 1 --cols 3
 * run: --rows 1 --cols 3 --seed 7
 * run: --rows 1 --cols 3 --seed 8
 * expect: 0
 */
#include "chip.h"

struct descriptor {
	uint32_t config, inner_stride, count, outer_stride, source, target;
};

enum {
	ENABLE = 1,
	MASTER = 2,
	CHAIN = 4,
	STARTUP = 8,
	IRQ = 16,
	MESSAGE = 1 << 10,
	WIDE_TARGET = 1 << 13,
	BYTES = 0 << 5,
	HALVES = 1 << 5,
	WORDS = 2 << 5,
	DOUBLES = 3 << 5,
};

volatile uint32_t dma0, dma1, message;

__asm__("	.macro	counting name\n"
	"	.global	on_\\name\n"
	"on_\\name:\n"
	"	str	r0, [sp, -1]\n"
	"	str	r1, [sp, -2]\n"
	"	mov	r0, %low(_\\name)\n"
	"	movt	r0, %high(_\\name)\n"
	"	ldr	r1, [r0]\n"
	"	add	r1, r1, 1\n"
	"	str	r1, [r0]\n"
	"	ldr	r0, [sp, -1]\n"
	"	ldr	r1, [sp, -2]\n"
	"	rti\n"
	"	.endm\n"
	"	.text\n"
	"	counting dma0\n"
	"	counting dma1\n"
	"	counting message\n");

static struct descriptor a __attribute__((aligned(8)));
static struct descriptor b __attribute__((aligned(8)));
static uint8_t from[256] __attribute__((aligned(8)));
static uint8_t to[256] __attribute__((aligned(8)));
volatile uint32_t ready;

static void start(uint32_t channel, struct descriptor *d)
{
	uint32_t config = (uint32_t)d << 16 | STARTUP;

	__asm__ volatile("" ::: "memory");
	if (channel) {
		SET(dma1config, config);
	} else {
		SET(dma0config, config);
	}
}

static void finish(uint32_t channel)
{
	while ((channel ? GET(dma1status) : GET(dma0status)) & 15) {
	}
	__asm__ volatile("" ::: "memory");
}

static void fill(uint32_t seed)
{
	for (uint32_t i = 0; i < sizeof(from); i++) {
		from[i] = (uint8_t)(i ^ seed);
		to[i] = 0;
	}
}

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

/* A word to each core: this stride counts units of 64 KB. */
static void scatter(void)
{
	static volatile uint32_t mine;

	fill(0x21);
	a = (struct descriptor){
		.config = ENABLE | MASTER | WORDS | WIDE_TARGET,
		.inner_stride = 16 << 16 | 4,
		.count = 1 << 16 | 3,
		.source = (uint32_t)from,
		.target = at(0, (uint32_t)&mine),
	};
	start(0, &a);
	finish(0);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t word =
			0x01010101 * 0x21 ^ (0x03020100 + i * 0x04040404);

		/* Loads overtake what is under way. */
		while (FAR(i, &mine) != word) {
		}
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

/* To core 1, which hears of it by an interrupt behind the data. */
static void send(void)
{
	fill(0x55);
	a = (struct descriptor){
		.config = ENABLE | MASTER | DOUBLES | MESSAGE,
		.inner_stride = 8 << 16 | 8,
		.count = 1 << 16 | 32,
		.source = (uint32_t)from,
		.target = at(1, (uint32_t)to),
	};
	start(0, &a);
	finish(0);
}

static void receive(void)
{
	gid();
	while (!message) {
		sleep_once();
	}
	gie();
	/* What comes last, first. */
	for (uint32_t i = sizeof(to); i-- > 0;) {
		CHECK(to[i] == (uint8_t)(i ^ 0x55));
	}
	ready = 1;
}

/* Back from core 1: in message mode the channel waits for what it reads. */
static void fetch(void)
{
	while (!FAR(1, &ready)) {
	}
	fill(0);
	a = (struct descriptor){
		.config = ENABLE | MASTER | DOUBLES | MESSAGE,
		.inner_stride = 8 << 16 | 8,
		.count = 1 << 16 | 32,
		.source = at(1, (uint32_t)to),
		.target = (uint32_t)to,
	};
	start(1, &a);
	finish(1);
	for (uint32_t i = 0; i < sizeof(to); i++) {
		CHECK(to[i] == (uint8_t)(i ^ 0x55));
	}
}

/* To external memory by registers instead of a descriptor, and back. */
static void external(void)
{
	uint32_t there = BLOCK->external + 0x1000;

	fill(0x77);
	SET(dma0stride, 4 << 16 | 4);
	SET(dma0count, 1 << 16 | 16);
	SET(dma0srcaddr, (uint32_t)from);
	SET(dma0dstaddr, there);
	SET(dma0config, ENABLE | MASTER | WORDS);
	finish(0);
	/* The last store arrives behind the others. */
	WORD(there + 64) = 1;
	while (WORD(there + 64) != 1) {
	}
	a = (struct descriptor){
		.config = ENABLE | MASTER | WORDS | MESSAGE,
		.inner_stride = 4 << 16 | 4,
		.count = 1 << 16 | 16,
		.source = there,
		.target = (uint32_t)to,
	};
	start(0, &a);
	finish(0);
	for (uint32_t i = 0; i < 64; i++) {
		CHECK(to[i] == from[i]);
	}
	/* Without message mode, to have asked is all; there is a long way. */
	to[63] = 0;
	a.config &= ~(uint32_t)MESSAGE;
	start(0, &a);
	finish(0);
	CHECK(*(volatile uint8_t *)&to[63] == 0);
	while (*(volatile uint8_t *)&to[63] != from[63]) {
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
	uint32_t me = my_index();

	SET(imask, 0);
	if (me == 1) {
		receive();
		return 0;
	}
	if (me == 2) {
		return 0;
	}
	plain(BYTES, 0);
	plain(HALVES, 1);
	plain(WORDS, 2);
	plain(DOUBLES, 3);
	fetched_late();
	matrix();
	reversed();
	chain();
	both();
	send();
	fetch();
	external();
	scatter();
	return 0;
}
