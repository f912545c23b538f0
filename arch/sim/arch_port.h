/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of the simulated SCC; arch/arch.h says what each means. */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME          "scc-sim"
#define ARCH_ATOM          32
#define ARCH_LINE          32
#define ARCH_FLAG_STRIDE   4 /* the combining buffer keeps byte masks */
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 32
#define ARCH_COMMON        1
#define ARCH_REMOTE_AWAIT  1
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_INLINE        "arch/sim/inline.h"
#define ARCH_HINTS         1 /* for the detectors: arch/annotate.h */
#define ARCH_WORKED        1
#define ARCH_IRQ_ON        0u
#define ARCH_STACK_BYTES   262144
#define SIM_BRIEF_NS       50000u /* the chip's port counts looks */

#include "arch/scc/costs.h"
#include "arch/sim/switch_port.h"

#endif
