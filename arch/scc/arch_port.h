/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the SCC port on the board scc-qemu; arch/arch.h says what each
 * one means.
 */
#ifndef WEFT_ARCH_PORT_H
#define WEFT_ARCH_PORT_H

#define ARCH_NAME "scc-qemu"

#define ARCH_ATOM 4 /* QEMU moves words; the chip's lines are not imitated */
#define ARCH_LINE 32

#define ARCH_FLAG_STRIDE   4
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 32 /* the chip's; this board sends an IPI each */
#define ARCH_OWN_POINTER   1
#define ARCH_COMMON        1
#define ARCH_REMOTE_AWAIT  1
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_INLINE        "arch/common/window.h"
#define ARCH_IRQ_ON        0x200u /* EFLAGS.IF */
#define ARCH_STACK_BYTES   0x10000
#define ARCH_CORES_MAX     255 /* of the board; the chip has 48 */

/* arch/switch.h; boot/x86/switch.S */
#define ARCH_SWITCH_WORDS 6
#define ARCH_SWITCH_START 4
#define ARCH_STACK_LEAST  1024
#define ARCH_SWITCH_CALL  __attribute__((fastcall))
#define ARCH_CALL         __attribute__((regparm(3)))
#define ARCH_AWAIT_ANY    1

#ifndef BOARD_PORT_CHIP /* ranks go on from chip to chip */
#include "arch/common/who.h"
#endif
#include "arch/scc/costs.h"

#endif
