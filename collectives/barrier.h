/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier that other collectives use among themselves: weft_barrier with a
 * deadline on arch_cycles' scale.
 */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include <stdint.h>

int barrier_until(uint64_t deadline);

#endif
