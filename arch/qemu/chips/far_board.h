/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What arch/common asks of a board whose chips are QEMUs.  Its <board.h> includes this twice:
 * first for the macros, and at its end, with FAR_BOARD_FUNCTIONS, for what they call.
 */
#ifndef BOARD_FAR
#define BOARD_FAR(rank)   ((rank)-port_first >= port_count)
#define BOARD_FAR_NEWS()  board_far_news()
#define BOARD_FAR_QUIET() board_far_quiet()
#define BOARD_FLAG_LOOK() vehicle_link_look()
#define BOARD_LINK_BYTES  board_link_bytes()
#endif

#if defined(FAR_BOARD_FUNCTIONS) && !defined(__ASSEMBLER__)

#include "arch/nodes.h"
#include "arch/qemu/link.h"

#include <far_core.h>
#include <far_port.h>

static inline uint32_t board_far_news(void)
{
	return arch_nodes() > 1 ? far_news() : 0;
}

static inline void board_far_quiet(void)
{
	if (arch_nodes() > 1) {
		far_quiet();
	}
}

static inline uint32_t board_link_bytes(void)
{
	return arch_nodes() > 1 ? FAR_CHANNEL : 0;
}

#endif
