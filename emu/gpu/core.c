// SPDX-License-Identifier: Apache-2.0
/* A thread's instructions: calls, loads and stores here, the others in alu.c. */
#include <string.h>

#include "emu/gpu/alu.h"
#include "emu/gpu/chip.h"

enum {
	CLOCK_STEP = 32 /* nanoseconds of globaltimer */
};
#define CLOCK_FIRST (1700000000ull * 1000000000) /* it counts from 1970 */

static uint64_t special(const struct thread *t, enum special which)
{
	switch (which) {
	case SPECIAL_TIME:
		return (CLOCK_FIRST + t->clock / 2) & -(uint64_t)CLOCK_STEP;
	case SPECIAL_CLOCK:
		return t->clock;
	case SPECIAL_TID_X:
		return t->index % chip.columns;
	case SPECIAL_TID_Y:
		return t->index / chip.columns;
	case SPECIAL_NTID_X:
		return chip.columns;
	case SPECIAL_NTID_Y:
		return chip.rows;
	default:
		return t->core->index;
	}
}

static uint64_t value(const struct thread *t, const struct operand *o)
{
	if (o->reg == SPECIAL_REGISTER) {
		return special(t, (enum special)o->imm);
	}
	return t->frame->registers[o->reg] + o->imm;
}

static void set(struct thread *t, const struct operand *o, uint64_t v)
{
	if (o->reg == 0) {
		core_die(t->core, "the result has no register");
	}
	t->frame->registers[o->reg] =
		o->width >= 8 ? v
		: o->width    ? v & ((1ull << (8 * o->width)) - 1)
			      : v & 1;
}

static void enter(struct thread *t, uint32_t number, uint8_t *in)
{
	const struct function *f = &program.functions[number];
	struct frame *old = t->frame;
	struct frame *new = old ? old + 1 : t->frames;
	uint8_t *free = old ? old->out + old->function->out : t->stack;

	if (number >= program.count) {
		core_die(t->core, "a call of what is no function");
	}
	if (new == t->frames + CALLS) {
		core_die(t->core, "calls nest more than %d deep", CALLS);
	}
	new->function = f;
	new->next = f->insns;
	new->registers = (uint64_t *)free;
	new->in = in;
	new->out = free + 8ull * f->registers;
	new->local = (old ? old->local + old->function->local : 0);
	if (new->local + f->local > chip.local_bytes ||
	    new->out + f->out > t->stack + STACK) {
		core_die(t->core, "stack overflow in %s", f->name);
	}
	memset(new->registers, 0, 8ull * f->registers);
	new->registers[LOCAL_REGISTER] = new->local;
	t->frame = new;
}

static void call(struct thread *t, const struct insn *insn)
{
	uint64_t to = value(t, &insn->o[0]);

	t->clock += T_CALL;
	if (to < CODE_BASE || (to - CODE_BASE) % CODE_STEP) {
		core_die(t->core, "a call of %#llx, no function",
			 (unsigned long long)to);
	}
	enter(t, (uint32_t)((to - CODE_BASE) / CODE_STEP), t->frame->out);
}

static void leave(struct thread *t)
{
	if (t->frame == t->frames) {
		t->state = THREAD_ENDED;
	} else {
		t->frame--;
	}
}

/* Where an argument, or the result, lies; a register has the place of this function's. */
static uint8_t *argument(struct thread *t, const struct operand *o,
			 unsigned bytes)
{
	const struct frame *f = t->frame;
	bool in = o->param == PARAM_IN || o->param == PARAM_NONE;
	uint64_t at = value(t, o), most = RETURN_BYTES;
	uint8_t *base = t->result;

	if (in || o->param == PARAM_OUT) {
		most = in ? f->function->in : f->function->out;
		base = in ? f->in : f->out;
	}
	if (at > most || most - at < bytes) {
		core_die(t->core, "no such argument");
	}
	return base + at;
}

static void load(struct thread *t, const struct insn *insn)
{
	const struct operand *at = &insn->o[insn->vector];
	unsigned bytes = type_bytes(insn->type);
	uint64_t began = t->clock;

	for (unsigned i = 0; i < insn->vector; i++) {
		struct pair v = {0, 0};

		t->clock = began; /* all at the same time */
		if (insn->space == SPACE_PARAM) {
			memcpy(&v, argument(t, at, bytes) + i * bytes, bytes);
		} else {
			v = memory_load(t->core, insn, value(t, at) + i * bytes,
					bytes);
		}
		if (bytes > sizeof(v.low)) {
			set(t, &insn->o[i], v.low);
			t->frame->registers[insn->o[i].reg + 1] = v.high;
		} else {
			set(t, &insn->o[i], alu_cut(v.low, insn->type));
		}
	}
}

static void store(struct thread *t, const struct insn *insn)
{
	unsigned bytes = type_bytes(insn->type);

	for (unsigned i = 0; i < insn->vector; i++) {
		const struct operand *o = &insn->o[1 + i];
		uint64_t v[2] = {value(t, o), 0};

		if (bytes <= sizeof(*v)) {
			v[0] = alu_cut(v[0], insn->type);
		} else {
			v[1] = t->frame->registers[o->reg + 1];
		}
		if (insn->space == SPACE_PARAM) {
			memcpy(argument(t, &insn->o[0], bytes) + i * bytes, v,
			       bytes);
		} else {
			memory_store(t->core, insn,
				     value(t, &insn->o[0]) + i * bytes, v,
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
static void wide_halves(struct thread *t, const struct insn *insn)
{
	const struct operand *o = insn->o;

	if (insn->op == OP_UNPACK) {
		set(t, &o[0], value(t, &o[2]));
		set(t, &o[1], t->frame->registers[o[2].reg + 1]);
	} else {
		set(t, &o[0], value(t, &o[1]));
		t->frame->registers[o[0].reg + 1] = value(t, &o[2]);
	}
}

static void halves(struct thread *t, const struct insn *insn)
{
	unsigned n = insn->operands - 1, each = 8 * type_bytes(insn->type) / n;
	uint64_t v = 0;

	if (insn->type == TYPE_B128 && n == 2) {
		wide_halves(t, insn);
		return;
	}
	if (insn->op == OP_UNPACK) {
		v = value(t, &insn->o[n]);
		for (unsigned i = 0; i < n; i++) {
			set(t, &insn->o[i], v >> (each * i));
		}
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		v |= (value(t, &insn->o[1 + i]) & ((1ull << each) - 1))
		     << (each * i);
	}
	set(t, &insn->o[0], v);
}

static void compute(struct thread *t, const struct insn *insn)
{
	uint64_t v[OPERANDS] = {0}, result = 0;

	for (unsigned i = 1; i < insn->operands; i++) {
		v[i] = value(t, &insn->o[i]);
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
		core_die(t->core, "not for this type");
	}
	t->clock += T_PLAIN;
	set(t, &insn->o[0], result);
}

static void atom(struct thread *t, const struct insn *insn)
{
	const struct operand *o = insn->o + (insn->op == OP_ATOM);
	uint64_t a = alu_cut(value(t, &o[1]), insn->type);
	uint64_t b =
		insn->how == HOW_CAS ? alu_cut(value(t, &o[2]), insn->type) : 0;
	uint64_t was = memory_atom(t->core, insn, value(t, &o[0]), a, b);

	if (insn->op == OP_ATOM) {
		set(t, &insn->o[0], was);
	}
}

static void step(struct thread *t)
{
	const struct insn *insn = t->insn = t->frame->next++;

	t->core->instructions++;
	if (insn->guard &&
	    (t->frame->registers[insn->guard] & 1) == (uint64_t)insn->unless) {
		t->clock += T_PLAIN;
		return;
	}
	switch (insn->op) {
	case OP_ATOM:
	case OP_RED:
		atom(t, insn);
		break;
	case OP_BARRIER:
		t->state = THREAD_WAITS;
		break;
	case OP_BRA:
		t->clock += T_PLAIN;
		t->frame->next = t->frame->function->insns + insn->o[0].imm;
		break;
	case OP_CALL:
		call(t, insn);
		break;
	case OP_CVTA:
		t->clock += T_PLAIN;
		set(t, &insn->o[0],
		    value(t, &insn->o[1]) + (insn->how == HOW_TO
						     ? -base_of(insn)
						     : base_of(insn)));
		break;
	case OP_EXIT:
		t->state = THREAD_ENDED;
		break;
	case OP_FENCE:
		if (insn->wide) {
			memory_fence(t->core, insn);
		}
		break;
	case OP_ISSPACEP:
		t->clock += T_PLAIN;
		set(t, &insn->o[0],
		    value(t, &insn->o[1]) - base_of(insn) < WINDOW_BYTES);
		break;
	case OP_LD:
		load(t, insn);
		break;
	case OP_NANOSLEEP:
		t->clock += 2 * (uint32_t)value(t, &insn->o[0]);
		break;
	case OP_PACK:
	case OP_UNPACK:
		halves(t, insn);
		break;
	case OP_RET:
		leave(t);
		break;
	case OP_ST:
		store(t, insn);
		break;
	case OP_TRAP:
		core_die(t->core, "trap");
	default:
		compute(t, insn);
	}
}

void thread_start(struct thread *t, uint32_t function, uint64_t argument)
{
	memcpy(t->result, &argument, 8);
	enter(t, function, t->result);
}

void thread_run(struct thread *t, uint64_t until)
{
	while (t->clock < until && t->state == THREAD_RUNS) {
		step(t);
	}
}
