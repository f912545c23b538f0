/* SPDX-License-Identifier: Apache-2.0 */
/* Software that jumps to itself for ever. */
#ifndef SIM_CHIP_SPIN_H
#define SIM_CHIP_SPIN_H

void spin_init(void);

#endif
