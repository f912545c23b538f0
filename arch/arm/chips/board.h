/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arm-qemu-chips: several chips, each a QEMU of its own, laid out as arm-qemu's, with
 * virtio-net beside.
 */
#ifndef ARM_CHIPS_BOARD_H
#define ARM_CHIPS_BOARD_H

#include <arch_port.h>

/* QEMU gives a virt's first device the last of its 32 places. */
#define BOARD_VIRTIO_MB  0x0a000000
#define BOARD_VIRTIO     BOARD_DEVICE(BOARD_VIRTIO_MB + 31 * 0x200)
#define BOARD_VIRTIO_IRQ (32 + 16 + 31)

#include "arch/qemu/chips/far_board.h"
#include "arch/arm/board.h"

#define FAR_BOARD_FUNCTIONS
#include "arch/qemu/chips/far_board.h"

#ifndef __ASSEMBLER__

/* arch_quiet, but for other chips. */
static inline void board_near_quiet(void)
{
	cpu_dsb();
}

#endif
#endif
