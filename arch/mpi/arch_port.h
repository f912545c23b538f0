/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of cores that are processes; arch/arch.h says what each means. */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME           "mpi"
#define ARCH_ATOM           4
#define ARCH_LINE           64
#define ARCH_FLAG_STRIDE    4
#define ARCH_GET_COST       100
#define ARCH_DMA_CHANNELS   0
#define ARCH_SWAP           1
#define ARCH_COMPARE_SWAP   1
#define ARCH_FETCH_ADD      1
#define ARCH_NOTIFY_FANOUT  1 /* a signal has one target */
#define ARCH_REMOTE_AWAIT   1
#define ARCH_LOOK           1
#define ARCH_LOOK_ALL       1
#define ARCH_INLINE         "arch/common/window.h"
#define ARCH_OWN_WINDOW     1
#define ARCH_COMMON         1
#define ARCH_PRIVATE_OF     1
#define ARCH_AWAIT_ANY      1
#define ARCH_NODES          1
#define ARCH_FLAG_TELL      1
#define ARCH_FLAG_TELL_SOON 1
#define ARCH_WORDS_TELL     1
#define ARCH_BARRIER_QUIET  1
#define ARCH_BULK           1
#define ARCH_CHUNK_SHIFT    3
#define ARCH_STRIPE_STEP    64
#define ARCH_IRQ_ON         0u
#define ARCH_HEAP_LINES     65536 /* 4 MB, the largest window */
#define ARCH_STACK_BYTES    1048576

/* Nanoseconds between two processors; a line is one of many in a row. */
#define ARCH_COSTS                                                             \
	{                                                                      \
		.line = 2, .load = 1, .store = 1, .copy = 60, .serve = 1,      \
		.flag = 30, .wait = 180, .sum = 5                              \
	}

void *arch_own_window(uint32_t offset);

#include "arch/sim/switch_port.h" /* the stacks of this processor */

#endif
