/* SPDX-License-Identifier: Apache-2.0 */
/* Who and where, by the boot record; without one a tile is alone. */
#include <board.h>

#include "arch/boot.h"
#include "arch/common/mesh.h"
#include "arch/tensix/niu.h"

enum {
	COLUMN = (1 << TENSIX_TILE_Y) - 1,
	UNIT = 16,
};

struct tensix tensix_own __attribute__((section(".local")));

_Static_assert(offsetof(struct tensix, rank) == TENSIX_RANK &&
		       offsetof(struct tensix, count) == TENSIX_COUNT,
	       "as who.h has them");

/* The record of who is alone. */
static struct alone {
	struct arch_boot boot;
	uint32_t tile;
	char empty[4];
} alone = {
	.boot.magic = ARCH_BOOT_MAGIC,
	.boot.version = ARCH_BOOT_VERSION,
	.boot.bytes = sizeof(alone),
	.boot.count = 1,
	.boot.cores = offsetof(struct alone, tile),
	.boot.args = offsetof(struct alone, empty),
	.boot.envs = offsetof(struct alone, empty),
	.boot.files = offsetof(struct alone, empty),
	.boot.port = {TENSIX_HOST_LAYOUT, CHIP_L1_BYTES},
};

static const struct arch_boot *record;
uint32_t port_count; /* of this chip */
const uint32_t *port_cores;
extern uint8_t tensix_free[]; /* behind all else in L1: linker/tensix.ld */

/* A tile that the record does not name is no rank of its chip; rt_boot_check tells. */
ARCH_COLD void tensix_where_init(void)
{
	uintptr_t at = *(volatile uint32_t *)&tensix_host.record;
	struct port_near near;

	tensix->tile = alone.tile = niu_tile();
	record = at ? (const struct arch_boot *)at : &alone.boot;
	near = port_near(record);
	port_cores = (const uint32_t *)((uintptr_t)record + record->cores) +
		     near.first;
	port_count = near.count;
	port_chips_init(near);
	tensix->tiles = port_cores - port_first;
	tensix->count = record->count;
	tensix->rank = port_first;
	tensix->polls = record->port[TENSIX_PORT_POLLS];
	while (tensix->rank < port_first + port_count &&
	       tensix->tiles[tensix->rank] != tensix->tile) {
		tensix->rank++;
	}
}

const struct arch_boot *arch_boot(void)
{
	return record;
}

uint32_t arch_rank(void)
{
	return tensix->rank;
}

uint32_t arch_count(void)
{
	return tensix->count;
}

/*
 * arch_hops is as if packets went the short way.  Each network is rings of one direction,
 * so they may go the other; which way costs 9 clocks a router, of some 200.
 */
struct arch_coords arch_coords(uint32_t rank)
{
	uint32_t tile = port_all_cores[rank];

	return (struct arch_coords){tile & COLUMN, tile >> TENSIX_TILE_Y, tile};
}

/* Up to the boot record, or the lowest of this rank's files. */
size_t arch_dram(void **base)
{
	uintptr_t end = port_below_files(record->port[TENSIX_PORT_TOP]);

	*base = tensix_free;
	return (end & -(uintptr_t)UNIT) - (uintptr_t)tensix_free;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? BOARD_WINDOW_BYTES - BOARD_LINK_BYTES
					 : 0;
}
