/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies between windows and memory.  A window is L1 at the same address of each tile;
 * the own one by loads and stores, the others by requests.
 */
#include "arch/tensix/copy.h"
#include "arch/tensix/order.h"
#include "arch/tensix/stage.h"

enum {
	OWN_LEAST = 192, /* bytes that a request copies in less time than I */
};

/* A store of the core's to the same place may not come after what is brought. */
static void get_straight(uintptr_t to, uint32_t rank, uint32_t from, size_t n)
{
	uint32_t tile = tensix->tiles[rank];

	FENCE(tensix_get, to += tensix_draining());
	niu_read((uint32_t)to, tile, from, n);
}

static inline void put_straight(uint32_t rank, uint32_t to, uintptr_t from,
				size_t n)
{
	uint32_t id = order_id(rank), tile = tensix->tiles[rank];

	order_soon(rank);
	FENCE(tensix_put, from += tensix_draining());
	order_wrote(rank);
	niu_write(tile, to, from, n, id);
	while (niu_sends(id)) {
	}
}

static __attribute__((noinline)) void put_rest(uint32_t rank, uint32_t to,
					       uintptr_t from, size_t n)
{
	if (rank == tensix->rank) {
		if (n >= OWN_LEAST && stage_none(from, to)) {
			get_straight(to, rank, (uint32_t)from, n);
		} else {
			tensix_copy_in(to, from, n);
		}
		return;
	}
	order_before(rank);
	for (size_t part; n > 0; n -= part, to += part, from += part) {
		part = stage_part(to, n);
		stage_put(rank, to, from, part);
	}
}

static void put(uint32_t rank, uint32_t to, uintptr_t from, size_t n)
{
	if (n > STAGE_UNIT && stage_none(from, to) && rank != tensix->rank) {
		put_straight(rank, to, from, n);
	} else {
		put_rest(rank, to, from, n);
	}
}

static __attribute__((noinline)) void get_rest(uintptr_t to, uint32_t rank,
					       uint32_t from, size_t n)
{
	if (rank == tensix->rank) {
		tensix_copy_out(to, from, n);
		return;
	}
	for (size_t part; n > 0; n -= part, to += part, from += part) {
		part = stage_part(from, n);
		tensix_copy_out(to, stage_get(rank, from, part), part);
	}
}

static void get(uintptr_t to, uint32_t rank, uint32_t from, size_t n)
{
	if (n > (rank == tensix->rank ? OWN_LEAST : STAGE_UNIT) &&
	    stage_none(to, from)) {
		get_straight(to, rank, from, n);
	} else {
		get_rest(to, rank, from, n);
	}
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	uint32_t state;

	(void)window;
	if (BOARD_FAR(rank)) {
		far_put(rank, offset, src, n);
		return;
	}
	state = tensix_close();
	put(rank, tensix_in_window(offset), (uintptr_t)src, n);
	tensix_open(state);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	uint32_t state;

	(void)window;
	if (BOARD_FAR(rank)) {
		far_get(dst, rank, offset, n);
		return;
	}
	state = tensix_close();
	get((uintptr_t)dst, rank, tensix_in_window(offset), n);
	tensix_open(state);
}

/* By way of this tile: a request has one end here. */
static void copy_by_way(uint32_t to_rank, uint32_t to, uint32_t from_rank,
			uint32_t from, size_t n)
{
	order_before(to_rank);
	for (size_t part; n > 0; n -= part, to += part, from += part) {
		part = stage_part(to, n);
		stage_put(to_rank, to, stage_get(from_rank, from, part), part);
	}
}

/* To my window, whose words are stored at once, not the other's loaded. */
static void copy_here(uint32_t to, uint32_t rank, uint32_t from, size_t n)
{
	for (size_t part; n > 0; n -= part, to += part, from += part) {
		part = stage_part(to, n);
		tensix_copy_in(to, stage_get(rank, from, part), part);
	}
}

void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	uint32_t to = tensix_in_window(dst.offset);
	uint32_t from = tensix_in_window(src.offset);
	uint32_t state;

	if (BOARD_FAR(dst.rank) || BOARD_FAR(src.rank)) {
		far_copy(dst, src, n);
		return;
	}
	state = tensix_close();
	if (src.rank == tensix->rank) {
		put(dst.rank, to, from, n);
	} else if (dst.rank != tensix->rank) {
		copy_by_way(dst.rank, to, src.rank, from, n);
	} else if ((to ^ from) & 3) {
		copy_here(to, src.rank, from, n);
	} else {
		get(to, src.rank, from, n);
	}
	tensix_open(state);
}
