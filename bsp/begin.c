/* SPDX-License-Identifier: Apache-2.0 */
/* The start of processes: who takes part. */
#include <stdlib.h>
#include <string.h>

#include "bsp/order.h"
#include "bsp/state.h"
#include "runtime/context.h"
#include "runtime/near.h"
#include "runtime/panic.h"
#include "runtime/variables.h"

struct bsp bsp;

static bool sequential; /* process 0 came back from bsp_init */

enum {
	NO_PROCESSES = INT32_MAX, /* what process 0 says if it begins none */
};

ARCH_COLD void bsp_init(void (*spmd)(void), int argc, char **argv)
{
	(void)argc;
	(void)argv;
	if (arch_rank() > 0) {
		spmd();
		exit(0);
	}
	sequential = true;
}

ARCH_COLD uint32_t begin_number(int wanted, uint32_t most)
{
	/* A team is made by all cores. */
	uint32_t cores = bsp_team_begin ? arch_count() : meet_cores();
	uint32_t number;

	if (bsp.phase != BSP_BEFORE) {
		rt_panic("bsp_begin: a second time");
	}
	if (arch_rank() >= cores) {
		return meet_cores();
	}
	if (arch_rank() > 0) {
		number = meet_hear();
		if (number == NO_PROCESSES) {
			exit(0);
		}
		return number;
	}
	if (wanted < 1) {
		rt_panic("bsp_begin: there must be one process");
	}
	number = (uint32_t)wanted < most ? (uint32_t)wanted : most;
	meet_begin(number, cores);
	return number;
}

static ARCH_COLD bool by_pid(const char *overlap)
{
	if (!overlap || !*overlap) {
		return false;
	}
	if (strcmp(overlap, "any") == 0) {
		return false;
	}
	if (strcmp(overlap, "pids") != 0) {
		rt_panic("WEFT_BSP_OVERLAP is neither pids nor any");
	}
	return true;
}

static ARCH_COLD void set_options(void)
{
	bsp_options.by_pid = BSP_BY_PID && by_pid(rt_variable_BSP_OVERLAP());
	bsp_options.order = order_named(rt_variable_BSP_SCHEDULE());
	bsp_options.slot = (uint32_t)arch_cycles_in_us(bsp_options.slot_us);
}

ARCH_COLD void bsp_begin(int maxprocs)
{
	begin_cores(begin_number(maxprocs, meet_cores()));
}

ARCH_COLD void begin_cores(uint32_t procs)
{
	bsp.me = arch_rank();
	bsp.base = bsp.me;
	bsp.procs = procs;
	bsp.number = procs;
	if (bsp_team_begin && bsp.procs < arch_count()) {
		bsp_team_begin(bsp.procs);
	}
	if (bsp.me >= bsp.procs) {
		exit(0);
	}
	bsp.partner = rt_near_alloc(bsp.procs * sizeof(*bsp.partner));
	bsp.told = rt_near_alloc(bsp.procs * sizeof(*bsp.told));
	if (!bsp.partner || !bsp.told) {
		rt_panic("bsp_begin: no memory for processes");
	}
	for (uint32_t i = 0; i < bsp.procs; i++) {
		bsp.partner[i].pid = i;
		bsp.partner[i].last.what = RECORD_NONE;
	}
	meet_place();
	set_options();
	exchange_begin();
	bsp.phase = BSP_INSIDE;
	bsp.open = bsp.procs;
	bsp.began = arch_cycles();
}

ARCH_COLD void bsp_finish(void)
{
	if (bsp.phase == BSP_INSIDE) {
		rt_panic("main has ended before bsp_end");
	}
	if (sequential && bsp.phase == BSP_BEFORE) {
		meet_begin(NO_PROCESSES,
			   bsp_team_begin ? arch_count() : meet_cores());
	}
}

int bsp_nprocs(void)
{
	return (int)(bsp.phase == BSP_BEFORE ? meet_cores() : bsp.procs);
}

int bsp_pid(void)
{
	if (bsp.phase == BSP_BEFORE && !sequential) {
		bsp_outside("bsp_pid");
	}
	return (int)arch_rank();
}

uint64_t bsp_cycles(void)
{
	return arch_cycles() - bsp.began;
}

uint64_t bsp_last;
