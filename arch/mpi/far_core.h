/* SPDX-License-Identifier: Apache-2.0 */
/* What arch/common/far asks of a core here. */
#ifndef MPI_FAR_CORE_H
#define MPI_FAR_CORE_H

#include <string.h>

#include "arch/common/window.h"

static inline uint32_t far_first(uint32_t node)
{
	return mpi_host->firsts[node];
}

static inline void far_post(uint32_t bytes)
{
	struct far_channel *channel = mpi_host->channel;

	__atomic_store_n(&channel->posted, channel->posted + bytes,
			 __ATOMIC_RELEASE);
}

static inline uint32_t far_posted(void)
{
	return mpi_host->channel->posted;
}

static inline uint32_t far_taken(void)
{
	return __atomic_load_n(&mpi_host->channel->taken, __ATOMIC_ACQUIRE);
}

static inline void far_bell(void)
{
	mpi_host->ring();
}

static inline void far_await_taken(uint32_t seen)
{
	struct far_channel *channel = mpi_host->channel;

	__atomic_store_n(&channel->short_of_room, 1, __ATOMIC_SEQ_CST);
	far_bell();
	mpi_host->sleep(&channel->taken, seen, ARCH_NEVER);
	__atomic_store_n(&channel->short_of_room, 0, __ATOMIC_RELAXED);
}

static inline void far_lay(uint32_t at, const volatile uint8_t *from,
			   uint32_t n, uint32_t align)
{
	window_copy(mpi_host->channel->ring + at, from, n, align);
}

static inline void far_lay_window(uint32_t at, struct arch_addr from,
				  uint32_t n)
{
	far_lay(at, window_place(from.rank, from.offset), n, from.offset);
}

static inline void far_lay_answer(uint32_t at, uint32_t n, uint32_t align)
{
	far_lay(at, mpi_host->channel->answer, n, align);
}

static inline uint32_t far_answers(void)
{
	return __atomic_load_n(&mpi_host->channel->answers, __ATOMIC_ACQUIRE);
}

static inline void far_await_answers(uint32_t seen, uint32_t looks)
{
	if (looks >= mpi_host->looks) {
		mpi_host->sleep(&mpi_host->channel->answers, seen, ARCH_NEVER);
	} else if (mpi_host->yields) {
		mpi_host->yield();
	} else {
		cpu_relax();
	}
}

static inline uint32_t far_value(void)
{
	return mpi_host->channel->value;
}

static inline void far_answer_get(void *to, uint32_t n)
{
	memcpy(to, mpi_host->channel->answer, n);
}

static inline void far_answer_put(struct arch_addr to, uint32_t n)
{
	order_writes(); /* (a) */
	window_copy(window_place(to.rank, to.offset), mpi_host->channel->answer,
		    n, to.offset);
}

static inline uint32_t far_news(void)
{
	return __atomic_load_n(&mpi_host->channel->news, __ATOMIC_ACQUIRE);
}

static inline void far_await_news(uint32_t seen, uint64_t deadline)
{
	mpi_host->sleep(&mpi_host->channel->news, seen, deadline);
}

#endif
