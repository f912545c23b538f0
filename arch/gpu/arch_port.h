/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of a GPU whose cores are thread blocks; arch/arch.h says what each means. */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME          "gpu"
#define ARCH_ATOM          16 /* an aligned st.b128 is one copy */
#define ARCH_LINE          32
#define ARCH_FLAG_STRIDE   4
#define ARCH_GET_COST      100
#define ARCH_DMA_CHANNELS  0
#define ARCH_SWAP          1
#define ARCH_COMPARE_SWAP  1
#define ARCH_FETCH_ADD     1
#define ARCH_NOTIFY_FANOUT 1
#define ARCH_REMOTE_AWAIT  1
#define ARCH_LOOK          1
#define ARCH_LOOK_ALL      1
#define ARCH_OWN_WRITES    1
#define ARCH_FLAG_TELL     1
#define ARCH_BARRIER       1
#define ARCH_CHUNK_SHIFT   3
#define ARCH_STRIPE_STEP   64
#define ARCH_SHORT_BYTES   65536
#define ARCH_CORES_MAX     256  /* what order.h's table has */
#define ARCH_HEAP_LINES    8192 /* all of the window */
#define ARCH_IRQ_ON        0u
#define ARCH_STACK_BYTES   16384

#include "arch/gpu/costs.h"

#endif
