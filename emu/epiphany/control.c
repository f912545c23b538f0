// SPDX-License-Identifier: Apache-2.0
/* Control instructions. */
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"

enum {
	CODE_IDLE = 0x1b2,
	WORD = 8, /* instructions are fetched so many bytes at once */
};

static void go_idle(struct core *core)
{
	core->status &= ~ST_ACTIVE;
	core_leave(core, CORE_IDLE);
	core_check_interrupts(core);
}

/*
 * `gie; idle` at the beginning of a double word is the one way to sleep that is known
 * not to lose a wake-up: no interrupt is taken between the two.  Anywhere else one
 * is taken before IDLE, which then sleeps on.
 */
static void enable(struct core *core, uint32_t pc)
{
	uint32_t next = core->pc;

	core->status &= ~ST_GID;
	if (pc % WORD == 0 && next + 2 <= core->sram.size &&
	    memory_read(&core->sram, next, 1) == CODE_IDLE) {
		core->pc = next + 2;
		core->clock++;
		core->insns++;
		go_idle(core);
		return;
	}
	core_look(core);
}

/* The most urgent served interrupt is the one that ends. */
static void return_from_interrupt(struct core *core)
{
	core->ipend &= core->ipend - 1;
	core->status &= ~(uint32_t)(ST_GID | ST_KERNEL);
	core->pc = core->iret;
	core_look(core);
}

static void sync_all(struct core *core)
{
	event_add((struct event){
		.kind = EVENT_SYNC,
		.time = core->clock + 3 * (chip.rows + chip.columns) / 2,
	});
}

void core_control(struct core *core, const struct insn *in, uint32_t pc)
{
	switch ((enum op)in->op) {
	case OP_IDLE:
		go_idle(core);
		break;
	case OP_GIE:
		enable(core, pc);
		break;
	case OP_GID:
		core->status |= ST_GID;
		core_look(core);
		break;
	case OP_RTI:
		return_from_interrupt(core);
		break;
	case OP_WAND:
		core_wand(core, true);
		break;
	case OP_SYNC:
		sync_all(core);
		break;
	case OP_SWI:
		core_exception(core, CAUSE_SWI);
		break;
	case OP_TRAP:
		semihost_trap(core, (unsigned)in->imm);
		break;
	case OP_UNIMPLEMENTED:
		core_exception(core, CAUSE_UNIMPLEMENTED);
		break;
	case OP_ILLEGAL:
		core_exception(core, CAUSE_ILLEGAL);
		break;
	default: /* BKPT, MBKPT */
		core_die(core, "breakpoint");
	}
}
