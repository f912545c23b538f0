/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tests of DMA share: descriptors, counts of the channels' interrupts, a source and
 * a target, start and end.
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
static uint8_t from[256] __attribute__((aligned(8)));
static uint8_t to[256] __attribute__((aligned(8)));

static inline void start(uint32_t channel, struct descriptor *d)
{
	uint32_t config = (uint32_t)d << 16 | STARTUP;

	__asm__ volatile("" ::: "memory");
	if (channel) {
		SET(dma1config, config);
	} else {
		SET(dma0config, config);
	}
}

static inline void finish(uint32_t channel)
{
	while ((channel ? GET(dma1status) : GET(dma0status)) & 15) {
	}
	__asm__ volatile("" ::: "memory");
}

static inline void fill(uint32_t seed)
{
	for (uint32_t i = 0; i < sizeof(from); i++) {
		from[i] = (uint8_t)(i ^ seed);
		to[i] = 0;
	}
}
