/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a core has worked: an optional part of the port contract, for ports that can
 * count it, as event counters of a chip or a simulator do.  Benchmarks use it.  A port with it
 * says in its arch_port.h
 *
 *  ARCH_WORKED  1: arch_worked exists
 */
#ifndef WEFT_ARCH_WORKED_H
#define WEFT_ARCH_WORKED_H

#include "arch/arch.h"

#ifndef ARCH_WORKED
#define ARCH_WORKED 0
#endif

#if ARCH_WORKED
/*
 * Cycles in which this core has executed instructions, or used registers of its FIFOs: for the
 * rest it has waited for memory, or for others.  [optional: ARCH_WORKED]
 * context: any.  cost: none.
 */
uint64_t arch_worked(void);
#endif

#endif
