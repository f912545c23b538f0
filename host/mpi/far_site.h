/* SPDX-License-Identifier: Apache-2.0 */
/* What arch/common/far/far_serve.h asks of a node's server here. */
#ifndef HOST_MPI_FAR_SITE_H
#define HOST_MPI_FAR_SITE_H

#include <string.h>

#include "host/mpi/serve.h"
#include "host/mpi/wire.h"

static inline uint32_t site_first(void)
{
	return core.first;
}

static inline uint32_t site_near(void)
{
	return core.near;
}

static inline uint32_t site_node(uint32_t rank)
{
	return far_node(core.firsts, core.nodes, rank);
}

static inline uint32_t site_window_bytes(void)
{
	return core.window_bytes;
}

static inline bool site_add(uint32_t node, const struct far_record *record,
			    const void *bytes, bool must)
{
	return wire->add(node, record, bytes, must);
}

static inline struct far_channel *site_channel(uint32_t rank)
{
	return &core.channels[rank - core.first];
}

static inline const void *site_ring(uint32_t rank, uint32_t at, uint32_t n)
{
	(void)n;
	return site_channel(rank)->ring + at;
}

static inline uint32_t site_posted(uint32_t rank)
{
	return __atomic_load_n(&site_channel(rank)->posted, __ATOMIC_ACQUIRE);
}

static inline uint32_t site_taken(uint32_t rank)
{
	return site_channel(rank)->taken;
}

static inline void site_take(uint32_t rank, uint32_t taken)
{
	struct far_channel *channel = site_channel(rank);

	__atomic_store_n(&channel->taken, taken, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&channel->short_of_room, __ATOMIC_SEQ_CST)) {
		calls_wake(&channel->taken);
	}
}

static inline void site_put(uint32_t rank, uint32_t offset, const uint8_t *from,
			    uint32_t n)
{
	serve_copy(serve_place(rank, offset), from, n, false);
}

static inline void site_get(uint8_t *to, uint32_t rank, uint32_t offset,
			    uint32_t n)
{
	serve_copy(to, serve_place(rank, offset), n, true);
}

static inline void site_flag(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t *word = serve_place(rank, offset);

	__atomic_store_n(word, value, __ATOMIC_RELEASE);
	serve_wake(rank, word);
}

static inline void site_free(uint32_t rank)
{
	__atomic_store_n(&core.cells[rank - core.first].tas, 0,
			 __ATOMIC_RELEASE);
}

static inline bool site_tas(uint32_t rank)
{
	return !__atomic_exchange_n(&core.cells[rank - core.first].tas, 1,
				    __ATOMIC_SEQ_CST);
}

static inline void site_console(const void *text, uint32_t n)
{
	core.host.console(text, n);
}

/* Memory is coherent: what was done is visible. */
static inline void site_met(void)
{
}

static inline void site_answer(uint32_t rank, uint32_t at, const uint8_t *from,
			       uint32_t n)
{
	memcpy(site_channel(rank)->answer + at, from, n);
}

static inline void site_answered(uint32_t rank, uint32_t value)
{
	struct far_channel *channel = site_channel(rank);

	channel->value = value;
	__atomic_fetch_add(&channel->answers, 1, __ATOMIC_RELEASE);
	calls_wake(&channel->answers);
}

static inline void site_news(uint32_t rank)
{
	struct far_channel *channel = site_channel(rank);

	__atomic_fetch_add(&channel->news, 1, __ATOMIC_RELEASE);
	calls_wake(&channel->news);
}

#endif
