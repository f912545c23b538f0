/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing can ever happen again, though time passes. */
#ifndef SIM_CHIP_STILL_H
#define SIM_CHIP_STILL_H

#include <stdint.h>

/* For so long (ps) all cores must have been still; SIM_NEVER: nobody looks. */
extern uint64_t still_limit;

/* Of each event, and of a core that runs alone: ends the run if it is so. */
void still_look(uint64_t now);

/* When the next look is due. */
uint64_t still_next(void);

#endif
