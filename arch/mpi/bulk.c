/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pieces of memory (arch/bulk.h): this core writes into its channel where they go from and to, and
 * its own process has MPI move them (host/mpi/bulk.c).
 */
#include "arch/bulk.h"
#include "arch/common/far/far_say.h"
#include "arch/common/window.h"

static uint32_t opened;

bool arch_bulk(uint32_t rank)
{
	return mpi_host->bulk && BOARD_FAR(rank);
}

static uint32_t load(const uint32_t *word)
{
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static void ask(void)
{
	uint32_t *asks = &mpi_host->channel->asks;

	__atomic_store_n(asks, *asks + 1, __ATOMIC_RELEASE);
	mpi_host->ring_bulk();
}

/* While a word of the channel is as it was seen: its process wakes who says that it sleeps. */
static void await_change(const uint32_t *word, uint32_t seen)
{
	uint32_t *awaits = &mpi_host->channel->awaits;

	__atomic_store_n(awaits, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == seen) {
		mpi_host->sleep(word, seen, ARCH_NEVER);
	}
	__atomic_store_n(awaits, 0, __ATOMIC_RELAXED);
}

static void open_place(struct far_bulk what)
{
	struct far_bulk *place = mpi_host->channel->comes;

	while (load(&place->state) != FAR_PLACE_FREE) {
		if (++place == mpi_host->channel->comes + FAR_PLACES) {
			struct arch_fault full = {
				.cause = "no place left for a piece of memory"};

			weft_fault(&full);
		}
	}
	what.number = opened++;
	*place = what; /* it is free still */
	__atomic_store_n(&place->state, FAR_PLACE_ASKED, __ATOMIC_RELEASE);
	ask();
	while (load(&place->state) == FAR_PLACE_ASKED) {
		await_change(&place->state, FAR_PLACE_ASKED);
	}
}

void arch_bulk_open(uint32_t from, uint32_t offset, uint32_t value, void *to,
		    size_t n)
{
	open_place((struct far_bulk){.at = (uintptr_t)to,
				     .bytes = n,
				     .rank = from,
				     .offset = offset,
				     .value = value});
}

void arch_bulk_hold(uint32_t from, uint32_t offset, uint32_t value, void *to,
		    size_t n)
{
	open_place((struct far_bulk){.at = (uintptr_t)to,
				     .bytes = n,
				     .rank = from,
				     .offset = offset,
				     .value = value,
				     .held = 1});
}

static void send_piece(struct far_bulk piece)
{
	struct far_channel *channel = mpi_host->channel;
	uint32_t begun = channel->begun;

	far_settle(piece.rank); /* (b): pieces do not wait for records */
	arch_bulk_sent(FAR_PIECES - 1);
	channel->goes[begun & (FAR_PIECES - 1)] = piece;
	__atomic_store_n(&channel->begun, begun + 1, __ATOMIC_RELEASE);
	ask();
}

void arch_bulk_send(uint32_t rank, const void *from, size_t n, uint32_t offset,
		    uint32_t value)
{
	send_piece((struct far_bulk){.at = (uintptr_t)from,
				     .bytes = n,
				     .rank = rank,
				     .offset = offset,
				     .value = value});
}

void arch_bulk_send_held(uint32_t rank, const void *from, size_t n,
			 uint32_t offset, uint32_t value)
{
	send_piece((struct far_bulk){.at = (uintptr_t)from,
				     .bytes = n,
				     .rank = rank,
				     .offset = offset,
				     .value = value,
				     .held = 1});
}

void arch_bulk_sent(uint32_t but)
{
	struct far_channel *channel = mpi_host->channel;
	uint32_t seen;

	while (seen = load(&channel->gone), channel->begun - seen > but) {
		await_change(&channel->gone, seen);
	}
}

void arch_bulk_close(void)
{
	struct far_channel *channel = mpi_host->channel;
	uint32_t seen;

	__atomic_store_n(&channel->closes, channel->closes + 1,
			 __ATOMIC_RELEASE);
	ask();
	while (seen = load(&channel->closed), seen != channel->closes) {
		await_change(&channel->closed, seen);
	}
}

void arch_bulk_quiet(void)
{
	if (mpi_host->bulk) {
		far_quiet();
	}
}
