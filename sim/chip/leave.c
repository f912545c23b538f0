/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "sim/chip/chips.h"
#include "sim/chip/host.h"

/* The run as those see it that go on; all of them have the same set. */
static struct {
	uint32_t set[CHIPS_MOST / 32], chips, cores;
	uint32_t firsts[CHIPS_MOST + 1], nodes[CHIPS_MOST];
	struct arch_boot *boot;
	struct arch_coords *coords;
} left;

static bool stays(uint32_t chip)
{
	return left.set[chip / 32] >> chip % 32 & 1;
}

static uint32_t rank_there(uint32_t rank)
{
	uint32_t chip = chips_of(rank);

	return left.firsts[left.nodes[chip]] + rank - chips.firsts[chip];
}

static void leave_count(void)
{
	for (uint32_t chip = 0; chip < chips.n; chip++) {
		if (stays(chip)) {
			left.nodes[chip] = left.chips;
			left.firsts[left.chips++] = left.cores;
			left.cores +=
				chips.firsts[chip + 1] - chips.firsts[chip];
		}
	}
	left.firsts[left.chips] = left.cores;
}

/* A record of theirs: lists get shorter where they are. */
static void leave_boot(void)
{
	struct arch_boot *boot = host_alloc(engine.boot->bytes);
	struct arch_boot_file *files;
	uint32_t *numbers, n = 0;

	memcpy(boot, engine.boot, engine.boot->bytes);
	numbers = (void *)((char *)boot + boot->cores);
	files = (void *)((char *)boot + boot->files);
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (stays(chips_of(rank))) {
			numbers[rank_there(rank)] = numbers[rank];
		}
	}
	for (uint32_t i = 0; i < boot->filec; i++) {
		if (stays(chips_of(files[i].rank))) {
			files[n] = files[i];
			files[n].rank = rank_there(files[n].rank);
			n++;
		}
	}
	boot->count = left.cores;
	boot->filec = n;
	left.boot = boot;
}

static void leave_coords(void)
{
	left.coords = host_alloc(left.cores * sizeof(*left.coords));
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		if (stays(chips_of(rank))) {
			left.coords[rank_there(rank)] = engine.coords[rank];
		}
	}
}

void chips_leave(const uint32_t *set)
{
	struct core *core = engine.current;
	struct sim_host *host = &core->host;

	if (!left.boot) {
		memcpy(left.set, set, sizeof(left.set));
		leave_count();
		leave_boot();
		leave_coords();
	}
	if (memcmp(set, left.set, sizeof(left.set)) ||
	    !stays(chips_of(core->rank))) {
		die(STATUS_FAULT, "chips do not agree who goes on");
	}
	host->rank = rank_there(core->rank);
	host->shift = core->rank - host->rank;
	host->first -= host->shift;
	host->count = left.cores;
	host->chips = left.chips;
	host->firsts = left.firsts;
	host->coords = left.coords;
	host->boot = left.boot;
}
