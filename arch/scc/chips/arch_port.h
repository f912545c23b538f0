/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of SCCs under QEMU that are joined by links; arch/arch.h says what each means. */
#ifndef SCC_CHIPS_ARCH_PORT_H
#define SCC_CHIPS_ARCH_PORT_H

#define BOARD_PORT_CHIP 3 /* in place of the large map */
#include "arch/scc/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME "scc-qemu-chips"

#include "arch/qemu/chips/chip_port.h"

/* A turn of the door takes more of a fiber's stack than the library's handlers. */
#undef ARCH_STACK_LEAST
#define ARCH_STACK_LEAST 2048

#endif
