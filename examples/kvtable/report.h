/* SPDX-License-Identifier: Apache-2.0 */
/* What came of it, on all cores. */
#ifndef KVTABLE_REPORT_H
#define KVTABLE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "replica.h"

struct cost {
	uint64_t cycles;
	uint32_t times;
};

struct result {
	struct cost reading, starting, everywhere;
	struct replica_counts counts;
	uint32_t hash, anew; /* of the copy; of the table worked out anew */
	uint32_t log_ok;
	uint32_t read; /* so that the reads are not left out */
};

/*
 * Collective: rank 0 shows the table and compares.  True on every core if its own
 * copy is right, and on rank 0 if all are the same and right.
 */
bool report(const struct result *mine, uint32_t writes);

#endif
