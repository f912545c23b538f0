// SPDX-License-Identifier: Apache-2.0
/*
 * Loads, stores and fetches that are not plain ones to the core's own SRAM:
 * registers, other cores, external memory, and all that is wrong.
 */
#include "emu/epiphany/access.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/timing.h"

enum {
	IVT_BYTES = 0x28
};

int access_target(const struct core *core, const char *what, uint32_t address,
		  unsigned size, uint32_t *offset)
{
	int target = chip_target(core, address, offset);

	if (target == TARGET_NONE) {
		core_die(core,
			 "%s 0x%08x: no core and no memory has this "
			 "address",
			 what, address);
	}
	if (target == TARGET_EXTERNAL || *offset < chip.sram_bytes) {
		return target;
	}
	if (*offset < REGISTERS || *offset >= REGISTERS_END) {
		core_die(core, "%s 0x%08x: neither SRAM nor registers", what,
			 address);
	}
	if (size != 2) {
		core_die(core, "%s 0x%08x: registers are accessed by words",
			 what, address);
	}
	return target;
}

static bool aligned(struct core *core, uint32_t address, unsigned size,
		    unsigned reg)
{
	if (size == 3 && (reg & 1)) {
		core_die(core,
			 "double word with r%u: the pair begins with an "
			 "even register",
			 reg);
	}
	if (address & ((1u << size) - 1)) {
		core_exception(core, CAUSE_UNALIGNED);
		return false;
	}
	return true;
}

static void set_pair(struct core *core, unsigned reg, unsigned size,
		     uint64_t value)
{
	core->r[reg] = (uint32_t)value;
	if (size == 3) {
		core->r[reg + 1] = (uint32_t)(value >> 32);
	}
}

void core_load(struct core *core, uint32_t address, unsigned size, unsigned reg)
{
	uint32_t offset;
	int target;

	if (!aligned(core, address, size, reg)) {
		return;
	}
	target = access_target(core, "load from", address, size, &offset);
	if (address >= LOCAL_BYTES) {
		core->reads++;
		core->moved += 1u << size;
		network_read(core, target,
			     (struct event){
				     .kind = EVENT_READ,
				     .offset = offset,
				     .size = (uint8_t)size,
				     .unit = (uint8_t)reg,
			     });
		core_leave(core, CORE_WAITS);
	} else if (offset >= REGISTERS) {
		core->r[reg] = registers_read(core, offset - REGISTERS, false);
	} else {
		set_pair(core, reg, size,
			 memory_read(&core->sram, offset, size));
	}
}

void core_store(struct core *core, uint32_t address, unsigned size,
		unsigned reg)
{
	uint64_t value = core->r[reg];
	uint32_t offset;
	int target;

	if (!aligned(core, address, size, reg)) {
		return;
	}
	if (size == 3) {
		value |= (uint64_t)core->r[reg + 1] << 32;
	}
	target = access_target(core, "store to", address, size, &offset);
	if (address >= LOCAL_BYTES) {
		core->writes++;
		core->moved += 1u << size;
		core->clock += network_write(core, core->clock, target, offset,
					     size, value);
	} else if (offset >= REGISTERS) {
		registers_write(core, offset - REGISTERS, (uint32_t)value,
				false);
	} else {
		memory_write(&core->sram, offset, size, value);
	}
}

/* Elsewhere than on a core's SRAM, by a global address, it is not atomic. */
void core_testset(struct core *core, uint32_t address, unsigned size,
		  unsigned reg)
{
	uint32_t offset;
	int target;

	if (size != 2) {
		core_die(core, "TESTSET of less than a word");
	}
	if (!aligned(core, address, size, reg)) {
		return;
	}
	target = access_target(core, "TESTSET of", address, size, &offset);
	if (target == TARGET_EXTERNAL) {
		core_die(core, "TESTSET of 0x%08x in external memory", address);
	}
	if (address < LOCAL_BYTES) {
		core_die(core, "TESTSET of 0x%08x, which is no global address",
			 address);
	}
	if (offset >= REGISTERS) {
		core_die(core, "TESTSET of the register at 0x%08x", address);
	}
	core->reads++;
	network_read(core, target,
		     (struct event){
			     .kind = EVENT_TESTSET,
			     .offset = offset,
			     .size = 2,
			     .unit = (uint8_t)reg,
			     .value = core->r[reg],
		     });
	core_leave(core, CORE_WAITS);
}

void core_stack_grows(struct core *core, uint32_t address)
{
	core->stack_low = address;
	if (address < core->stack_limit && !chip.any_stack) {
		core_overflow(core, address);
	}
}

/* The interrupt table is patched by design; other code must be the image's. */
static void check_code(const struct core *core, const struct memory *memory,
		       uint32_t offset)
{
	unsigned kind = memory->kinds[offset / 2];

	if (chip.writable_code ||
	    (memory == &core->sram && offset < IVT_BYTES)) {
		return;
	}
	if (!(kind & MEMORY_CODE)) {
		core_die(core, "runs into data");
	}
	if (kind & MEMORY_WRITTEN) {
		core_die(core, "runs code that was overwritten");
	}
}

const struct insn *core_fetch(struct core *core)
{
	uint32_t pc = core->pc, offset = pc;
	struct memory *memory = &core->sram;

	if (pc >= LOCAL_BYTES &&
	    chip_target(core, pc, &offset) == TARGET_EXTERNAL) {
		memory = &chip.external;
		if (pc / 8 != core->fetch_line) {
			core->fetch_line = pc / 8;
			core->clock += T_EXTERNAL_READ;
			return NULL;
		}
	}
	if (offset >= memory->size || pc % 2 ||
	    (pc >= LOCAL_BYTES && memory == &core->sram)) {
		core_die(core, "runs at 0x%08x, where it has no code", pc);
	}
	if (memory->code[offset / 2].op != OP_NONE) {
		return &memory->code[offset / 2];
	}
	check_code(core, memory, offset);
	return memory_decode(memory, offset);
}
