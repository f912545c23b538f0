/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of the SCC port on the chip itself; arch/arch.h says what each one
 * means.
 */
#ifndef WEFT_ARCH_PORT_H
#define WEFT_ARCH_PORT_H

#define ARCH_NAME "scc-hw"

#define ARCH_ATOM 4 /* a handler may come between two words of a line */
#define ARCH_LINE 32

#define ARCH_FLAG_STRIDE   4 /* byte masks; see CAVEATS.md */
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 32
#define ARCH_OWN_POINTER   1
#define ARCH_REMOTE_AWAIT  1
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_INLINE        "arch/common/window.h"
#define ARCH_IRQ_ON        0x200u /* EFLAGS.IF */
#define ARCH_STACK_BYTES   0x10000

/* arch/switch.h; boot/x86/switch.S */
#define ARCH_SWITCH_WORDS 6
#define ARCH_SWITCH_START 4
#define ARCH_STACK_LEAST  1024
#define ARCH_SWITCH_CALL  __attribute__((fastcall))
#define ARCH_CALL         __attribute__((regparm(3)))

#include "arch/common/who.h"
#include "arch/scc/costs.h"

#endif
