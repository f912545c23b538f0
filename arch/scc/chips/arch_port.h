/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of SCCs under QEMU that are joined by links; arch/arch.h says what each means. */
#ifndef SCC_CHIPS_ARCH_PORT_H
#define SCC_CHIPS_ARCH_PORT_H

/* arch/common/chips.h: the chip's number is a port[] word, in place of the large map. */
#define BOARD_PORT_CHIP    3
#define BOARD_CHIP(record) ((record)->port[BOARD_PORT_CHIP])
#define BOARD_CHIP_CORES   48

#include "arch/scc/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME          "scc-qemu-chips"
#define ARCH_NODES         1
#define ARCH_LINKS         1
#define ARCH_LINK_ROLL     1
#define ARCH_BARRIER_QUIET 1

#undef ARCH_CORES_MAX
#define ARCH_CORES_MAX 1536

/* A turn of the door takes more of a fiber's stack than the library's handlers. */
#undef ARCH_STACK_LEAST
#define ARCH_STACK_LEAST 2048

#endif
