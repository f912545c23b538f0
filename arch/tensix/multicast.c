/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One write to many tiles (arch/multicast.h): the network takes a rectangle of them.
 *
 * Each tile of it acknowledges, but a transaction id counts requests and not tiles.  So
 * they are counted by the interface's own counter of all acknowledgements: while
 * multicasts are under way there is no other write, and the id's count, which is wrong by
 * then, is cleared when all have come (order.h).
 */
#include "arch/multicast.h"
#include "arch/tensix/order.h"
#include "arch/tensix/stage.h"

enum {
	ROW = 1 << TENSIX_TILE_Y, /* from a tile to the one below */
	SIDES = 3,                /* rectangles that a plan has */
};

/* The rectangles that ranks first .. end - 1 are made of; the last range's is kept. */
static struct {
	uint32_t first, last,
		end; /* asked for up to `last`, planned to `end` */
	struct niu_rectangle *over; /* behind the last one */
	struct niu_rectangle rectangle[SIDES];
} plan;

/* Ranks from `first` on whose tiles are neighbours in a row. */
static ARCH_COLD uint32_t in_row(uint32_t first, uint32_t last)
{
	const uint32_t *tile = tensix->tiles + first;
	uint32_t n = 1;

	while (n < last - first && tile[n] == CHIP_RIGHT_OF(tile[n - 1])) {
		n++;
	}
	return n;
}

/* One rectangle, of rows that are alike, from `first` on; returns where it ends. */
static ARCH_COLD uint32_t add_rectangle(uint32_t first, uint32_t last)
{
	const uint32_t *tile = tensix->tiles;
	uint32_t width = in_row(first, last), end = first + width;
	struct niu_rectangle *r = plan.over;

	while (end < last && tile[end] == tile[end - width] + ROW &&
	       in_row(end, last) >= width) {
		end += width;
	}
	r->start = tile[first];
	r->end = tile[end - 1];
	r->tiles = end - first - (tensix->rank >= first && tensix->rank < end);
	plan.over += r->tiles > 0;
	return end;
}

static ARCH_COLD void make_plan(uint32_t first, uint32_t last)
{
	plan.first = plan.end = first;
	plan.last = last;
	plan.over = plan.rectangle;
	while (plan.end < last && plan.over < plan.rectangle + SIDES) {
		plan.end = add_rectangle(plan.end, last);
	}
}

static void send(uint32_t first, uint32_t last, uint32_t to, uint32_t from,
		 uint32_t bytes)
{
	order_many();
	for (; first < last; first = plan.end) {
		if (plan.first != first || plan.last != last) {
			make_plan(first, last);
		}
		for (struct niu_rectangle *r = plan.rectangle; r != plan.over;
		     r++) {
			tensix->acked += niu_multicast(r, to, from, bytes);
		}
	}
}

void arch_multicast(uint32_t first, uint32_t n, uint32_t offset,
		    const void *src, size_t bytes)
{
	uint32_t to = tensix_in_window(offset), state = tensix_close();
	uintptr_t from = (uintptr_t)src;

	FENCE(tensix_multicast, order_await_ids());
	if (bytes > STAGE_UNIT && stage_none(from, to)) {
		tensix_drain();
		send(first, first + n, to, from, bytes);
		while (niu_sends(NIU_MANY)) {
		}
	} else {
		for (size_t part; bytes > 0;
		     bytes -= part, to += part, from += part) {
			part = stage_part(to, bytes);
			send(first, first + n, to,
			     stage_fill(to, from, part, NIU_MANY), part);
		}
	}
	tensix_open(state);
}

void arch_multicast_words(uint32_t first, uint32_t n, uint32_t offset,
			  const uint32_t *words, uint32_t count)
{
	static volatile uint32_t line[ARCH_LINE / 4] BOARD_LARGE;
	uint32_t to = tensix_in_window(offset), state = tensix_close();
	uint32_t from = to >> 2 & (ARCH_LINE / 4 - 1);

	if (tensix->unseen) { /* else line is free, too */
		FENCE(tensix_multicast_words, order_await_all());
	}
	for (uint32_t i = 0; i < count; i++) {
		line[from + i] = words[i];
	}
	from = (uint32_t)(uintptr_t)&line[from];
	FENCE(tensix_multicast_line, from += tensix_draining());
	send(first, first + n, to, from, count << 2);
	tensix_open(state);
}
