// SPDX-License-Identifier: Apache-2.0
/* A core's state: reset, attention, what it runs. */
#include <string.h>

#include "emu/tensix/access.h"
#include "emu/tensix/tile.h"

const char *const core_names[CORES] = {"BRISC", "NCRISC"};

void core_look(struct core *core)
{
	bool interrupt = core_interrupt_due(core);

	core->attention = core->state != CORE_RUNS ? LOOK_STATE : 0;
	if (interrupt) {
		core->attention |= LOOK_INTERRUPT;
	}
	if (chip.trace || core->tile->changed_code) {
		core->attention |= LOOK_STEP;
	}
}

/* Registers are not cleared; Blackhole clears the local RAM. */
void core_start(struct core *core, uint32_t pc, uint64_t clock)
{
	for (unsigned i = 1; i < R_NOWHERE; i++) {
		core->r[i] = chip_random(UINT32_MAX);
	}
	if (chip.model == MODEL_BLACKHOLE) {
		memset(core->local, 0, chip.is->local_bytes);
	}
	cache_empty(core);
	core->pc = pc;
	core->clock = clock;
	core->in_handler = false;
	core->config = 0;
	core->state = CORE_RUNS;
	memset(&core->turn, 0, sizeof(core->turn));
	core_look(core);
	chip_list(core);
}

void core_hold(struct core *core)
{
	access_land(core, UINT64_MAX);
	core->state = CORE_RESET;
	core_look(core);
}

const struct insn *core_fetch(struct core *core)
{
	uint32_t pc = core->pc, word;

	core->at = pc;
	if (pc >= chip.is->l1_bytes || pc % 4) {
		core_die(core, "runs at 0x%08x, where it has no code", pc);
	}
	if (!chip.is_code[pc / 4]) {
		core_die(core, "runs into data at 0x%05x", pc);
	}
	memcpy(&word, core->tile->l1 + pc, 4);
	chip.code[pc / 4] = isa_decode(word, chip.model == MODEL_BLACKHOLE);
	return &chip.code[pc / 4];
}
