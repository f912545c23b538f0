/* SPDX-License-Identifier: Apache-2.0 */
/* What the cores have to show for it, one line each. */
#ifndef OVERLAP_REPORT_H
#define OVERLAP_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

struct result {
	uint64_t together; /* cycles of the computation, with messages */
	uint64_t alone;    /* .. of the same again, without any */
	uint32_t sweeps;   /* how much of it */
	uint32_t same;     /* 1: both times with the same result */
	uint32_t interrupts, merged;
	struct traffic traffic;
};

/*
 * Collective: rank 0 shows all cores' results.  True on every core if its own is
 * good, and on rank 0 if every core's is.
 */
bool report(const struct result *mine, uint32_t each);

#endif
