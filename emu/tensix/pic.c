// SPDX-License-Identifier: Apache-2.0
/*
 * Blackhole's interrupt controller: 32 software interrupts a tile, for BRISC and NCRISC.  The
 * lowest that is raised and enabled goes first; there is no nesting.  A second one
 * that is raised before the first was read merges with it (an assumption).
 */
#include "emu/tensix/devices.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

enum {
	ENABLE_B = 0x00,
	HARDWARE_B = 0x04,
	TAKEN_B = 0x08,
	ENABLE_NC = 0x0c,
	HARDWARE_NC = 0x10,
	TAKEN_NC = 0x14,
	SW_INT = 0x18,
	HW_INT = 0x98,
	SW_INT_PC = 0xa8,
	HW_INT_PC = 0x128,
	END = 0x138,
};

static uint32_t due(const struct core *core)
{
	const struct pic *pic = &core->tile->pic;

	return pic->raised & pic->enabled[core->which];
}

bool core_interrupt_due(const struct core *core)
{
	return !core->in_handler && due(core) != 0;
}

static void look(struct tile *tile)
{
	for (unsigned i = 0; i < CORES; i++) {
		core_look(&tile->cores[i]);
	}
}

void core_interrupt(struct core *core)
{
	uint32_t number = (uint32_t)__builtin_ctz(due(core));

	core->tile->pic.taken[core->which] = number;
	core->return_pc = core->pc;
	core->pc = core->tile->pic.pc[number];
	core->in_handler = true;
	core->clock += T_HANDLER;
	core->interrupts++;
	core_look(core);
}

void core_mret(struct core *core)
{
	if (!core->in_handler) {
		core_die(core, "mret outside of a handler");
	}
	core->pc = core->return_pc;
	core->in_handler = false;
	core->clock += chip.is->mispredicted;
	core_look(core);
}

/* A read of SW_INT[i] says whether it was raised, and clears it. */
uint32_t pic_read(struct core *core, struct tile *tile, uint32_t offset)
{
	struct pic *pic = &tile->pic;

	if (offset >= SW_INT && offset < HW_INT) {
		uint32_t bit = 1u << (offset - SW_INT) / 4;
		bool raised = pic->raised & bit;

		pic->raised &= ~bit;
		look(tile);
		return raised;
	}
	if (offset >= SW_INT_PC && offset < HW_INT_PC) {
		return pic->pc[(offset - SW_INT_PC) / 4];
	}
	switch (offset) {
	case ENABLE_B:
	case ENABLE_NC:
		return pic->enabled[offset == ENABLE_NC];
	case TAKEN_B:
	case TAKEN_NC:
		return pic->taken[offset == TAKEN_NC];
	case HARDWARE_B:
	case HARDWARE_NC:
		return 0;
	}
	core_die(core,
		 "load from the interrupt controller + 0x%03x: not "
		 "modelled",
		 offset);
}

void pic_write(struct core *core, struct tile *tile, uint32_t offset,
	       uint32_t value)
{
	struct pic *pic = &tile->pic;

	if (offset >= SW_INT && offset < HW_INT) {
		if (value) {
			pic->raised |= 1u << (offset - SW_INT) / 4;
		}
	} else if (offset >= SW_INT_PC && offset < HW_INT_PC) {
		pic->pc[(offset - SW_INT_PC) / 4] = value;
	} else if (offset == ENABLE_B || offset == ENABLE_NC) {
		pic->enabled[offset == ENABLE_NC] = value;
	} else if ((offset == HARDWARE_B || offset == HARDWARE_NC) && !value) {
		return;
	} else {
		core_die(core,
			 "store to the interrupt controller + 0x%03x: "
			 "not modelled",
			 offset);
	}
	look(tile);
}
