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
	LOCAL = 0x100000,

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

static uint32_t started[CHANNELS]; /* copies by each, so far */

static bool busy(int i)
{
	return CHANNEL[i].status & STATE;
}

/* The library's interrupts are off.  -1: none is free. */
static int start(uintptr_t to, uintptr_t from, size_t n)
{
	int i = 0;

	while (busy(i)) {
		if (++i == CHANNELS) {
			return -1;
		}
	}
	CHANNEL[i].stride = UNIT << 16 | UNIT;
	CHANNEL[i].count = OUTER | n / UNIT;
	CHANNEL[i].from = from;
	CHANNEL[i].to = to;
	CHANNEL[i].config =
		ENABLE | MASTER | UNITS_OF_8 | (from >= LOCAL ? MESSAGE : 0);
	return (int)(++started[i] << 1 & INT32_MAX) | i;
}

/* A ticket, or -1.  Whole units, both ends aligned to them. */
static int try(uintptr_t to, uintptr_t from, size_t n)
{
	arch_irq_state state;
	int ticket;

	if (n < EPI_DMA_LEAST || (to >= LOCAL) == (from >= LOCAL)) {
		return -1;
	}
	state = arch_irq_save();
	ticket = start(to, from, n);
	arch_irq_restore(state);
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

	return ticket < 0 || !busy(i) ||
	       (int)(started[i] << 1 & INT32_MAX) != (ticket & ~1);
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

static uintptr_t address(struct arch_place place)
{
	return place.window == ARCH_PRIVATE
		       ? place.offset
		       : epi.base[place.rank] + (uintptr_t)epi_window +
				 place.offset;
}

static void by_core(struct arch_place dst, struct arch_place src, size_t n)
{
	if (src.window == ARCH_PRIVATE) {
		arch_put(dst.rank, dst.window, dst.offset, (void *)src.offset,
			 n);
	} else if (dst.window == ARCH_PRIVATE) {
		arch_get((void *)dst.offset, src.rank, src.window, src.offset,
			 n);
	} else {
		arch_copy(dst, src, n);
	}
}

/* What lies before and behind the whole units, the core copies. */
int arch_copy_start(struct arch_place dst, struct arch_place src, size_t n)
{
	uintptr_t to = address(dst), from = address(src);
	size_t head = -to & (UNIT - 1), body;
	int ticket = -1;

	if (head < n && ((to ^ from) & (UNIT - 1)) == 0) {
		body = (n - head) & ~(size_t)(UNIT - 1);
		ticket = try(to + head, from + head, body);
	}
	if (ticket < 0) {
		by_core(dst, src, n);
		return ticket;
	}
	if (dst.window != ARCH_PRIVATE) {
		epi_wrote(dst.rank, epi.base[dst.rank]);
	}
	if (n > body) {
		by_core(dst, src, head);
		dst.offset += head + body;
		src.offset += head + body;
		by_core(dst, src, n - head - body);
	}
	return ticket;
}
