/* SPDX-License-Identifier: Apache-2.0 */
/* From one stack to another: the host's instructions, the chip's costs. */
#include "arch/sim/port.h"
#include "arch/switch.h"

enum {
	CHIP_SWITCH =
		15 /* instructions of boot/x86/switch.S, and of its call */
};

/* switch_*.S */
void sim_switch(void **left, void *to);

SIM_UNCHARGED void arch_switch(void **left, void *to)
{
	sim_run(CHIP_SWITCH);
	sim_switch(left, to);
}
