/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of ARM chips under QEMU that are joined by links; arch/arch.h explains each. */
#ifndef ARM_CHIPS_ARCH_PORT_H
#define ARM_CHIPS_ARCH_PORT_H

#include "arch/arm/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME          "arm-qemu-chips"
#define ARCH_NODES         1
#define ARCH_LINKS         1
#define ARCH_LINK_ROLL     1
#define ARCH_BARRIER_QUIET 1

#undef ARCH_CORES_MAX
#define ARCH_CORES_MAX 1536

/* arch/common/chips.h: the chip's number is a port[] word. */
#define BOARD_PORT_CHIP    4
#define BOARD_CHIP(record) ((record)->port[BOARD_PORT_CHIP])
#define BOARD_CHIP_CORES   48 /* so windows of all chips have one size */

/* A turn of the door takes more of a fiber's stack than the library's handlers. */
#undef ARCH_STACK_LEAST
#define ARCH_STACK_LEAST 3072

#endif
