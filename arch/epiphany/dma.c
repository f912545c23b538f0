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
	STARTUP = 8, /* with the descriptor at the upper half */
	UNITS_OF_8 = 3 << 5,
	MESSAGE = 1 << 10,
	STATE = 15,
};

/* A channel's registers.  No array: that would be aligned to 8. */
struct channel {
	uint32_t config, stride, count, from, to, auto0, auto1, status;
};
_Static_assert(sizeof(struct channel) == 32, "the next channel's are there");
#define CHANNEL ((volatile struct channel *)0xf0500)

/*
 * What a channel fetches when it is started, and not at once: a descriptor is written again
 * only after its channel has ended.  All programs that are known start it so, none
 * by its registers alone.  Behind it, as large as a channel's registers, the copies by that
 * channel so far; above the channel's number, a ticket.  One of 65536 copies before
 * may be taken for the one under way, and be waited for a little longer.
 */
struct descriptor {
	uint32_t config, stride;
	uint16_t units, rows;
	uint32_t row_stride, from, to;
	uint16_t started, none;
} __attribute__((aligned(8)));
_Static_assert(offsetof(struct descriptor, started) == 24 &&
		       sizeof(struct descriptor) == sizeof(struct channel),
	       "as the channel has it, and found like its registers");

#define STRIDE (UNIT << 16 | UNIT)
#define ROW                                                                    \
	{                                                                      \
		.stride = STRIDE, .row_stride = STRIDE, .rows = 1              \
	}
static volatile struct descriptor descriptors[CHANNELS]
	__attribute__((section(".shared.dma"))) = {ROW, ROW};

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
	volatile struct channel *channel;
	volatile struct descriptor *d;
	int i, ticket = -1;

	epi_gid();
	i = busy(0);
	channel = CHANNEL + i;
	d = descriptors + i;
	if (!busy(i)) {
		d->config = ENABLE | MASTER | UNITS_OF_8 |
			    (epi_is_local(from) ? 0 : MESSAGE);
		d->units = (uint16_t)(n / UNIT);
		d->from = from;
		d->to = to;
		channel->config = (uintptr_t)d << 16 | STARTUP;
		ticket = ++d->started << 1 | i;
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

	return ticket < 0 || !busy(i) || descriptors[i].started != ticket >> 1;
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
int arch_copy_start(struct arch_addr dst, struct arch_addr src, size_t n)
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
