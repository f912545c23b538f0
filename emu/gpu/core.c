// SPDX-License-Identifier: Apache-2.0
/* A core's instructions: calls, loads and stores here, the others in alu.c. */
#include <string.h>

#include "emu/gpu/alu.h"
#include "emu/gpu/chip.h"

enum {
	SPECIAL = 1u << 30,
	CLOCK_STEP = 32 /* nanoseconds of globaltimer */
};

static uint64_t value(const struct core *core, const struct operand *o)
{
	if (o->reg == SPECIAL) {
		return o->imm == 1   ? (core->clock / 2) & -(uint64_t)CLOCK_STEP
		       : o->imm == 2 ? core->clock
				     : core->index;
	}
	return core->frame->registers[o->reg] + o->imm;
}

static void set(struct core *core, const struct operand *o, uint64_t v)
{
	if (o->reg == 0) {
		core_die(core, "the result has no register");
	}
	core->frame->registers[o->reg] =
		o->width >= 8 ? v
		: o->width    ? v & ((1ull << (8 * o->width)) - 1)
			      : v & 1;
}

static void enter(struct core *core, uint32_t number, uint8_t *in)
{
	const struct function *f = &program.functions[number];
	struct frame *old = core->frame;
	struct frame *new = old ? old + 1 : core->frames;
	uint8_t *free = old ? old->out + old->function->out : core->stack;

	if (number >= program.count) {
		core_die(core, "a call of what is no function");
	}
	if (new == core->frames + CALLS) {
		core_die(core, "calls nest more than %d deep", CALLS);
	}
	new->function = f;
	new->next = f->insns;
	new->registers = (uint64_t *)free;
	new->in = in;
	new->out = free + 8ull * f->registers;
	new->local = (old ? old->local + old->function->local : 0);
	if (new->local + f->local > chip.local_bytes ||
	    new->out + f->out > core->stack + STACK) {
		core_die(core, "stack overflow in %s", f->name);
	}
	memset(new->registers, 0, 8ull * f->registers);
	new->registers[LOCAL_REGISTER] = new->local;
	core->frame = new;
}

void core_start(struct core *core, uint32_t function, uint64_t argument)
{
	memcpy(core->result, &argument, 8);
	enter(core, function, core->result);
}

static void call(struct core *core, const struct insn *insn)
{
	uint64_t to = value(core, &insn->o[0]);

	core->clock += T_CALL;
	if (to < CODE_BASE || (to - CODE_BASE) % CODE_STEP) {
		core_die(core, "a call of %#llx, no function",
			 (unsigned long long)to);
	}
	enter(core, (uint32_t)((to - CODE_BASE) / CODE_STEP), core->frame->out);
}

static void leave(struct core *core)
{
	if (core->frame == core->frames) {
		core->ended = true;
	} else {
		core->frame--;
	}
}

/* Where an argument, or the result, lies; a register has the place of this function's. */
static uint8_t *argument(struct core *core, const struct operand *o,
			 unsigned bytes)
{
	const struct frame *f = core->frame;
	bool in = o->param == PARAM_IN || o->param == PARAM_NONE;
	uint64_t at = value(core, o), most = RETURN_BYTES;
	uint8_t *base = core->result;

	if (in || o->param == PARAM_OUT) {
		most = in ? f->function->in : f->function->out;
		base = in ? f->in : f->out;
	}
	if (at > most || most - at < bytes) {
		core_die(core, "no such argument");
	}
	return base + at;
}

static void load(struct core *core, const struct insn *insn)
{
	const struct operand *at = &insn->o[insn->vector];
	unsigned bytes = type_bytes(insn->type);
	uint64_t began = core->clock;

	for (unsigned i = 0; i < insn->vector; i++) {
		struct pair v = {0, 0};

		core->clock = began; /* all at the same time */
		if (insn->space == SPACE_PARAM) {
			memcpy(&v, argument(core, at, bytes) + i * bytes,
			       bytes);
		} else {
			v = memory_load(core, insn, value(core, at) + i * bytes,
					bytes);
		}
		if (bytes > sizeof(v.low)) {
			set(core, &insn->o[i], v.low);
			core->frame->registers[insn->o[i].reg + 1] = v.high;
		} else {
			set(core, &insn->o[i], alu_cut(v.low, insn->type));
		}
	}
}

static void store(struct core *core, const struct insn *insn)
{
	unsigned bytes = type_bytes(insn->type);

	for (unsigned i = 0; i < insn->vector; i++) {
		const struct operand *o = &insn->o[1 + i];
		uint64_t v[2] = {value(core, o), 0};

		if (bytes <= sizeof(*v)) {
			v[0] = alu_cut(v[0], insn->type);
		} else {
			v[1] = core->frame->registers[o->reg + 1];
		}
		if (insn->space == SPACE_PARAM) {
			memcpy(argument(core, &insn->o[0], bytes) + i * bytes,
			       v, bytes);
		} else {
			memory_store(core, insn,
				     value(core, &insn->o[0]) + i * bytes, v,
				     bytes);
		}
	}
}

static uint64_t base_of(const struct insn *insn)
{
	return insn->space == SPACE_SHARED  ? SHARED_BASE
	       : insn->space == SPACE_LOCAL ? LOCAL_BASE
					    : 0;
}

/* Of 16 bytes, which have two registers. */
static void wide_halves(struct core *core, const struct insn *insn)
{
	const struct operand *o = insn->o;

	if (insn->op == OP_UNPACK) {
		set(core, &o[0], value(core, &o[2]));
		set(core, &o[1], core->frame->registers[o[2].reg + 1]);
	} else {
		set(core, &o[0], value(core, &o[1]));
		core->frame->registers[o[0].reg + 1] = value(core, &o[2]);
	}
}

static void halves(struct core *core, const struct insn *insn)
{
	unsigned n = insn->operands - 1, each = 8 * type_bytes(insn->type) / n;
	uint64_t v = 0;

	if (insn->type == TYPE_B128 && n == 2) {
		wide_halves(core, insn);
		return;
	}
	if (insn->op == OP_UNPACK) {
		v = value(core, &insn->o[n]);
		for (unsigned i = 0; i < n; i++) {
			set(core, &insn->o[i], v >> (each * i));
		}
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		v |= (value(core, &insn->o[1 + i]) & ((1ull << each) - 1))
		     << (each * i);
	}
	set(core, &insn->o[0], v);
}

static void compute(struct core *core, const struct insn *insn)
{
	uint64_t v[OPERANDS] = {0}, result = 0;

	for (unsigned i = 1; i < insn->operands; i++) {
		v[i] = value(core, &insn->o[i]);
		if (insn->op != OP_SELP || i < 3) {
			v[i] = alu_cut(v[i],
				       insn->op == OP_CVT ? insn->from
				       : insn->op == OP_MAD &&
						       insn->how == HOW_WIDE &&
						       i == 3
					       ? TYPE_B64
					       : insn->type);
		}
	}
	if (!alu_compute(insn, v, &result)) {
		core_die(core, "not for this type");
	}
	core->clock += T_PLAIN;
	set(core, &insn->o[0], result);
}

static void atom(struct core *core, const struct insn *insn)
{
	const struct operand *o = insn->o + (insn->op == OP_ATOM);
	uint64_t a = alu_cut(value(core, &o[1]), insn->type);
	uint64_t b = insn->how == HOW_CAS
			     ? alu_cut(value(core, &o[2]), insn->type)
			     : 0;
	uint64_t was = memory_atom(core, insn, value(core, &o[0]), a, b);

	if (insn->op == OP_ATOM) {
		set(core, &insn->o[0], was);
	}
}

static void step(struct core *core)
{
	const struct insn *insn = core->insn = core->frame->next++;

	core->instructions++;
	if (insn->guard && (core->frame->registers[insn->guard] & 1) ==
				   (uint64_t)insn->unless) {
		core->clock += T_PLAIN;
		return;
	}
	switch (insn->op) {
	case OP_ATOM:
	case OP_RED:
		atom(core, insn);
		break;
	case OP_BRA:
		core->clock += T_PLAIN;
		core->frame->next =
			core->frame->function->insns + insn->o[0].imm;
		break;
	case OP_CALL:
		call(core, insn);
		break;
	case OP_CVTA:
		core->clock += T_PLAIN;
		set(core, &insn->o[0],
		    value(core, &insn->o[1]) + (insn->how == HOW_TO
							? -base_of(insn)
							: base_of(insn)));
		break;
	case OP_EXIT:
		core->ended = true;
		break;
	case OP_FENCE:
		if (insn->wide) {
			memory_fence(core, insn);
		}
		break;
	case OP_LD:
		load(core, insn);
		break;
	case OP_NANOSLEEP:
		core->clock += 2 * (uint32_t)value(core, &insn->o[0]);
		break;
	case OP_PACK:
	case OP_UNPACK:
		halves(core, insn);
		break;
	case OP_RET:
		leave(core);
		break;
	case OP_ST:
		store(core, insn);
		break;
	case OP_TRAP:
		core_die(core, "trap");
	default:
		compute(core, insn);
	}
}

void core_run(struct core *core, uint64_t until)
{
	while (core->clock < until && !core->ended) {
		step(core);
	}
	if (core->ended) {
		memory_settle(core, UINT64_MAX);
		chip.running--;
	}
}
