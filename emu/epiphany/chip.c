// SPDX-License-Identifier: Apache-2.0
/* What all parts share: the chip's state, its addresses, chance. */
#include "emu/common/chance.h"
#include "emu/epiphany/chip.h"

struct chip chip = {
	.rows = 4,
	.columns = 4,
	.origin = 0x808,
	.sram_bytes = 0x8000,
	.external_base = 0x8e000000,
	.delay = 200,
	.window = 2,
	.limit = UINT64_MAX,
};

uint32_t chip_random(uint32_t limit)
{
	return chance_below(&chip.random, limit);
}

int chip_target(const struct core *from, uint32_t address, uint32_t *offset)
{
	*offset = address - chip.external_base;
	if (*offset < chip.external.size) {
		return TARGET_EXTERNAL;
	}
	*offset = address % LOCAL_BYTES;
	return address < LOCAL_BYTES ? (int)from->index
				     : chip.index_of[address / LOCAL_BYTES];
}

void chip_list(struct core *core)
{
	if (core->state == CORE_RUNS && !core->listed) {
		core->listed = true;
		chip.active[chip.active_count++] = core;
	}
}
