/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of memory (arch/bulk.h): this core writes where they go from and to into its channel,
 * and its node's server, which is a thread of the same process, has MPI move them
 * (host/mpi/bulk.c).  So both cores are the first of their nodes.
 */
#include "arch/bulk.h"
#include "arch/common/far/far_say.h"
#include "arch/common/window.h"

static uint32_t begun, opened;

static bool leads(uint32_t rank)
{
	return far_first(arch_node(rank)) == rank;
}

bool arch_bulk(uint32_t rank)
{
	return mpi_host->bulk && BOARD_FAR(rank) && leads(rank) &&
	       leads(mpi_host->rank);
}

static uint32_t state_of(struct far_bulk *place)
{
	return __atomic_load_n(&place->state, __ATOMIC_ACQUIRE);
}

void arch_bulk_open(uint32_t from, uint32_t offset, void *to, size_t n)
{
	struct far_bulk *place = mpi_host->channel->comes;

	while (state_of(place)) {
		place++;
	}
	place->at = (uintptr_t)to;
	place->bytes = n;
	place->from = from;
	place->offset = offset;
	place->number = opened++;
	__atomic_store_n(&place->state, FAR_BULK_OPEN, __ATOMIC_RELEASE);
}

void arch_bulk_send(uint32_t rank, const void *from, size_t n, uint32_t offset,
		    uint32_t value)
{
	struct far_bulk *piece;

	arch_bulk_sent(FAR_BULKS - 1);
	piece = &mpi_host->channel->goes[begun++ & (FAR_BULKS - 1)];
	piece->at = (uintptr_t)from;
	piece->bytes = n;
	far_say((struct far_record){.op = FAR_BULK,
				    .rank = rank,
				    .offset = offset,
				    .value = value,
				    .expected = (uint32_t)n});
}

void arch_bulk_sent(uint32_t but)
{
	uint32_t *gone = &mpi_host->channel->gone, seen;

	while (seen = __atomic_load_n(gone, __ATOMIC_ACQUIRE),
	       begun - seen > but) {
		mpi_host->sleep(gone, seen, ARCH_NEVER);
	}
}

void arch_bulk_close(void)
{
	struct far_bulk *place = mpi_host->channel->comes;
	uint32_t state;

	for (uint32_t i = 0; i < FAR_BULKS; i++, place++) {
		__atomic_fetch_and(&place->state, ~(uint32_t)FAR_BULK_OPEN,
				   __ATOMIC_ACQ_REL);
		while ((state = state_of(place)) != 0) {
			mpi_host->sleep(&place->state, state, ARCH_NEVER);
		}
	}
}
