/* SPDX-License-Identifier: Apache-2.0 */
/* Start and time: what takes a line or two. */
#include <board.h>

#include "arch/tensix/niu.h"

enum {
	CLOCK_LOW = 0xffb121f0, /* reading it holds the upper half */
	CLOCK_HIGH = 0xffb121f8,
};

struct tensix_shared tensix_shared __attribute__((section(".shared")));
uint8_t tensix_window[BOARD_WINDOW_BYTES]
	__attribute__((section(".window"), aligned(16)));

/* .bss and window are zeroes by the loader, local RAM by boot/tensix/start.S. */
_Noreturn void tensix_start(void)
{
	tensix_where_init();
	niu_init();
	tensix_irq_init();
	BOARD_LINK_OPEN();
	weft_start();
}

static inline uint32_t clock_half(uintptr_t at)
{
	return *(volatile uint32_t *)at;
}

/* "TensixTile/TileControlDebugStatus", the wall clock. */
uint64_t arch_cycles(void)
{
	uint32_t state = tensix_close();
	uint32_t low = clock_half(CLOCK_LOW), high;

	tensix_use(low);
	high = clock_half(CLOCK_HIGH);
	tensix_open(state);
	return (uint64_t)high << 32 | low;
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * CHIP_MHZ;
}
