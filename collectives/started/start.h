/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two ways of started broadcasts, reductions and scans: what fits a value of the tree
 * of started.h is short, all else is asked for (asked.h).
 */
#ifndef COLLECTIVES_STARTED_START_H
#define COLLECTIVES_STARTED_START_H

#include "collectives/reduce/elements.h"
#include "collectives/started/started.h"

/*
 * Begins what is asked for, once that is right.  A broadcast's elements are bytes, and
 * `send` is where they are or go.
 */
typedef int start_way(const struct elements *e, struct weft_request *request);

start_way started_bcast, started_reduce, started_scan, started_exscan;

/* Cold: once a call, they only set it up. */
ARCH_COLD start_way asked_bcast, asked_reduce, asked_allreduce, asked_scan,
	asked_exscan;

/* For these, short: pass() as in started.h.  A null `send` is zeros. */
int started_run(const struct elements *e,
		void (*pass)(struct started *, uint32_t),
		struct weft_request *request);

#endif
