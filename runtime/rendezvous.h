/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the cores of a run meet: once at start, once at the end.
 *
 * A binary tree over the ranks, three flags and one status line a core.  Window 0
 * reads zero when the first core arrives (arch.h, "Start"), so an early core's
 * flag is never lost, and no time-out takes part in the protocol; a
 * deadline only ends a start that will not come about, with a report.
 */
#ifndef RUNTIME_RENDEZVOUS_H
#define RUNTIME_RENDEZVOUS_H

#include <stdint.h>

#include "arch/small.h"

/*
 * Meet at start: returns when all cores have arrived and their image headers
 * agree.  A difference, or a core missing after WEFT_BOOT_US microseconds,
 * panics and names the core.  Thread, interrupts masked.
 */
ARCH_COLD void rt_rendezvous(void);

/*
 * Meet at the end: gathers the exit codes.  On rank 0 returns the run's code, and
 * in *rank the lowest rank whose code is not 0 (0 if all are 0).  On the
 * others returns when their part is done; the values mean nothing there.
 */
ARCH_COLD uint32_t rt_rendezvous_end(uint32_t code, uint32_t *rank);

#endif
