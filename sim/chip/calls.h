/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that led a core to where it stands. */
#ifndef SIM_CHIP_CALLS_H
#define SIM_CHIP_CALLS_H

#include "sim/chip/engine.h"

#define CALLS_MOST 4096

struct calls {
	uint32_t n;
	/* In calling instructions, from the image's first byte; 0: interrupt. */
	uint32_t at[CALLS_MOST];
};

/* Innermost first; none of a core that has not started. */
const struct calls *calls_of(struct core *core);

/* Those of this moment, from a signal's handler, are what calls_of says. */
void calls_keep(struct core *core);

/* After a switch to this core: was it only to ask?  Then answer. */
void calls_answer(struct core *core);

#endif
