/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the ARM port on the board arm-qemu; arch/arch.h says what each
 * one means.
 */
#ifndef WEFT_ARCH_PORT_H
#define WEFT_ARCH_PORT_H

#define ARCH_NAME "arm-qemu"

#define ARCH_ATOM 4 /* an aligned word; ldm and stm promise no more */
#define ARCH_LINE 32

#define ARCH_FLAG_STRIDE   4
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          1
#define ARCH_COMPARE_SWAP  1
#define ARCH_FETCH_ADD     1
#define ARCH_NOTIFY_FANOUT 16 /* a cluster; all but me is one store, too */
#define ARCH_OWN_POINTER   1
#define ARCH_COMMON        1
#define ARCH_REMOTE_AWAIT  0
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_INLINE        "arch/common/window.h"
#define ARCH_IRQ_ON        0u /* CPSR.I, which masks */
#define ARCH_STACK_BYTES   0x10000

/* arch/switch.h; boot/arm/switch.S */
#define ARCH_SWITCH_WORDS 26
#define ARCH_SWITCH_START 24
#define ARCH_STACK_LEAST  2048
#define ARCH_AWAIT_ANY    1

#endif
