/* SPDX-License-Identifier: Apache-2.0 */
#include <board.h>

/*
 * .bss is cleared.  What other cores have latched meanwhile is taken here.
 */
ARCH_COLD _Noreturn void epi_start(void)
{
	epi_where_init();
	epi_console_init();
	epi_barrier_init();
	epi_time_init();
	EPI_SET(imask, BOARD_MASK | BOARD_LIBRARY);
	weft_start();
}
