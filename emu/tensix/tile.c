// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "emu/tensix/access.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/tile.h"

/* Code that changes under a core is told when it runs. */
void tile_remember(struct tile *tile, uint32_t address, uint32_t bytes)
{
	if (address >= chip.image_end || tile->ethernet) {
		return;
	}
	for (uint32_t i = address / 4; i <= (address + bytes - 1) / 4; i++) {
		if (!chip.is_code[i]) {
			continue;
		}
		if (!tile->written) {
			tile->written = host_alloc(chip.image_end / 4 + 1);
		}
		tile->written[i] = 1;
		if (!tile->changed_code) {
			tile->changed_code = true;
			core_look(&tile->cores[CORE_B]);
			core_look(&tile->cores[CORE_NC]);
		}
	}
}

void tile_land(struct tile *tile, uint32_t address, const void *from,
	       uint32_t bytes)
{
	memcpy(tile->l1 + address, from, bytes);
	tile_remember(tile, address, bytes);
	if (tile_is_host_block(address, bytes)) {
		host_look_soon(tile, chip.now);
	}
}

void tile_settle(struct tile *tile, uint64_t clock)
{
	for (unsigned i = 0; i < CORES; i++) {
		if (tile->cores[i].store_count) {
			access_land(&tile->cores[i], clock);
		}
	}
}

/* One that runs may have looked just before: it must look once more. */
void tile_stir(struct tile *tile)
{
	for (unsigned i = 0; i < CORES; i++) {
		tile->cores[i].busy = true;
		if (tile->cores[i].state == CORE_POLLS) {
			poll_wake(&tile->cores[i], chip.now);
		}
	}
}

void tile_read(struct tile *tile, uint32_t address, void *to, uint32_t bytes)
{
	tile_settle(tile, chip.now);
	memcpy(to, tile->l1 + address, bytes);
}

void tile_write(struct tile *tile, uint32_t address, const void *from,
		uint32_t bytes)
{
	tile_settle(tile, chip.now);
	tile_land(tile, address, from, bytes);
	tile_stir(tile);
}
