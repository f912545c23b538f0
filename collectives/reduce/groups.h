/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A long reduction of more cores than a chunk has shares: see groups.c.  Four barriers a
 * chunk.
 */
#ifndef COLLECTIVES_REDUCE_GROUPS_H
#define COLLECTIVES_REDUCE_GROUPS_H

#include "collectives/reduce/shares.h"

/* Where there may be many cores; with few, shares are as good, and it would be dead code. */
#define REDUCE_GROUPS (ARCH_CORES_MAX > 64)

/* count > 0; `cut` has room for a piece at least.  Errors as reduce_long. */
int reduce_groups(const struct job *job, const struct cut *cut, size_t count);

#endif
