/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of Wormholes that are joined by links; arch/arch.h says what each means. */
#ifndef TENSIX_CHIPS_ARCH_PORT_H
#define TENSIX_CHIPS_ARCH_PORT_H

#include "arch/tensix/arch_port.h"

#undef ARCH_NAME
#define ARCH_NAME          "wormhole-emu-chips"
#define ARCH_NODES         1
#define ARCH_NODE_ORDER    1
#define ARCH_LINKS         1
#define ARCH_LINK_ROLL     1
#define ARCH_BARRIER_QUIET 1

#undef ARCH_CORES_MAX
#define ARCH_CORES_MAX 640 /* FAR_CORES */

/* A rectangle of tiles is one chip's, and NCRISC knows no links. */
#undef ARCH_MULTICAST
#define ARCH_MULTICAST 0
#undef ARCH_LEND
#define ARCH_LEND 0

/* A turn of the door takes more of a fiber's stack than the library's handlers. */
#undef ARCH_STACK_LEAST
#define ARCH_STACK_LEAST 2048

/* arch/common/chips.h. */
#define BOARD_CHIP(record) ((record)->port[TENSIX_PORT_CHIP])
#define BOARD_CHIP_CORES   (1 << TENSIX_CHIP)

#include "arch/tensix/host.h"

#endif
