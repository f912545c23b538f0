// SPDX-License-Identifier: Apache-2.0
/* The emulated GPU, as the loader asks for one (host/gpu/driver.h). */
#include "host/gpu/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/common/chance.h"
#include "emu/gpu/chip.h"
#include "host/gpu/options.h"
#include "host/host.h"

enum {
	ALIGN = 256,
	COLUMNS =
		4, /* threads of a row: fewer than a chip's 32 take less time */
	ROWS = 2,  /* of a block, at most */
	LOCAL_BYTES = 16384, /* of a thread's stack */
	SHARED_MOST = 227 * 1024,
};
#define NAME        "an emulated GPU"
#define MEMORY_MOST (8ull << 30)

uint64_t driver_seed, driver_delay = 3000, driver_limit;
const char *driver_stats;
static driver_look_fn *driver_look;

uint32_t driver_open(char *name, size_t room)
{
	snprintf(name, room, NAME);
	chip.memory = host_reserve(MEMORY_MOST, "the GPU's memory");
	chip.seed = driver_seed;
	chip.chance = chance_begin(driver_seed);
	chip.delay = driver_delay;
	chip.limit = driver_limit ? driver_limit : UINT64_MAX;
	chip.local_bytes = LOCAL_BYTES;
	report_stats_path = driver_stats;
	return CORES_MOST;
}

void driver_load(const char *code, uint32_t level, const char *name)
{
	(void)level;
	program_read(code, name);
	if (program.shared_bytes > SHARED_MOST) {
		die(STATUS_INPUT, "%s: %u bytes of variables, a block has %u",
		    name, program.shared_bytes, SHARED_MOST);
	}
	memcpy(chip.memory, program.constants, program.constant_bytes);
	chip.memory_bytes = program.constant_bytes;
}

uint64_t driver_alloc(size_t bytes)
{
	uint64_t at = (chip.memory_bytes + ALIGN - 1) & -(uint64_t)ALIGN;

	if (bytes > MEMORY_MOST - at) {
		die(STATUS_HOST, "the GPU's memory is full");
	}
	chip.memory_bytes = at + bytes;
	return GLOBAL_BASE + at;
}

void driver_write(uint64_t to, const void *from, size_t bytes)
{
	memcpy(chip.memory + (to - GLOBAL_BASE), from, bytes);
}

void *driver_share(size_t bytes, uint64_t *address)
{
	*address = driver_alloc(bytes);
	return chip.memory + (*address - GLOBAL_BASE);
}

static void look(void)
{
	driver_look(chip.running == 0);
}

void driver_run(const char *kernel, uint32_t blocks, uint32_t warps,
		uint64_t argument, driver_look_fn *host)
{
	driver_look = host;
	/* What a line of L1 holds may reach behind the last byte. */
	chip.memory_bytes = (chip.memory_bytes + ALIGN - 1) & -(uint64_t)ALIGN;
	chip.count = chip.running = blocks;
	chip.columns = COLUMNS;
	chip.rows = warps < ROWS ? warps : ROWS;
	chip.cores = host_alloc(blocks * sizeof(*chip.cores));
	for (uint32_t i = 0; i < blocks; i++) {
		struct core *core = &chip.cores[i];

		core->index = i;
		core->shared = host_alloc(program.shared_bytes + 1);
		core->lines = host_alloc(LINES * sizeof(struct line));
		core->epoch = 1;
		core_start(core, program_function(kernel), argument);
	}
	atexit(report_stats);
	turns_run(look);
}
