// SPDX-License-Identifier: Apache-2.0
/*
 * The run loop.  What programs do most stands here, in line: arithmetic,
 * branches, loads and stores of the own SRAM; all else is called.
 *
 * Clocks: one for an instruction, more until its operands are there, more for
 * a taken branch.  Two instructions are never issued at once.
 */
#include "emu/epiphany/alu.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/timing.h"
#include "emu/epiphany/trace.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)

enum {
	SP = 13,
	LR = 14,
};

static const uint16_t group_offsets[] = {0x400, 0x500, 0x600, 0x700};

ALWAYS_INLINE bool holds(const struct core *core, unsigned cond)
{
	return isa_conditions[core->status >> 4 & 127] >> cond & 1;
}

ALWAYS_INLINE void jump(struct core *core, uint32_t target)
{
	core->pc = target;
	core->clock += T_BRANCH - 1;
}

ALWAYS_INLINE void load(struct core *core, const struct insn *in,
			uint32_t address)
{
	unsigned size = in->cond, rd = in->rd;

	core->ready[rd] = core->clock - 1 + T_LOAD;
	if (LIKELY(size == 2 && !(address & 3) && address < core->sram.size)) {
		core->r[rd] = (uint32_t)memory_read(&core->sram, address, 2);
	} else if (LIKELY(size < 2 && !(address & size) &&
			  address < core->sram.size)) {
		core->r[rd] = (uint32_t)memory_read(&core->sram, address, size);
	} else {
		core_load(core, address, size, rd);
	}
}

ALWAYS_INLINE void store(struct core *core, const struct insn *in,
			 uint32_t address)
{
	unsigned size = in->cond;

	if (in->rn == SP && address < core->stack_low) {
		core_stack_grows(core, address);
	}
	if (LIKELY(size < 3 && !(address & ((1u << size) - 1)) &&
		   address < core->sram.size)) {
		memory_write(&core->sram, address, size, core->r[in->rd]);
	} else {
		core_store(core, address, size, in->rd);
	}
}

/* [rn, +rm] or [rn, -rm]: imm is 0 or -1. */
ALWAYS_INLINE uint32_t indexed(const struct core *core, const struct insn *in)
{
	uint32_t sign = (uint32_t)in->imm;

	return core->r[in->rn] + ((core->r[in->rm] ^ sign) - sign);
}

/* Clocks until all operands are there, for results of loads and of the FPU. */
ALWAYS_INLINE void issue(struct core *core, const struct insn *in)
{
	uint64_t until = core->ready[in->rn], other = core->ready[in->rm];

	until = other > until ? other : until;
	other = core->ready[in->source];
	until = other > until ? other : until;
	if (until > core->clock) {
		core->stalls += until - core->clock;
		core->clock = until;
	}
	core->clock++;
	core->insns++;
}

ALWAYS_INLINE void step(struct core *core)
{
	uint32_t pc = core->pc, address;
	const struct insn *in = &core->sram.code[pc / 2];

	if (!LIKELY(pc < core->sram.size && !(pc & 1) && in->op != OP_NONE)) {
		in = core_fetch(core);
		if (!in) {
			return;
		}
	}
	issue(core, in);
	core->at = pc;
	core->pc = pc + in->bytes;
	switch ((enum op)in->op) {
	case OP_BRANCH:
		if (holds(core, in->cond)) {
			jump(core, pc + (uint32_t)in->imm);
		}
		break;
	case OP_CALL:
		core->r[LR] = core->pc;
		jump(core, pc + (uint32_t)in->imm);
		break;
	case OP_JUMP_REG:
		jump(core, core->r[in->rn]);
		break;
	case OP_CALL_REG:
		address = core->r[in->rn];
		core->r[LR] = core->pc;
		jump(core, address);
		break;
	case OP_LOAD:
		load(core, in, core->r[in->rn] + (uint32_t)in->imm);
		break;
	case OP_LOAD_X:
		load(core, in, indexed(core, in));
		break;
	case OP_LOAD_POST:
		address = core->r[in->rn];
		core->r[in->rn] += (uint32_t)in->imm;
		load(core, in, address);
		break;
	case OP_LOAD_POST_X:
		address = core->r[in->rn];
		core->r[in->rn] = indexed(core, in);
		load(core, in, address);
		break;
	case OP_STORE:
		store(core, in, core->r[in->rn] + (uint32_t)in->imm);
		break;
	case OP_STORE_X:
		store(core, in, indexed(core, in));
		break;
	case OP_STORE_POST:
		store(core, in, core->r[in->rn]);
		core->r[in->rn] += (uint32_t)in->imm;
		break;
	case OP_STORE_POST_X:
		store(core, in, core->r[in->rn]);
		core->r[in->rn] = indexed(core, in);
		break;
	case OP_TESTSET:
		core_testset(core, indexed(core, in), in->cond, in->rd);
		break;
	case OP_MOV_IF:
		if (holds(core, in->cond)) {
			core->r[in->rd] = core->r[in->rn];
		}
		break;
	case OP_MOV_IMM:
		core->r[in->rd] = (uint32_t)in->imm;
		break;
	case OP_MOVT:
		core->r[in->rd] &= 0xffff;
		core->r[in->rd] |= (uint32_t)in->imm << 16;
		break;
	case OP_MOVTS:
		registers_write(core,
				group_offsets[in->imm >> 6] +
					4 * ((uint32_t)in->imm & 63),
				core->r[in->rd], false);
		break;
	case OP_MOVFS:
		core->r[in->rd] =
			registers_read(core,
				       group_offsets[in->imm >> 6] +
					       4 * ((uint32_t)in->imm & 63),
				       false);
		break;
	case OP_ADD:
		add(core, in->rd, core->r[in->rn], core->r[in->rm]);
		break;
	case OP_SUB:
		sub(core, in->rd, core->r[in->rn], core->r[in->rm]);
		break;
	case OP_ADD_IMM:
		add(core, in->rd, core->r[in->rn], (uint32_t)in->imm);
		break;
	case OP_SUB_IMM:
		sub(core, in->rd, core->r[in->rn], (uint32_t)in->imm);
		break;
	case OP_AND:
		logic(core, in->rd, core->r[in->rn] & core->r[in->rm]);
		break;
	case OP_ORR:
		logic(core, in->rd, core->r[in->rn] | core->r[in->rm]);
		break;
	case OP_EOR:
		logic(core, in->rd, core->r[in->rn] ^ core->r[in->rm]);
		break;
	case OP_LSL:
		logic(core, in->rd, core->r[in->rn] << (core->r[in->rm] & 31));
		break;
	case OP_LSR:
		logic(core, in->rd, core->r[in->rn] >> (core->r[in->rm] & 31));
		break;
	case OP_ASR:
		logic(core, in->rd,
		      (uint32_t)((int32_t)core->r[in->rn] >>
				 (core->r[in->rm] & 31)));
		break;
	case OP_LSL_IMM:
		logic(core, in->rd, core->r[in->rn] << in->imm);
		break;
	case OP_LSR_IMM:
		logic(core, in->rd, core->r[in->rn] >> in->imm);
		break;
	case OP_ASR_IMM:
		logic(core, in->rd,
		      (uint32_t)((int32_t)core->r[in->rn] >> in->imm));
		break;
	case OP_BITR:
		logic(core, in->rd, reversed(core->r[in->rn]));
		break;
	case OP_FADD:
	case OP_FSUB:
	case OP_FMUL:
	case OP_FMADD:
	case OP_FMSUB:
	case OP_FLOAT:
	case OP_FIX:
	case OP_FABS:
		core->fpu++;
		core_fpu(core, in);
		core->ready[in->rd] = core->clock - 1 + T_FPU;
		break;
	case OP_NOP:
		break;
	default:
		core_control(core, in, pc);
	}
}

/* One instruction, with all that somebody wants to know about each. */
static void careful_step(struct core *core)
{
	uint32_t pc = core->pc;
	const struct insn *in = core_fetch(core);
	bool ialu;

	if (!in) {
		return;
	}
	ialu = in->op >= OP_ADD && in->op <= OP_BITR;
	if (chip.trace) {
		trace_insn(core, in);
	}
	step(core);
	core->ialu += ialu;
	/* LC turns in all; the last instruction of the loop is at LE. */
	if (core->lc && pc == core->le && --core->lc) {
		core->pc = core->ls;
	}
	timers_look(core);
	core_check_interrupts(core);
}

void core_run(struct core *core)
{
	while (core->clock < chip.horizon) {
		if (LIKELY(!core->attention)) {
			step(core);
		} else if (core->attention & LOOK_STATE) {
			return;
		} else if (core->attention & LOOK_INTERRUPT) {
			core_interrupt(core);
		} else {
			careful_step(core);
		}
	}
}
