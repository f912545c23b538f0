/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of the cores' software: host signals turned into weft_fault. */
#ifndef SIM_FAULT_H
#define SIM_FAULT_H

void fault_init(void);

#endif
