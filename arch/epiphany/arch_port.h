/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the Epiphany port; arch/arch.h says what each one means.
 */
#ifndef WEFT_ARCH_PORT_H
#define WEFT_ARCH_PORT_H

#include <stdbool.h>
#include <stdint.h>

#define ARCH_NAME "epiphany-emu"

#define ARCH_ATOM 4
#define ARCH_LINE 8 /* an aligned double word is one store */

#define ARCH_FLAG_STRIDE   4 /* stores carry byte enables */
#define ARCH_GET_COST      1600
#define ARCH_DMA_CHANNELS  2
#define ARCH_FLAG_TELL     1
#define ARCH_WORDS_TELL    1
#define ARCH_BARRIER       1 /* WAND */
#define ARCH_SWAP          0 /* TESTSET is the only atomic */
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 1 /* one store to one core's ILATST */
#define ARCH_REMOTE_AWAIT  0 /* a core that idles is woken at home only */
#define ARCH_OWN_WINDOW    1
#define ARCH_LOOK          1
#define ARCH_LOOK_INLINE   1
#define ARCH_LOOK_ALL      0
#define ARCH_IRQ_ON        0u /* the library's bits of IMASK */
#define ARCH_STACK_BYTES   0x7f0
#define ARCH_STACK_GUARD   1
#define ARCH_CORES_MAX     64
#define ARCH_NEAR          1

/* arch/switch.h; boot/epiphany/switch.S */
#define ARCH_SWITCH_WORDS 26
#define ARCH_SWITCH_START 0
#define ARCH_STACK_LEAST  1024

#include "arch/epiphany/costs.h"

/*
 * External memory, where linker/epiphany-emu.ld puts these sections; calls there are
 * long.
 */
#define ARCH_COLD                                                              \
	__attribute__((cold, noinline, long_call, section(".text.cold")))
#define ARCH_COLD_DATA __attribute__((section(".rodata.cold")))

/*
 * A look at a word of mine for some 400 clocks: as long as a wake-up takes, or a word
 * to a neighbour and one back.
 */
static inline bool epi_soon(const volatile uint32_t *word, uint32_t value)
{
	uint32_t left = 64;

	do {
		if ((int32_t)(*word - value) >= 0) {
			return true;
		}
	} while (--left);
	return false;
}

static inline void *arch_own_window(uint32_t offset)
{
	extern uint8_t epi_window[];

	return epi_window + offset;
}

static inline bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			     uint64_t deadline)
{
	(void)rank; /* my own: ARCH_REMOTE_AWAIT */
	(void)deadline;
	return epi_soon((const volatile uint32_t *)arch_own_window(offset),
			value);
}

#endif
