/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private DRAM through the core's caches, as far as copies go: which lines a get
 * or a put has touched last.  Reading one of those is free, as in the published
 * cached send; any other costs DRAM.  Writing always costs: the cost model has it
 * so, and the chip's caches take no line in for a write that misses.
 *
 * A line is named by its place in the core's own memory, not by where the host
 * has put that, so runs repeat.  Loads and stores of the software itself are
 * not seen.
 */
#include "sim/chip/core.h"
#include "sim/chip/host.h"

enum {
	IN_IMAGE = 0x40000000, /* names of lines elsewhere than in DRAM */
	IN_STACK = 0x60000000
};

/* Not 0, which is an empty tag. */
static uint32_t name_of(const struct core *core, const void *address)
{
	uintptr_t at = (uintptr_t)address;
	uintptr_t dram = (uintptr_t)core->host.dram;
	uint64_t line = engine.profile.line_bytes;

	if (at - dram < core_start.dram_bytes) {
		return 1 + (uint32_t)((at - dram) / line);
	}
	if (at >= core->base && at < core->end) {
		return IN_IMAGE + (uint32_t)((at - core->base) / line);
	}
	return IN_STACK + (uint32_t)((at - (uintptr_t)core->stack) / line);
}

/* Was it there?  It is now, as the latest of its set. */
static bool touch(struct core *core, const void *address)
{
	const struct profile *p = &engine.profile;
	uint64_t ways = p->cache_ways, sets = p->cache_lines / ways;
	uint32_t name = name_of(core, address);
	uint32_t *set = core->cache + (name & (sets - 1)) * ways;
	uint64_t way = 0;
	bool found;

	while (way < ways - 1 && set[way] != name) {
		way++;
	}
	found = set[way] == name;
	for (; way; way--) {
		set[way] = set[way - 1];
	}
	set[0] = name;
	return found;
}

static void dram_read(const void *from, uint32_t n)
{
	struct core *core = engine.current;

	(void)n;
	if (!engine.profile.cache || !touch(core, from)) {
		bus_claim(core);
		core->cpu->clock +=
			core->dram_read_time * conditions->dram(core) +
			engine_random(core, engine.jitter);
	}
}

static void dram_write(void *to, uint32_t n)
{
	struct core *core = engine.current;

	(void)n;
	if (engine.profile.cache) {
		touch(core, to);
	}
	bus_claim(core);
	core->cpu->clock += core->dram_write_time * conditions->dram(core) +
			    engine_random(core, engine.jitter);
}

/* Pages that are never touched cost nothing, and most are not. */
void cache_create(void)
{
	size_t bytes = engine.profile.cache_lines * sizeof(uint32_t);
	char *tags = host_reserve(engine.count * bytes, "cache tags");

	for (uint32_t rank = 0; rank < engine.count; rank++) {
		engine.cores[rank].cache = (void *)(tags + rank * bytes);
	}
}

void cache_ops(struct sim_host *host)
{
	host->dram_read = dram_read;
	host->dram_write = dram_write;
}
