/* SPDX-License-Identifier: Apache-2.0 */
/* From one stack to another, by arch/sim/switch_*.S. */
#include "arch/switch.h"

void sim_switch(void **left, void *to);

void arch_switch(void **left, void *to)
{
	sim_switch(left, to);
}
