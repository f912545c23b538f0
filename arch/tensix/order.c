/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/tensix/order.h"

void arch_acquire(void)
{
	FENCE(tensix_acquire, tensix_refresh()); /* (e) */
}

/* Each write waits for those before it. */
void arch_fence(void)
{
	if (TENSIX_TRUST_CHANNEL) {
		arch_quiet();
	}
	tensix_barrier();
}

/* Until all multicasts are acknowledged, of which there are some, and so nothing else. */
static __attribute__((noinline)) void await_many(void)
{
	while (niu_counter(NIU_WRITES_DONE) != tensix->acked) {
	}
	niu_many_done();
	tensix->unseen = 0;
}

void order_await_ids(void)
{
	uint32_t left = tensix->unseen & (ORDER_MANY - 1);

	for (uint32_t id = 0; left; left >>= 1, id++) {
		while (left & 1 && niu_waits(id)) {
		}
	}
	tensix->unseen &= ORDER_MANY;
}

void order_await_all(void)
{
	if (tensix->unseen & ORDER_MANY) {
		await_many();
	} else {
		order_await_ids();
	}
}

void order_await(uint32_t rank)
{
	uint32_t unseen = tensix->unseen, id = order_id(rank);

	if (unseen & ORDER_MANY) {
		await_many();
	} else if (unseen >> id & 1) {
		while (niu_waits(id)) {
		}
		tensix->unseen = unseen & ~(1u << id);
	}
}

/* My own window is read by other tiles' requests: what I stored there, too. */
static inline void near_quiet(void)
{
	uint32_t state = tensix_close();

	FENCE(tensix_quiet_own, tensix_drain()); /* (d) */
	FENCE(tensix_quiet, order_await_all());  /* (d) */
	tensix_open(state);
}

void arch_quiet(void)
{
	BOARD_FAR_QUIET();
	near_quiet();
}

#ifdef BOARD_CHIP
void board_near_quiet(void)
{
	near_quiet();
}
#endif

void arch_settle(uint32_t rank)
{
	uint32_t state;

	if (BOARD_FAR(rank)) {
		far_settle(rank);
		rank = tensix->rank;
	}
	state = tensix_close();
	if (rank == tensix->rank) {
		FENCE(tensix_settle_own, tensix_drain()); /* (g) */
	} else {
		FENCE(tensix_settle, order_await(rank)); /* (g) */
	}
	FENCE(tensix_settle_fresh, tensix_refresh()); /* (g) */
	tensix_open(state);
}
