// SPDX-License-Identifier: Apache-2.0
/* Tile control: resets, reset vectors, the wall clock. */
#include "emu/tensix/devices.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

enum {
	SOFT_RESET = 0x1b0,
	WALL_CLOCK_LOW = 0x1f0,
	WALL_CLOCK_HIGH = 0x1f8,
	NC_PC = 0x238, /* Blackhole */
	NC_OVERRIDE = 0x23c,
	NC_DEFAULT = 0x12000,
	CONFIG_NC_PC = 162, /* Wormhole: words of the configuration */
	CONFIG_NC_OVERRIDE = 163,
};

static uint32_t nc_start(const struct tile *tile)
{
	if (chip.model == MODEL_BLACKHOLE) {
		return tile->nc_override & 1 ? tile->nc_pc : NC_DEFAULT;
	}
	return tile->config[CONFIG_NC_OVERRIDE] & 1 ? tile->config[CONFIG_NC_PC]
						    : NC_DEFAULT;
}

static void change(struct tile *tile, unsigned which, bool held, uint32_t pc)
{
	struct core *core = &tile->cores[which];

	if (held && core->state != CORE_RESET) {
		core_hold(core);
	} else if (!held && core->state == CORE_RESET) {
		core_start(core, pc,
			   chip.now + (chip.model == MODEL_BLACKHOLE
					       ? T_CLEAR_LOCAL
					       : 1));
	}
}

void tile_reset(struct tile *tile, uint32_t value)
{
	tile->reset = value;
	change(tile, CORE_B, value & RESET_B, 0);
	change(tile, CORE_NC, value & RESET_NC, nc_start(tile));
}

static uint32_t wall_clock(struct core *core, struct tile *tile)
{
	uint64_t time = (core->tile == tile ? core->clock : chip.now) +
			tile->clock_offset;

	tile->clock_high = (uint32_t)(time >> 32);
	return (uint32_t)time;
}

uint32_t control_read(struct core *core, struct tile *tile, uint32_t offset)
{
	switch (offset) {
	case SOFT_RESET:
		return tile->reset;
	case WALL_CLOCK_LOW:
		return wall_clock(core, tile);
	case WALL_CLOCK_HIGH:
		return tile->clock_high;
	case NC_PC:
	case NC_OVERRIDE:
		if (chip.model == MODEL_BLACKHOLE) {
			return offset == NC_PC ? tile->nc_pc
					       : tile->nc_override;
		}
	}
	core_die(core, "load from tile control + 0x%03x: not modelled", offset);
}

void control_write(struct core *core, struct tile *tile, uint32_t offset,
		   uint32_t value)
{
	bool blackhole = chip.model == MODEL_BLACKHOLE;

	if (offset == SOFT_RESET) {
		uint32_t others = RESET_ALL & ~(RESET_B | RESET_NC);

		if ((value & others) != others) {
			core_die(core,
				 "T0 to T2 let go (SOFT_RESET_0 = "
				 "0x%05x): they are not modelled",
				 value);
		}
		tile_reset(tile, value);
	} else if (blackhole && offset == NC_PC) {
		tile->nc_pc = value;
	} else if (blackhole && offset == NC_OVERRIDE) {
		tile->nc_override = value;
	} else {
		core_die(core, "store to tile control + 0x%03x: not modelled",
			 offset);
	}
}
