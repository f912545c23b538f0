/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the Tensix port; arch/arch.h says what each one means, <chip.h> has
 * what differs between Wormhole and Blackhole.
 */
#ifndef WEFT_ARCH_PORT_H
#define WEFT_ARCH_PORT_H

#include <chip.h>

#define ARCH_NAME CHIP_NAME

#define ARCH_ATOM 4
#define ARCH_LINE 16 /* what a bank of L1 has at an address */

#define ARCH_FLAG_STRIDE   4 /* writes carry byte enables */
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0 /* of any word; arch_tas has one of its own */
#define ARCH_NOTIFY_FANOUT 1 /* one write to one tile's bell */
#define ARCH_REMOTE_AWAIT  0 /* a look at another tile's L1 is a request */
#define ARCH_MULTICAST     1
#define ARCH_LEND          1 /* to NCRISC */
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_LOOK_ROWS     0
#define ARCH_IRQ_ON        0u
#define ARCH_STACK_BYTES   (CHIP_LOCAL_BYTES - 0x80) /* linker/tensix.ld */
#define ARCH_CORES_MAX     CHIP_TILES
#define ARCH_HEAP_LINES    12288 /* all of the window */

/* Fibers: boot/tensix/switch.S. */
#define ARCH_SWITCH_WORDS 16
#define ARCH_SWITCH_START 0
#define ARCH_STACK_LEAST  1024

#include "arch/tensix/costs.h"
#include "arch/tensix/who.h"

/* What seldom runs lies apart: the cores' instruction caches have 2 KB or less. */
#define ARCH_COLD __attribute__((cold, noinline))

#endif
