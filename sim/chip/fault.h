/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of the cores' software: host signals turned into weft_fault. */
#ifndef SIM_CHIP_FAULT_H
#define SIM_CHIP_FAULT_H

void fault_init(void);

#endif
