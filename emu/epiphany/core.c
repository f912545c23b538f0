// SPDX-License-Identifier: Apache-2.0
/* A core's state: reset, interrupts, exceptions. */
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/timing.h"

enum {
	INTERRUPTS = 0x3ff,
	IMASK_RESET = INTERRUPTS & ~1u, /* all but SYNC */
};

static uint32_t lowest(uint32_t set)
{
	return set & (0u - set);
}

/* An interrupt waits for those that are served and more urgent than itself. */
static bool takes_interrupt(const struct core *core)
{
	uint32_t wanted = lowest(core->ilat & ~core->imask);

	return wanted && !(core->status & ST_GID) &&
	       (!core->ipend || wanted < lowest(core->ipend));
}

void core_look(struct core *core)
{
	core->attention = 0;
	if (core->state != CORE_RUNS) {
		core->attention |= LOOK_STATE;
	}
	if (takes_interrupt(core)) {
		core->attention |= LOOK_INTERRUPT;
	}
	if (core->lc || chip.trace || timers_step(core)) {
		core->attention |= LOOK_STEP;
	}
}

void core_wake(struct core *core, uint64_t clock)
{
	if (core->clock < clock) {
		core->clock = clock;
	}
	if (core->state == CORE_IDLE) {
		core->idle_clocks += core->clock - core->idle_since;
	}
	core->state = CORE_RUNS;
	timers_idle(core);
	core_look(core);
	chip_list(core);
}

/* An AND over wires: interrupt 8 everywhere, once it has become high. */
void core_wand(struct core *core, bool set)
{
	if (set == !!(core->status & ST_WAND)) {
		return;
	}
	core->status ^= ST_WAND;
	chip.wand_count += set ? 1 : UINT32_MAX;
	if (chip.wand_count == chip.count) {
		event_add((struct event){
			.kind = EVENT_WAND,
			.time = core_now(core) +
				3 * (chip.rows + chip.columns) / 2,
		});
	}
}

void core_check_interrupts(struct core *core)
{
	core_look(core);
	if (core->state == CORE_IDLE && (core->attention & LOOK_INTERRUPT)) {
		core_wake(core, chip.now);
	}
}

void core_latch(struct core *core, unsigned n)
{
	core->ilat |= 1u << n;
	core_check_interrupts(core);
}

void core_interrupt(struct core *core)
{
	uint32_t bit = lowest(core->ilat & ~core->imask);

	core->iret = core->pc;
	core->pc = 4 * (uint32_t)__builtin_ctz(bit);
	core->status |= ST_GID | ST_ACTIVE;
	core->ipend |= bit;
	core->ilat &= ~bit;
	core->clock += T_INTERRUPT;
	core->interrupts++;
	core_look(core);
}

void core_leave(struct core *core, enum state state)
{
	core->state = state;
	if (state == CORE_IDLE) {
		core->idle_since = core->clock;
		timers_idle(core);
	}
	core_look(core);
}

void core_reset(struct core *core)
{
	core_wand(core, false);
	for (unsigned i = 0; i < 2; i++) {
		timer_write(core, i, 0);
		core->dma[i] = (struct dma){
			.generation = core->dma[i].generation + 1,
		};
	}
	memset(core->r, 0, sizeof(core->r));
	memset(core->ready, 0, sizeof(core->ready));
	core->pc = core->status = core->ilat = core->ipend = core->iret = 0;
	core->lc = core->ls = core->le = 0;
	core->config = CONFIG_RESET;
	core->mesh_config = 2;
	core->imask = IMASK_RESET;
	core->stack_low = UINT32_MAX;
	core->fetch_line = UINT32_MAX;
	core_leave(core, CORE_IDLE);
}

static const char *const cause_names[] = {
	[CAUSE_SWI] = "SWI",
	[CAUSE_UNALIGNED] = "unaligned access",
	[CAUSE_FPU] = "floating point",
	[CAUSE_UNIMPLEMENTED] = "unimplemented instruction",
	[CAUSE_ILLEGAL] = "illegal instruction",
};

/* EXCAUSE, third and fourth generation. */
static const uint8_t cause_numbers[][2] = {
	[CAUSE_SWI] = {1, 14},     [CAUSE_UNALIGNED] = {2, 13},
	[CAUSE_FPU] = {3, 7},      [CAUSE_UNIMPLEMENTED] = {4, 15},
	[CAUSE_ILLEGAL] = {5, 12},
};

/*
 * Interrupt 1.  Where that cannot be taken a real core runs on with whatever
 * it has got: an error here.
 */
void core_exception(struct core *core, enum cause cause)
{
	core->status &= ~ST_EXCAUSE;
	core->status |= (uint32_t)cause_numbers[cause][chip.model] << 16;
	core_latch(core, 1);
	if (!(core->attention & LOOK_INTERRUPT)) {
		core_die(core, "exception (%s) where no exception can be taken",
			 cause_names[cause]);
	}
}
