// SPDX-License-Identifier: Apache-2.0
/*
 * The map of a tile above L1, for its cores and for the networks.  What is not here is nothing,
 * or not modelled: both end the run, and say which.
 */
#include "emu/tensix/access.h"
#include "emu/tensix/devices.h"
#include "emu/tensix/ethernet.h"
#include "emu/tensix/tile.h"

enum {
	PAGE = 0x1000,
	TILE_CONTROL = (int)0xffb12000,
	PIC = (int)0xffb13000,
	NIU = (int)0xffb20000,
	NIU_END = (int)0xffb40000,
	STREAM = (int)0xffb40000,
	STREAM_END = (int)0xffb80000,
	CONFIG = (int)0xffef0000,
};

static const struct {
	uint32_t first, end;
	const char *name;
} not_modelled[] = {
	{0xffb11000, 0xffb12000, "the TDMA"},
	{0xffb80000, 0xffc00000, "registers of this place"},
	{0xffc00000, 0xffc04000, "NCRISC's instruction RAM"},
	{0xffe00000, 0xfff00000, "the matrix engine's registers"},
};

enum device device_find(const struct tile *tile, uint32_t address)
{
	uint32_t page = address & ~(uint32_t)(PAGE - 1);

	if (tile->ethernet) {
		return ethernet_has(address) ? DEVICE_ETHERNET : DEVICE_NONE;
	}
	if (page == (uint32_t)TILE_CONTROL) {
		return DEVICE_CONTROL;
	}
	if (page == (uint32_t)PIC && chip.model == MODEL_BLACKHOLE) {
		return DEVICE_PIC;
	}
	if (address >= (uint32_t)NIU && address < (uint32_t)NIU_END) {
		return address & 0x10000 ? DEVICE_NIU1 : DEVICE_NIU0;
	}
	if (address >= (uint32_t)STREAM && address < (uint32_t)STREAM_END &&
	    (address & (PAGE - 1)) == chip.is->stream_register) {
		return DEVICE_STREAM;
	}
	if (page == (uint32_t)CONFIG && chip.model == MODEL_WORMHOLE) {
		return DEVICE_CONFIG;
	}
	return DEVICE_NONE;
}

const char *device_missing(const struct tile *tile, uint32_t address)
{
	if (tile->ethernet) {
		return "what else an Ethernet tile has";
	}
	for (unsigned i = 0; i < sizeof(not_modelled) / sizeof(*not_modelled);
	     i++) {
		if (address >= not_modelled[i].first &&
		    address < not_modelled[i].end) {
			return not_modelled[i].name;
		}
	}
	return NULL;
}

unsigned device_of(const struct tile *tile, uint32_t address)
{
	return device_find(tile, address);
}

/* The chip hangs on the load for ever; a store goes nowhere. */
_Noreturn static void nothing(struct core *core, const char *what,
			      uint32_t address)
{
	const char *name = device_missing(core->tile, address);
	uint32_t below = (uint32_t)LOCAL_RAM - address;

	if (name) {
		core_die(core, "%s 0x%08x: %s: not modelled", what, address,
			 name);
	}
	if (below <= PAGE) {
		core_die(core,
			 "%s 0x%08x: below the local RAM; has the stack "
			 "overflowed?",
			 what, address);
	}
	core_die(core, "%s 0x%08x: nothing is there%s", what, address,
		 *what == 'l' ? ", and the core hangs for good" : "");
}

uint32_t device_load(struct core *core, uint32_t address)
{
	enum device device = device_find(core->tile, address);

	if (device == DEVICE_NONE) {
		nothing(core, "load from", address);
	}
	if (device == DEVICE_CONFIG && core->which != CORE_B) {
		core_die(core, "load from 0x%08x: NCRISC cannot", address);
	}
	return device_read(core, core->tile, address);
}

void device_check_store(struct core *core, uint32_t address)
{
	enum device device = device_find(core->tile, address);

	if (device == DEVICE_NONE) {
		nothing(core, "store to", address);
	}
	if (device == DEVICE_CONFIG && core->which != CORE_B) {
		core_die(core, "store to 0x%08x: NCRISC cannot", address);
	}
}

/* Who loads it has a clock of its own. */
uint32_t device_read(struct core *core, struct tile *tile, uint32_t address)
{
	switch (device_find(tile, address)) {
	case DEVICE_CONTROL:
		return control_read(core, tile, address & (PAGE - 1));
	case DEVICE_PIC:
		return pic_read(core, tile, address & (PAGE - 1));
	case DEVICE_NIU0:
	case DEVICE_NIU1:
		return niu_read(core, tile, address >> 16 & 1,
				address & 0xffff);
	case DEVICE_STREAM:
		return tile->streams[address >> 12 & (STREAMS - 1)];
	case DEVICE_ETHERNET:
		return ethernet_read(core, tile, address);
	default:
		return tile->config[address / 4 % CONFIG_WORDS];
	}
}

void device_write(struct core *core, struct tile *tile, uint32_t address,
		  uint32_t value)
{
	switch (device_find(tile, address)) {
	case DEVICE_CONTROL:
		control_write(core, tile, address & (PAGE - 1), value);
		break;
	case DEVICE_PIC:
		pic_write(core, tile, address & (PAGE - 1), value);
		break;
	case DEVICE_NIU0:
	case DEVICE_NIU1:
		niu_write(core, tile, address >> 16 & 1, address & 0xffff,
			  value);
		break;
	case DEVICE_STREAM:
		tile->streams[address >> 12 & (STREAMS - 1)] =
			value & chip.is->stream_mask;
		break;
	case DEVICE_ETHERNET:
		ethernet_write(core, tile, address, value);
		break;
	default:
		tile->config[address / 4 % CONFIG_WORDS] = value;
	}
	tile_stir(tile);
}
