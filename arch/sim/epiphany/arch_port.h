/* SPDX-License-Identifier: Apache-2.0 */
/* The constants of the simulated Epiphany; arch/arch.h says what each means. */
#ifndef ARCH_PORT_H
#define ARCH_PORT_H

#define ARCH_NAME          "epiphany-sim"
#define ARCH_ATOM          4
#define ARCH_LINE          8
#define ARCH_FLAG_STRIDE   4
#define ARCH_GET_COST      1600
#define ARCH_DMA_CHANNELS  0
#define ARCH_FLAG_TELL     1
#define ARCH_WORDS_TELL    1
#define ARCH_SWAP          0
#define ARCH_COMPARE_SWAP  0
#define ARCH_FETCH_ADD     0
#define ARCH_NOTIFY_FANOUT 1
#define ARCH_REMOTE_AWAIT  0
#define ARCH_LOOK          1
#define ARCH_LOOK_INLINE   1
#define ARCH_LOOK_ALL      0
#define ARCH_HINTS         1 /* for the detectors: arch/annotate.h */
#define ARCH_IRQ_ON        0u
#define ARCH_STACK_BYTES   262144

/* A fit; the chip's 32 looks are less, but what follows takes longer here. */
#define SIM_BRIEF_NS 1000u

#include <stdbool.h>
#include <stdint.h>

#include "arch/epiphany/costs.h"
#include "arch/sim/switch_port.h"

bool sim_soon(uint32_t offset, uint32_t value);

static inline bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			     uint64_t deadline)
{
	(void)rank; /* my own: ARCH_REMOTE_AWAIT */
	(void)deadline;
	return sim_soon(offset, value);
}

#endif
