// SPDX-License-Identifier: Apache-2.0
/*
 * Loads and stores of L1.  A store leaves the core's queue when no load wants to go
 * first, or, by the seed, a few clocks later: a load of Wormhole that does not start at its
 * address overtakes it until then, and finds the old bytes.  It lands later still,
 * which only others see.
 */
#include <string.h>

#include "emu/tensix/access.h"
#include "emu/tensix/event.h"
#include "emu/tensix/host.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

static struct store *store_at(struct core *core, uint32_t i)
{
	return &core->stores[(core->store_first + i) % STORES];
}

void access_land(struct core *core, uint64_t clock)
{
	while (core->store_count && store_at(core, 0)->lands <= clock) {
		struct store *s = store_at(core, 0);

		tile_land(core->tile, s->address, &s->value, s->bytes);
		core->store_first++;
		core->store_count--;
	}
}

static bool overlap(const struct store *s, uint32_t address, unsigned bytes)
{
	return address < s->address + s->bytes && s->address < address + bytes;
}

/* The bytes of a store that a load of these wants. */
static void overlay(const struct store *s, uint32_t address, unsigned bytes,
		    uint32_t *value)
{
	for (unsigned i = 0; i < bytes; i++) {
		uint32_t at = address + i - s->address;

		if (at < s->bytes) {
			*value &= ~(0xffu << 8 * i);
			*value |= (s->value >> 8 * at & 0xff) << 8 * i;
		}
	}
}

/* How many of the stores on their way the load comes after. */
static uint32_t seen(struct core *core, uint32_t address)
{
	uint32_t n = core->store_count;

	while (n && store_at(core, n - 1)->out > core->clock &&
	       store_at(core, n - 1)->address != address &&
	       chip.model == MODEL_WORMHOLE) {
		n--;
	}
	return n;
}

static void look_for_hazard(struct core *core, uint32_t from, uint32_t address,
			    unsigned bytes)
{
	for (uint32_t i = from; i < core->store_count; i++) {
		if (overlap(store_at(core, i), address, bytes)) {
			core_die(core,
				 "this load of %u bytes at 0x%05x overtakes "
				 "a store of %u bytes at 0x%05x",
				 bytes, address, store_at(core, i)->bytes,
				 store_at(core, i)->address);
		}
	}
}

/* L1 as this core has it: what is there, and its own stores. */
static uint32_t l1_load(struct core *core, uint32_t address, unsigned bytes,
			uint64_t *ready)
{
	uint32_t value = 0, n = seen(core, address);

	memcpy(&value, core->tile->l1 + address, bytes);
	for (uint32_t i = 0; i < n; i++) {
		const struct store *s = store_at(core, i);

		if (overlap(s, address, bytes)) {
			overlay(s, address, bytes, &value);
			if (*ready < s->lands + T_L1) {
				*ready = s->lands + T_L1;
			}
		}
	}
	if (chip.stop_hazards) {
		look_for_hazard(core, n, address, bytes);
	}
	return value;
}

/* A line of the data cache is what a load of its words finds. */
void access_line(struct core *core, uint32_t address, uint8_t *line,
		 uint64_t *ready)
{
	for (unsigned i = 0; i < L0_BYTES; i += 4) {
		uint32_t word = l1_load(core, address + i, 4, ready);

		memcpy(line + i, &word, 4);
	}
}

static void check_aligned(struct core *core, const char *what, uint32_t address,
			  unsigned bytes)
{
	if (address & (bytes - 1)) {
		core_die(core,
			 "%s of %u bytes at 0x%08x: not aligned, which the "
			 "chip rounds down",
			 what, bytes, address);
	}
	if (address >= chip.is->l1_bytes && bytes != 4) {
		core_die(core, "%s of %u bytes at 0x%08x: registers are words",
			 what, bytes, address);
	}
}

/* A load from where a store still is on its way to comes after it. */
static bool device_waits(struct core *core, uint32_t address)
{
	for (unsigned i = 0; i < sizeof(core->device) / sizeof(*core->device);
	     i++) {
		const struct device_store *s = &core->device[i];

		if (s->address == address && s->time > chip.now) {
			core->clock =
				s->time > core->clock ? s->time : core->clock;
			return true;
		}
	}
	return false;
}

bool access_load(struct core *core, uint32_t address, unsigned bytes,
		 uint32_t *value, uint64_t *ready)
{
	check_aligned(core, "load", address, bytes);
	core->turn.look = core->clock;
	if (address < chip.is->l1_bytes) {
		tile_settle(core->tile, core->clock);
		*ready = core->clock - 1 + T_L1;
		if (chip.model == MODEL_BLACKHOLE) {
			*value = cache_load(core, address, bytes, ready);
		} else {
			*value = l1_load(core, address, bytes, ready);
		}
		return true;
	}
	if (device_waits(core, address)) {
		return false;
	}
	*value = device_load(core, address);
	*ready = core->clock - 1 + T_REGISTER;
	return true;
}

static uint64_t late(uint64_t most)
{
	return chip.seed && !chip_random(16) ? chip_random((uint32_t)most + 1)
					     : 0;
}

/* Blackhole merges what goes to the 16 bytes of the store before. */
static uint64_t lands(const struct core *core, uint32_t address)
{
	const struct store *last =
		&core->stores[(core->store_first + core->store_count - 1) %
			      STORES];
	uint64_t time = core->clock + T_STORE_LANDS + late(chip.store_late);
	uint64_t after = core->store_last + T_STORE_L1;

	if (chip.model == MODEL_BLACKHOLE && core->store_count &&
	    last->address / 16 == address / 16) {
		after = core->store_last;
	}
	return time > after ? time : after;
}

static void l1_store(struct core *core, uint32_t address, unsigned bytes,
		     uint32_t value)
{
	uint64_t out = core->clock + T_STORE_OUT + late(T_STORE_OUT_LATE);
	struct store *s;

	access_land(core, core->clock);
	if (core->store_count == STORES) {
		core->clock = store_at(core, 0)->lands;
		access_land(core, core->clock);
	}
	core->store_last = lands(core, address);
	s = store_at(core, core->store_count++);
	*s = (struct store){
		.out = out,
		.lands = core->store_last,
		.address = address,
		.value = value,
		.bytes = (uint8_t)bytes,
	};
	cache_store(core, address, bytes, value);
	if (tile_is_host_block(address, bytes)) {
		host_look_soon(core->tile, core->store_last);
	}
	tile_remember(core->tile, address, bytes);
	tile_stir(core->tile);
}

static void device_store(struct core *core, uint32_t address, uint32_t value)
{
	unsigned device = device_of(core->tile, address);
	uint64_t time = core->clock + T_STORE_DEVICE + late(T_STORE_OUT_LATE);

	device_check_store(core, address);
	if (time <= core->device_last[device]) {
		time = core->device_last[device] + 1;
	}
	core->device_last[device] = time;
	core->device[core->device_next++ % 8] = (struct device_store){
		.time = time,
		.address = address,
	};
	event_add(&(struct event){
		.kind = EVENT_DEVICE,
		.time = time,
		.core = core,
		.tile = core->tile,
		.address = address,
		.value = value,
		.pc = core->at,
	});
}

void access_store(struct core *core, uint32_t address, unsigned bytes,
		  uint32_t value)
{
	check_aligned(core, "store", address, bytes);
	if (address < chip.is->l1_bytes) {
		l1_store(core, address, bytes, value);
	} else {
		device_store(core, address, value);
	}
}

void access_fence(struct core *core)
{
	if (chip.model == MODEL_WORMHOLE) {
		return; /* it does nothing there */
	}
	if (core->store_count) {
		uint64_t out = store_at(core, core->store_count - 1)->out;

		core->clock = out > core->clock ? out : core->clock;
	}
	cache_empty(core);
}

static uint32_t combined(unsigned which, uint32_t old, uint32_t operand)
{
	switch (which) {
	case 0:
		return old + operand;
	case 1:
		return operand;
	case 4:
		return old ^ operand;
	case 8:
		return old | operand;
	case 12:
		return old & operand;
	case 16:
		return (int32_t)old < (int32_t)operand ? old : operand;
	case 20:
		return (int32_t)old > (int32_t)operand ? old : operand;
	case 24:
		return old < operand ? old : operand;
	default:
		return old > operand ? old : operand;
	}
}

bool access_atomic(struct core *core, uint32_t address, unsigned which,
		   uint32_t operand, uint32_t *old)
{
	uint32_t value;

	check_aligned(core, "atomic", address, 4);
	if (address >= chip.is->l1_bytes) {
		core_die(core, "atomic at 0x%08x: only L1 has them", address);
	}
	cache_empty(core);
	if (core->store_count && core->store_last > core->clock) {
		core->clock = core->store_last;
		return false;
	}
	tile_settle(core->tile, core->clock);
	memcpy(old, core->tile->l1 + address, 4);
	value = combined(which, *old, operand);
	tile_land(core->tile, address, &value, 4);
	tile_stir(core->tile);
	return true;
}
