// SPDX-License-Identifier: Apache-2.0
/*
 * The run loop.  Clocks: one for an instruction, more until its operands are there, and
 * until the eighth instruction before it has retired, more for a branch that is
 * mispredicted: those backward are predicted to be taken.
 */
#include <string.h>

#include "emu/tensix/access.h"
#include "emu/tensix/alu.h"
#include "emu/tensix/poll.h"
#include "emu/tensix/report.h"
#include "emu/tensix/tile.h"
#include "emu/tensix/timing.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)

ALWAYS_INLINE void set(struct core *core, const struct insn *in, uint32_t value)
{
	core->r[in->rd] = value;
	core->ready[in->rd] = core->clock;
}

/* The result is there some clocks after this instruction's own. */
ALWAYS_INLINE void set_late(struct core *core, const struct insn *in,
			    uint32_t value, uint64_t ready)
{
	core->r[in->rd] = value;
	core->ready[in->rd] = ready;
}

static void load(struct core *core, const struct insn *in, unsigned bytes)
{
	uint32_t address = core->r[in->rs1] + (uint32_t)in->imm, value = 0;
	uint32_t local = address - (uint32_t)LOCAL_RAM;
	uint64_t ready = core->clock - 1 + T_LOCAL;

	if (LIKELY(local < chip.is->local_bytes && !(address & (bytes - 1)))) {
		memcpy(&value, core->local + local, bytes);
	} else if (!access_load(core, address, bytes, &value, &ready)) {
		core->pc = core->at; /* once more, later */
		return;
	}
	core->trail = (core->trail ^ address) * 0x9e3779b1;
	core->loads++;
	if (in->op == OP_LB) {
		value = (uint32_t)(int8_t)value;
	} else if (in->op == OP_LH) {
		value = (uint32_t)(int16_t)value;
	}
	set_late(core, in, value, ready);
	if (core->retired < ready) {
		core->retired = ready;
	}
}

static void store(struct core *core, const struct insn *in, unsigned bytes)
{
	uint32_t address = core->r[in->rs1] + (uint32_t)in->imm;
	uint32_t local = address - (uint32_t)LOCAL_RAM;
	uint32_t value = core->r[in->rs2];

	core->stores_made++;
	if (LIKELY(local < chip.is->local_bytes && !(address & (bytes - 1)))) {
		memcpy(core->local + local, &value, bytes);
		core->trail = (core->trail ^ address ^ value) * 0x9e3779b1;
		return;
	}
	core->busy = true;
	access_store(core, address, bytes, value);
}

static void amo(struct core *core, const struct insn *in)
{
	uint32_t old;

	core->busy = true;
	if (!access_atomic(core, core->r[in->rs1], (unsigned)in->imm,
			   core->r[in->rs2], &old)) {
		core->pc = core->at;
		return;
	}
	set_late(core, in, old, core->clock - 1 + T_ATOMIC);
}

ALWAYS_INLINE void branch(struct core *core, const struct insn *in, bool taken)
{
	if (taken != (in->imm < 0)) {
		core->clock += chip.is->mispredicted;
	}
	if (taken) {
		core->pc = core->at + (uint32_t)in->imm;
		if (in->imm < 0) {
			poll_turn(core);
		}
	}
}

/* Multiplications and divisions take longer. */
static void slow_arithmetic(struct core *core, const struct insn *in,
			    uint32_t a, uint32_t b)
{
	core->clock += alu_clocks(in->op, a, b) - 1;
	set(core, in, alu_long(in->op, a, b));
}

/* The registers that an instruction reads must be there. */
ALWAYS_INLINE void issue(struct core *core, const struct insn *in)
{
	uint64_t until = core->ready[in->rs1], other = core->ready[in->rs2];

	until = other > until ? other : until;
	other = core->retire[core->insns % RETIRE];
	until = other > until ? other : until;
	if (until > core->clock) {
		core->clock = until;
	}
	core->clock++;
}

static void rare(struct core *core, const struct insn *in)
{
	switch ((enum op)in->op) {
	case OP_FENCE:
		access_fence(core);
		break;
	case OP_ECALL:
	case OP_EBREAK:
		core_die(core, "%s stops the core for good",
			 in->op == OP_ECALL ? "ecall" : "ebreak");
	case OP_CSRRW:
	case OP_CSRRS:
	case OP_CSRRC:
		core_csr(core, in);
		break;
	case OP_MRET:
		core_mret(core);
		break;
	case OP_AMO:
		amo(core, in);
		break;
	default:
		core_die(core, "no such instruction on this chip");
	}
}

ALWAYS_INLINE void step(struct core *core)
{
	uint32_t pc = core->pc, a, b;
	const struct insn *in = &chip.code[pc / 4];

	if (!LIKELY(pc < chip.is->l1_bytes && !(pc & 3) && in->op)) {
		in = core_fetch(core);
	}
	issue(core, in);
	a = core->r[in->rs1];
	b = core->r[in->rs2];
	core->at = pc;
	core->pc = pc + 4;
	switch ((enum op)in->op) {
	case OP_LUI:
		set(core, in, (uint32_t)in->imm);
		break;
	case OP_AUIPC:
		set(core, in, pc + (uint32_t)in->imm);
		break;
	case OP_JAL:
		set(core, in, pc + 4);
		core->pc = pc + (uint32_t)in->imm;
		if (in->imm < 0 && in->rd == R_NOWHERE) {
			poll_turn(core);
		}
		break;
	case OP_JALR:
		set(core, in, pc + 4);
		core->pc = (a + (uint32_t)in->imm) & ~1u;
		core->clock += chip.is->mispredicted;
		break;
	case OP_BEQ:
		branch(core, in, a == b);
		break;
	case OP_BNE:
		branch(core, in, a != b);
		break;
	case OP_BLT:
		branch(core, in, (int32_t)a < (int32_t)b);
		break;
	case OP_BGE:
		branch(core, in, (int32_t)a >= (int32_t)b);
		break;
	case OP_BLTU:
		branch(core, in, a < b);
		break;
	case OP_BGEU:
		branch(core, in, a >= b);
		break;
	case OP_LB:
	case OP_LBU:
		load(core, in, 1);
		break;
	case OP_LH:
	case OP_LHU:
		load(core, in, 2);
		break;
	case OP_LW:
		load(core, in, 4);
		break;
	case OP_SB:
		store(core, in, 1);
		break;
	case OP_SH:
		store(core, in, 2);
		break;
	case OP_SW:
		store(core, in, 4);
		break;
	case OP_ADDI:
		set(core, in, a + (uint32_t)in->imm);
		break;
	case OP_ADD:
		set(core, in, a + b);
		break;
	default:
		if (alu_is_long(in->op)) {
			slow_arithmetic(core, in, a, b);
		} else if (alu_is_short(in->op)) {
			set(core, in, alu_short(in, a, b));
		} else {
			rare(core, in);
		}
	}
	if (core->retired < core->clock) {
		core->retired = core->clock;
	}
	core->retire[core->insns++ % RETIRE] = core->retired;
}

void core_run(struct core *core)
{
	while (core->clock < chip.horizon) {
		if (core->attention) {
			if (core->state != CORE_RUNS) {
				return;
			}
			if (core->attention & LOOK_INTERRUPT) {
				core_interrupt(core);
			}
			if (core->attention & LOOK_STEP) {
				report_step(core);
			}
		}
		step(core);
	}
}
