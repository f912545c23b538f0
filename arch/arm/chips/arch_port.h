/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of ARM chips under QEMU that are joined by links; arch/arch.h explains each. */
#ifndef ARM_CHIPS_ARCH_PORT_H
#define ARM_CHIPS_ARCH_PORT_H

#define BOARD_PORT_CHIP 4
#include "arch/arm/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME "arm-qemu-chips"

#include "arch/qemu/chips/chip_port.h"

/* A turn of the door takes more of a fiber's stack than the library's handlers. */
#undef ARCH_STACK_LEAST
#define ARCH_STACK_LEAST 3072

#endif
