/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the cores of a run meet: once at start, once at the end.
 *
 * The cores form a binary tree over the ranks; each has a flag for each child and one
 * status line.  A child's flag holds a hash of its image header, so its parent reads the
 * status only of a child that differs, or that has failed.  Window 0 reads zero when the
 * first core arrives (arch.h, "Start"), so no flag of an early core is lost.  The protocol
 * does not act on time-outs: a deadline only ends a start that cannot succeed, with a
 * report.
 */
#ifndef RUNTIME_RENDEZVOUS_H
#define RUNTIME_RENDEZVOUS_H

#include <stdint.h>

#include "arch/small.h"

/*
 * The meeting at start: returns when all cores have arrived and their image
 * headers agree.  If headers differ, or a core is missing after WEFT_BOOT_US
 * microseconds, it panics and names the core.  Thread, with interrupts masked.
 */
ARCH_COLD void rt_rendezvous(void);

/*
 * The meeting at the end gathers the exit codes.  On rank 0 it returns the
 * run's code, and in *rank the lowest rank whose code is not 0, or 0 if all are
 * 0.  On other cores it returns when they have passed on their codes, and the
 * values mean nothing.
 */
ARCH_COLD uint32_t rt_rendezvous_end(uint32_t code, uint32_t *rank);

#endif
