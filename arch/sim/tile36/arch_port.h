/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constants of the simulated chip with coherent windows and message FIFOs
 * (sim/profiles/tile36.profile); arch/arch.h says what each means.
 */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME          "tile36-sim"
#define ARCH_ATOM          8
#define ARCH_LINE          64
#define ARCH_FLAG_STRIDE   64 /* flags of a line would be invalidated together */
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          1
#define ARCH_COMPARE_SWAP  1
#define ARCH_FETCH_ADD     1
#define ARCH_FIFO          4
#define ARCH_FIFO_WORDS    118
#define ARCH_OWN_WRITES    1 /* the memory is coherent */
#define ARCH_NOTIFY_FANOUT 1
#define ARCH_REMOTE_AWAIT  1
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      0 /* flags are a line each */
#define ARCH_INLINE        "arch/sim/inline.h"
#define ARCH_HINTS         0
#define ARCH_WORKED        1
#define ARCH_IRQ_ON        0u
#define ARCH_STACK_BYTES   262144
#define SIM_BRIEF_NS       50000u

#include "arch/sim/switch_port.h"

#endif
