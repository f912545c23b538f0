/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMA from and to other cores and external memory; message mode.
 *
 * run: --rows 1 --cols 3
 * run: --rows 1 --cols 3 --seed 7
 * run: --rows 1 --cols 3 --seed 8
 * expect: 0
 */
#include "dma.h"

volatile uint32_t ready;

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
	send();
	fetch();
	external();
	scatter();
	return 0;
}
