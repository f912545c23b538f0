/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each basic block costs: the table that weft-run has made of the image
 * (block_costs.py), in units, two bytes for each address.  And the count of
 * instructions between bench_begin and bench_end, by the same marks as in
 * tools/icount: a line "rank pair count" each.  And which blocks were entered: each
 * block is marked, until a core comes to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/chip/blocks.h"
#include "sim/chip/host.h"
#include "sim/chip/load.h"
#include "sim/chip/mode.h"

static uint16_t *units, *unmarked; /* the latter: what units are once entered */
static uintptr_t bytes;
static FILE *counts, *covered;

struct mark {
	uint64_t from;
	uint32_t pairs;
};
static struct mark *marks; /* of each core */

static uintptr_t begin_at, end_at;

/* Functions whose entry somebody waits for, and what their first block costs. */
static struct watched {
	const char *function;
	uintptr_t at;
	uint16_t units;
	block_entered *entered;
	struct watched *next;
} * watched;

/* Where its first block is; 0: there is none. */
static uintptr_t first_block(const char *function)
{
	uintptr_t size, at = symbol_find(function, &size);
	uintptr_t end = at + size;

	for (; at < end && at < bytes; at++) {
		if (units[at]) {
			return at;
		}
	}
	return 0;
}

uintptr_t blocks_mark(const char *name)
{
	uintptr_t at = first_block(name);

	if (at) {
		units[at] = SIM_MARK;
	}
	return at;
}

bool blocks_watch(const char *function, block_entered *entered)
{
	uintptr_t at = first_block(function);
	uint16_t cost = at ? units[at] : 0;

	for (struct watched *w = watched; w; w = w->next) {
		if (w->at == at && w->entered == entered) {
			return true;
		}
		cost = w->at == at ? w->units : cost;
	}
	if (at) {
		struct watched *w = host_alloc(sizeof(*w));

		*w = (struct watched){function, at, cost, entered, watched};
		watched = w;
		units[at] = SIM_MARK;
	}
	return at;
}

/* As the image charges for a block (arch/sim/entry.c). */
static void charge(struct core *core, uint32_t n)
{
	core->cpu->clock += sim_block_time(core->cpu, n);
	if (core->cpu->clock >= core->cpu->horizon) {
		engine_tick();
	}
}

static uintptr_t must_mark(const char *name)
{
	uintptr_t at = blocks_mark(name);

	if (!at) {
		die(STATUS_INPUT, "no function %s to count from or to", name);
	}
	return at;
}

/* For the first time; true: that is all. */
static bool enter(struct core *core, uintptr_t at)
{
	if (!unmarked || !unmarked[at]) {
		return false;
	}
	fprintf(covered, "%llx\n", (unsigned long long)at);
	units[at] = unmarked[at];
	unmarked[at] = 0;
	if (units[at] == SIM_MARK) {
		return false;
	}
	charge(core, units[at]);
	return true;
}

static void mark(uintptr_t address)
{
	struct core *core = engine.current;
	struct mark *mine = &marks[core->rank];
	uint64_t now = core->cpu->units;
	const struct watched *found = NULL;

	if (enter(core, address - core->base)) {
		return;
	}
	for (struct watched *w = watched; w; w = w->next) {
		if (address - core->base == w->at) {
			w->entered(core, w->function);
			found = w;
		}
	}
	if (found) {
		charge(core, found->units);
		return;
	}
	if (address - core->base == begin_at) {
		mine->from = now;
	} else {
		fprintf(counts, "%u %u %llu\n", core->rank, mine->pairs++,
			(unsigned long long)((now - mine->from) / SIM_UNIT));
		fflush(counts);
	}
}

void blocks_count(const char *path)
{
	counts = fopen(path, "w");
	if (!counts) {
		die(STATUS_USAGE, "%s: cannot write", path);
	}
	marks = host_alloc(engine.count * sizeof(*marks));
	begin_at = must_mark("bench_begin");
	end_at = must_mark("bench_end");
}

static int end_cover(int status)
{
	fprintf(covered, "us %llu\n",
		(unsigned long long)(engine.now / 1000000));
	return status;
}

void blocks_cover(const char *path)
{
	static struct mode mode = {.end = end_cover};

	covered = fopen(path, "w");
	if (!covered) {
		die(STATUS_USAGE, "%s: cannot write", path);
	}
	setvbuf(covered, NULL, _IOLBF, BUFSIZ); /* schedules end in other ways */
	mode_add(&mode);
	unmarked = host_alloc(bytes * sizeof(*unmarked));
	for (uintptr_t at = 0; at < bytes; at++) {
		unmarked[at] = units[at];
		units[at] = units[at] ? SIM_MARK : 0;
	}
}

void blocks_read(const char *path, uintptr_t image_bytes)
{
	double factor = engine.profile.host_instruction * SIM_UNIT;
	size_t length;
	char *text = host_read_file(path, &length);
	char *at = text;

	bytes = image_bytes;
	units = host_alloc(bytes * sizeof(*units));
	if (strncmp(at, "crc ", 4) != 0) {
		die(STATUS_INPUT, "%s: not a table of blocks", path);
	}
	at = strchr(at, '\n');
	while (at && *++at) {
		uintptr_t address = strtoul(at, &at, 16);
		double n = (double)strtoul(at, &at, 10) * factor + 0.5;

		if (*at != '\n' || address >= bytes) {
			die(STATUS_INPUT, "%s: not of this image", path);
		}
		units[address] = (uint16_t)(n < 1          ? 1
					    : n < SIM_MARK ? n
							   : SIM_MARK - 1);
	}
	free(text);
}

uintptr_t blocks_of(const struct core *core)
{
	return (uintptr_t)units - core->base * sizeof(*units);
}

void blocks_ops(struct sim_host *host)
{
	host->mark = mark;
}
