// SPDX-License-Identifier: Apache-2.0
/* Power on. */
#include "emu/tensix/chip.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/tensix/access.h"
#include "emu/tensix/details.h"
#include "emu/tensix/ethernet.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

struct chip chip = {
	.delay = 200,
	.store_late = T_STORE_LATE,
	.limit = UINT64_MAX,
	.poll = 500,
	.chips = 1,
};

static void litter(void *memory, uint32_t bytes)
{
	uint32_t *word = memory;

	for (uint32_t i = 0; i < bytes / 4; i++) {
		word[i] = chip_random(UINT32_MAX) | 1;
	}
}

/*
 * L1 is not cleared at power on, so programs must not rely on it: it is litter, the
 * same in each tile, of which a tile has a copy of its own where it writes.
 */
static int litter_file(void)
{
	int file = memfd_create("litter", 0);
	uint32_t bytes = chip.is->l1_bytes;
	void *all;

	if (file < 0 || ftruncate(file, bytes) < 0) {
		die(STATUS_HOST, "no memory for L1");
	}
	all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (all == MAP_FAILED) {
		die(STATUS_HOST, "no memory for L1");
	}
	litter(all, bytes);
	munmap(all, bytes);
	return file;
}

static void create_core(struct tile *tile, unsigned which)
{
	struct core *core = &tile->cores[which];

	core->tile = tile;
	core->which = which;
	core->state = CORE_RESET;
	core->local = host_alloc(chip.is->local_bytes);
	litter(core->local, chip.is->local_bytes);
	cache_empty(core);
	core_look(core);
}

static void give_l1(struct tile *tile, uint32_t bytes, int l1)
{
	tile->l1_bytes = bytes;
	tile->l1 =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, l1, 0);
	if (tile->l1 == MAP_FAILED) {
		die(STATUS_HOST, "no memory for L1");
	}
}

void chip_place(struct tile *tile, uint32_t index, uint32_t number, uint32_t x,
		uint32_t y)
{
	tile->index = index;
	tile->chip = number;
	tile->x = x;
	tile->y = y;
	chip.tile_at[number][y][x] = (int16_t)index;
}

/* Its own core, which is not modelled, runs the firmware that has trained the link. */
static void create_ethernet(struct tile *tile, uint32_t which, int l1)
{
	give_l1(tile, ETHERNET_L1, l1);
	for (unsigned i = 0; i < CORES; i++) {
		tile->cores[i].tile = tile;
		tile->cores[i].which = i;
		tile->cores[i].state = CORE_RESET;
	}
	ethernet_create(tile, which);
}

/* No register of a NIU holds anything that may be relied on. */
static void create_tile(struct tile *tile, uint32_t index, int l1)
{
	uint32_t column = index % chip.each % chip.is->columns;
	uint32_t row = index % chip.each / chip.is->columns;

	tile->router_x = chip.is->router_x[column];
	tile->router_y = chip.is->router_y[row];
	tile->reset = RESET_ALL;
	tile->clock_offset = chip.seed ? chip_random(1u << 20) : 0;
	chip_place(tile, index, index / chip.each, chip.is->x[column],
		   chip.is->y[row]);
	give_l1(tile, chip.is->l1_bytes, l1);
	for (unsigned i = 0; i < NIUS; i++) {
		litter(tile->nius[i].set, sizeof(tile->nius[i].set));
		litter(tile->nius[i].counters, 16 * sizeof(uint32_t));
		for (unsigned id = 0; id < 16; id++) {
			tile->nius[i].counters[16 + id] = chip_random(256);
		}
	}
	for (unsigned i = 0; i < CORES; i++) {
		create_core(tile, i);
	}
}

void chip_create(void)
{
	uint32_t words;
	int l1;

	chip.is = &details[chip.model];
	chip.chance = chance_begin(chip.seed);
	chip.each = chip.is->columns * chip.is->rows;
	chip.count = chip.chips * chip.each;
	words = chip.is->l1_bytes / 4;
	chip.tiles = host_reserve(
		(chip.count + ethernet_count()) * sizeof(*chip.tiles), "tiles");
	chip.active = host_reserve(CORES * chip.count * sizeof(*chip.active),
				   "cores");
	chip.code = host_reserve(words * sizeof(*chip.code), "code");
	chip.is_code = host_reserve(words, "code");
	memset(chip.tile_at, 0xff, sizeof(chip.tile_at));
	l1 = litter_file();
	for (uint32_t i = 0; i < chip.count; i++) {
		create_tile(&chip.tiles[i], i, l1);
	}
	for (uint32_t i = 0; i < ethernet_count(); i++) {
		create_ethernet(&chip.tiles[chip.count + i], i, l1);
	}
	close(l1);
}
