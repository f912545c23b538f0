/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies by the two DMA channels, in units of 8 bytes.
 *
 * One end is in this core's own memory: what a channel does with data that come
 * from afar and go there too is not known.  A channel that only sends has ended
 * when the last unit has left, so what this core stores next, to the same target,
 * comes behind it.  One that fetches is in message mode: ended when all has come.
 */
#include <board.h>

#include "arch/fence.h"

enum {
	CHANNELS = ARCH_DMA_CHANNELS,
	UNIT = 8,

	ENABLE = 1,
	MASTER = 2,
	UNITS_OF_8 = 3 << 5,
	MESSAGE = 1 << 10,
	STATE = 15,
	OUTER = 1 << 16,
};

/* A channel's registers.  No array: that would be aligned to 8. */
struct channel {
	uint32_t config, stride, count, from, to, auto0, auto1, status;
};
_Static_assert(sizeof(struct channel) == 32, "the next channel's are there");
#define CHANNEL ((volatile struct channel *)0xf0500)

/*
 * Copies by each, so far; above the channel's number, a ticket.  One of 65536 copies
 * before may be taken for the one under way, and be waited for a little longer.
 */
static uint16_t started[CHANNELS];

static bool busy(int i)
{
	return CHANNEL[i].status & STATE;
}

/*
 * A ticket, or -1.  Whole units, both ends aligned to them, one of them the core's
 * own.  GID keeps handlers from taking the same channel.
 */
static int try(uintptr_t to, uintptr_t from, size_t n)
{
	volatile struct channel *channel = CHANNEL;
	int i = 0, ticket = -1;

	epi_gid();
	if (channel->status & STATE) {
		i++;
	}
	channel += i;
	if (!(channel->status & STATE)) {
		channel->stride = UNIT << 16 | UNIT;
		channel->count = OUTER | n / UNIT;
		channel->from = from;
		channel->to = to;
		channel->config = ENABLE | MASTER | UNITS_OF_8 |
				  (epi_is_local(from) ? 0 : MESSAGE);
		ticket = ++started[i] << 1 | i;
	}
	epi_gie();
	return ticket;
}

bool epi_dma_move(uintptr_t to, uintptr_t from, size_t n)
{
	int ticket = try(to, from, n);

	if (ticket >= 0) {
		FENCE(epi_dma_move_done, while (!arch_copy_done(ticket)));
	}
	return ticket >= 0;
}

bool arch_copy_done(int ticket)
{
	int i = ticket & 1;

	return ticket < 0 || !busy(i) || started[i] != ticket >> 1;
}

enum arch_result arch_copy_wait(int ticket, uint64_t deadline)
{
	while (!arch_copy_done(ticket)) {
		if (!epi_left(deadline)) {
			return ARCH_TIMEOUT;
		}
	}
	return ARCH_OK;
}

/* What is short, or the rest, the core copies. */
int arch_copy_start(struct arch_place dst, struct arch_place src, size_t n)
{
	size_t body = n & -(size_t)UNIT;
	uintptr_t to, from;
	int ticket = -1;

	if (n >= EPI_DMA_START) {
		to = epi_address(dst);
		from = epi_address(src);
		if (((to | from) & (UNIT - 1)) == 0 &&
		    epi_is_local(to) != epi_is_local(from)) {
			ticket = try(to, from, body);
		}
	}
	if (ticket >= 0) {
		n -= body;
		dst.offset += body;
		src.offset += body;
	}
	if (n > 0) {
		arch_copy(dst, src, n);
	} else if (dst.window != ARCH_PRIVATE) {
		epi_wrote(dst.rank, epi_base[dst.rank]);
	}
	return ticket;
}
