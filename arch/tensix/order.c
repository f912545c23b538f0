/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/tensix/order.h"

void arch_acquire(void)
{
	FENCE(tensix_acquire, tensix_refresh());
}

/* Each write waits for those before it. */
void arch_fence(void)
{
	if (TENSIX_TRUST_CHANNEL) {
		arch_quiet();
	}
	tensix_barrier();
}

void order_await_many(void)
{
	if (tensix.unseen & ORDER_MANY) {
		while (niu_counter(NIU_WRITES_DONE) != tensix.acked) {
		}
		niu_many_done();
		tensix.unseen &= ~(uint32_t)ORDER_MANY;
	}
}

void order_await_ids(void)
{
	uint32_t left = tensix.unseen & (ORDER_MANY - 1);

	for (uint32_t id = 0; left; left >>= 1, id++) {
		while (left & 1 && niu_waits(id)) {
		}
	}
	tensix.unseen &= ORDER_MANY;
}

void order_await_all(void)
{
	order_await_many();
	order_await_ids();
}

/* My own window is read by other tiles' requests: what I stored there, too. */
void arch_quiet(void)
{
	uint32_t state = tensix_close();

	FENCE(tensix_quiet, order_await_all());
	FENCE(tensix_quiet_own, tensix_drain());
	tensix_open(state);
}

void arch_settle(uint32_t rank)
{
	uint32_t state = tensix_close();

	if (rank == tensix.rank) {
		FENCE(tensix_settle_own, tensix_drain());
	} else {
		FENCE(tensix_settle, order_await(order_id(rank)));
	}
	FENCE(tensix_settle_fresh, tensix_refresh());
	tensix_open(state);
}
