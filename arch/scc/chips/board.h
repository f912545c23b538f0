/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scc-qemu-chips: several SCCs, each a QEMU of its own, laid out as scc-qemu's.  A chip has
 * beside that QEMU's virtio-net, whose pin leads to the second I/O APIC.
 */
#ifndef SCC_CHIPS_BOARD_H
#define SCC_CHIPS_BOARD_H

#include <arch_port.h>

#define BOARD_IS_LARGE(record) ((void)(record), false)

/* QEMU gives a microvm's only device the last of its places. */
#define BOARD_VIRTIO     0xfeb02e00
#define BOARD_VIRTIO_PIN 23
#define BOARD_IO_APIC    0xfec10000

#include "arch/qemu/chips/far_board.h"
#include "arch/scc/board.h"

#define FAR_BOARD_FUNCTIONS
#include "arch/qemu/chips/far_board.h"

#ifndef __ASSEMBLER__

/* arch_quiet, but for other chips. */
static inline void board_near_quiet(void)
{
	cpu_fence();
}

#endif
#endif
