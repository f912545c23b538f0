/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of the cores' software: host signals turned into weft_fault. */
#ifndef SIM_CHIP_FAULT_H
#define SIM_CHIP_FAULT_H

#include "sim/chip/engine.h"

void fault_init(void);

/* It runs on a fiber's stack that is used up: `sp` is where it stands. */
_Noreturn void fault_stack(struct core *core, uintptr_t sp);

#endif
