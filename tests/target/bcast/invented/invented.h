/* SPDX-License-Identifier: Apache-2.0 */
/* A broadcast that the library does not know, and the line that lists it. */
#ifndef TESTS_TARGET_INVENTED_H
#define TESTS_TARGET_INVENTED_H

#define BCAST_MORE(X) X(invented, 1, 1, 1)
#include "collectives/bcast/bcast.h"

enum {
	INVENTED_BYTES = 28, /* at most: what weft_bcast calls tiny */
	INVENTED_CORES = 20,
};

extern uint32_t invented_runs; /* on this core */
extern uint32_t invented_cost;

#endif
