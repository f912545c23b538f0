/* SPDX-License-Identifier: Apache-2.0 */
/* What a scan of a team of several nodes is made of (scan_nodes.c). */
#ifndef COLLECTIVES_SCAN_AMONG_H
#define COLLECTIVES_SCAN_AMONG_H

#include "collectives/reduce/across.h"

/* Of any team, as if it were in one node; `mine`: my own elements are in my result. */
int scan_among(const struct job *job, size_t count, bool mine);

/* Of a team whose exchange is across nodes (across_of). */
int scan_nodes(const struct job *job, size_t count, bool mine);

#endif
