/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constants that ports share whose chips are QEMUs.  <arch_port.h> includes this behind
 * those of one chip, and defines BOARD_PORT_CHIP in front of both: the port[] word that has
 * the chip's number.
 */
#ifndef QEMU_CHIPS_CHIP_PORT_H
#define QEMU_CHIPS_CHIP_PORT_H

#define ARCH_NODES         1
#define ARCH_NODE_ORDER    1
#define ARCH_LINKS         1
#define ARCH_LINK_ROLL     1
#define ARCH_BARRIER_QUIET 1

#undef ARCH_CORES_MAX
#define ARCH_CORES_MAX 1536

/* arch/common/chips.h.  Of every chip, so windows of all chips have one size. */
#define BOARD_CHIP(record) ((record)->port[BOARD_PORT_CHIP])
#define BOARD_CHIP_CORES   48

#endif
