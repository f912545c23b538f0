/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Order between tiles.  Two writes to one tile may land in any order, whatever their
 * virtual channel, unless their bytes overlap ("NoC/Ordering").  So each write
 * waits until all before it to that rank are acknowledged: rules (a) to (c).  What one
 * call writes may land in any order anyway, and a unit of 16 bytes lands at once.
 *
 * The transaction id of a write is its rank's, by four bits, so what is waited for may
 * include some to other ranks.  tensix->unseen has a bit for each id that has been
 * used since its last write was seen to be acknowledged.
 *
 * While multicasts are under way there is no other write, so that the interface's count of
 * acknowledgements tells when all have come: tensix->acked is what it will be.
 *
 * TENSIX_TRUST_CHANNEL=1, an option of the build, leaves this to the virtual channel:
 * tenstorrent's own programs mostly do, its documentation does not allow it.
 */
#ifndef TENSIX_ORDER_H
#define TENSIX_ORDER_H

#include <board.h>

#include "arch/fence.h"
#include "arch/tensix/niu.h"

#ifndef TENSIX_TRUST_CHANNEL
#define TENSIX_TRUST_CHANNEL 0
#endif

static inline uint32_t order_id(uint32_t rank)
{
	return (rank ^ rank >> 4) & (NIU_IDS - 1);
}

enum {
	ORDER_MANY = 1 << NIU_IDS, /* in tensix->unseen: multicasts */
};

/*
 * Until all writes but multicasts are acknowledged, of which there are none while
 * multicasts are under way; or all of both.
 */
void order_await_ids(void);
void order_await_all(void);

/* A multicast comes next, and nothing else is under way. */
static inline void order_many(void)
{
	if (!(tensix->unseen & ORDER_MANY)) {
		tensix->acked = niu_counter(NIU_WRITES_DONE);
		tensix->unseen |= ORDER_MANY;
	}
}

/* Until all writes to that rank, and multicasts, are acknowledged. */
void order_await(uint32_t rank);

/* Before a write to that rank. */
static inline void order_before(uint32_t rank)
{
	if (!TENSIX_TRUST_CHANNEL || tensix->unseen & ORDER_MANY) {
		FENCE(tensix_write, order_await(rank)); /* (a), (b) */
	}
}

/* The same where it is to be soon: by a call after multicasts only. */
static inline __attribute__((always_inline)) void order_soon(uint32_t rank)
{
	uint32_t unseen = tensix->unseen, id = order_id(rank);

	if (__builtin_expect(unseen & ORDER_MANY, 0)) {
		order_before(rank);
	} else if (!TENSIX_TRUST_CHANNEL && unseen >> id & 1) {
		FENCE(tensix_write, while (niu_waits(id))); /* (a), (b) */
	}
}

/* With it. */
static inline __attribute__((always_inline)) void order_wrote(uint32_t rank)
{
	tensix->unseen |= 1u << order_id(rank);
}

#endif
