/* SPDX-License-Identifier: Apache-2.0 */
/* Fibers of an image on an x86-64 host. */
#include "arch/sim/switch_x86_64.h"

	.text
	SWITCH_STACKS sim_switch, 0

	.section .note.GNU-stack, "", @progbits
