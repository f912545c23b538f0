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
#define ARCH_POSTED_WRITES 0
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 32 /* the chip's; this board sends an IPI each */
#define ARCH_REMOTE_AWAIT  0
#define ARCH_AWAIT_ALL     1
#define ARCH_IRQ_ON        0x200u /* EFLAGS.IF */
#define ARCH_STACK_BYTES   0x10000

/* Nanoseconds, by the published model of the chip, 2 to 3 routers away. */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 150, .load = 220, .store = 480, .copy = 145,           \
		.serve = 11, .flag = 30, .wait = 100                           \
	}

#endif
