/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of the template port; see arch/arch.h section 1. */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME          "template"
#define ARCH_ATOM          4
#define ARCH_LINE          32
#define ARCH_FLAG_STRIDE   4
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 1
#define ARCH_REMOTE_AWAIT  0
#define ARCH_LOOK          0
#define ARCH_LOOK_ALL      0
#define ARCH_IRQ_ON        0
#define ARCH_STACK_BYTES   16384

#endif
