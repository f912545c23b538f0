/* SPDX-License-Identifier: Apache-2.0 */
/* Who and where, by the boot record; without one a tile is alone. */
#include <board.h>

#include "arch/boot.h"
#include "arch/tensix/niu.h"

enum {
	COLUMN = (1 << TENSIX_TILE_Y) - 1,
	UNIT = 16,
};

struct tensix tensix __attribute__((section(".local")));

static struct {
	struct arch_boot boot;
	uint32_t tile;
	char empty[4];
} alone;

static const struct arch_boot *record;
extern uint8_t tensix_free[]; /* behind all else in L1: linker/tensix.ld */

static ARCH_COLD const struct arch_boot *own_record(void)
{
	alone.boot = (struct arch_boot){
		.magic = ARCH_BOOT_MAGIC,
		.version = ARCH_BOOT_VERSION,
		.bytes = sizeof(alone),
		.count = 1,
		.cores = offsetof(__typeof__(alone), tile),
		.args = offsetof(__typeof__(alone), empty),
		.envs = offsetof(__typeof__(alone), empty),
		.files = offsetof(__typeof__(alone), empty),
		.port = {TENSIX_HOST_LAYOUT, CHIP_L1_BYTES},
	};
	alone.tile = tensix.tile;
	return &alone.boot;
}

/* A tile that the record does not name stays rank `count`; rt_boot_check tells. */
ARCH_COLD void tensix_where_init(void)
{
	uintptr_t at = *(volatile uint32_t *)&tensix_host.record;

	tensix.tile = niu_tile();
	record = at ? (const struct arch_boot *)at : own_record();
	tensix.tiles = (const uint32_t *)((uintptr_t)record + record->cores);
	tensix.count = record->count;
	tensix.polls = record->port[TENSIX_PORT_POLLS];
	while (tensix.rank < tensix.count &&
	       tensix.tiles[tensix.rank] != tensix.tile) {
		tensix.rank++;
	}
}

const struct arch_boot *arch_boot(void)
{
	return record;
}

uint32_t arch_rank(void)
{
	return tensix.rank;
}

uint32_t arch_count(void)
{
	return tensix.count;
}

struct arch_coords arch_coords(uint32_t rank)
{
	uint32_t tile = tensix.tiles[rank];

	return (struct arch_coords){tile & COLUMN, tile >> TENSIX_TILE_Y, tile};
}

static ARCH_COLD uint32_t distance(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

/*
 * As if packets went the short way.  Each network is rings of one direction, so
 * they may go the other; which way costs 9 clocks a router, of some 200.
 */
uint32_t arch_hops(uint32_t a, uint32_t b)
{
	struct arch_coords from = arch_coords(a), to = arch_coords(b);

	return distance(from.x, to.x) + distance(from.y, to.y) + 1;
}

/* Up to the boot record, or the lowest of this rank's files. */
size_t arch_dram(void **base)
{
	const struct arch_boot_file *file =
		(const struct arch_boot_file *)((uintptr_t)record +
						record->files);
	uintptr_t start = (uintptr_t)tensix_free;
	uintptr_t end = record->port[TENSIX_PORT_TOP];

	for (uint32_t i = 0; i < record->filec; i++) {
		if (file[i].rank == tensix.rank && file[i].addr < end) {
			end = (uintptr_t)file[i].addr;
		}
	}
	*base = (void *)start;
	return (end & -(uintptr_t)UNIT) - start;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? BOARD_WINDOW_BYTES : 0;
}
