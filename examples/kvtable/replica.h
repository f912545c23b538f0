/* SPDX-License-Identifier: Apache-2.0 */
/*
 * This core's copy of the table.  Reading is reading memory.  Writing changes the
 * copy here at once and broadcasts the write; the others apply it when they next
 * poll, in their thread, so no read ever sees half a write.
 */
#ifndef KVTABLE_REPLICA_H
#define KVTABLE_REPLICA_H

#include <stdint.h>

#include <weft/weft.h>

#include "table.h"

extern struct table replica;

/* What has been done to it. */
struct replica_counts {
	uint32_t wrote, applied; /* mine, others' */
	uint32_t late;           /* others' that a later one had overtaken */
};
extern struct replica_counts replica_counts;

/*
 * Room for so many writes of mine; begin to receive.  `deaf`: a core whose writes are
 * not applied here, to see that it is noticed; or UINT32_MAX.
 */
void replica_begin(uint32_t writes, uint32_t deaf);

static inline uint32_t replica_read(uint32_t key)
{
	return replica.last[key].value;
}

/* Waits only if all the requests are in use.  Every one of mine is logged. */
void replica_write(uint32_t key, uint32_t value);

/* The same, and wait until every other core has applied it. */
void replica_write_everywhere(uint32_t key, uint32_t value);

/* Apply what has come. */
void replica_poll(void);

/* Returns when `each` writes of every other core have been applied here. */
void replica_converge(uint32_t each);

/*
 * Collective: the log of that core, which comes another way, by the synchronous
 * broadcast.  `each` writes, valid until the next call.
 */
const struct write *replica_log(uint32_t rank, uint32_t each);

#endif
