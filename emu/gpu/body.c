// SPDX-License-Identifier: Apache-2.0
/* A function's body: registers, its frame, labels, instructions, calls. */
#include <stdlib.h>
#include <string.h>

#include "emu/gpu/parse.h"
#include "host/host.h"

enum {
	SETS = 16,    /* of registers, %r and %rd, say */
	ARGUMENT = 8, /* arguments lie on multiples of it */
	UNKNOWN = UINT32_MAX,
};

static struct set {
	char *name; /* %rd */
	uint32_t first, count;
	uint8_t width;
} sets[SETS];

static unsigned set_count;
static struct function *body;
static uint32_t room, out; /* out: bytes of the call that is being made */

static struct insn *insn_new(void)
{
	if (body->count == room) {
		room = room ? 2 * room : 64;
		body->insns = realloc(body->insns, room * sizeof(struct insn));
		if (!body->insns) {
			die(STATUS_HOST, "out of memory");
		}
	}
	memset(&body->insns[body->count], 0, sizeof(struct insn));
	body->insns[body->count].line = word.line;
	return &body->insns[body->count++];
}

static struct set *set_named(const char *at, uint32_t length)
{
	for (unsigned i = 0; i < set_count; i++) {
		if (strlen(sets[i].name) == length &&
		    memcmp(sets[i].name, at, length) == 0) {
			return &sets[i];
		}
	}
	return NULL;
}

/* .reg .b32 %r<81>; or, in a block of its own, .reg .b32 tmp; time and again. */
static void registers_read(void)
{
	int type = word_type(word.at + 1, word.length - 1);
	struct set *set;

	words_next();
	set = set_named(word.at, word.length);
	if (type < 0 || (!set && set_count == SETS)) {
		parse_die("registers of no type, or too many kinds");
	}
	if (set) {
		words_next();
		word_want(";");
		return;
	}
	set = &sets[set_count++];
	set->width = (uint8_t)type_bytes((unsigned)type);
	set->name = word_name();
	set->first = body->registers;
	set->count = 0;
	if (word_take("<")) {
		set->count = (uint32_t)word_number();
		word_want(">");
	}
	body->registers += set->count ? set->count : 1;
	body->registers += set->width > sizeof(uint64_t); /* its upper half */
	word_want(";");
}

static struct operand register_named(const char *at, uint32_t length)
{
	struct operand o = {0};

	for (unsigned i = 0; i < set_count; i++) {
		uint32_t n = (uint32_t)strlen(sets[i].name), number = 0;

		if (length < n || memcmp(at, sets[i].name, n) != 0 ||
		    (sets[i].count == 0) != (length == n)) {
			continue;
		}
		for (; n < length && at[n] >= '0' && at[n] <= '9'; n++) {
			number = 10 * number + (uint32_t)(at[n] - '0');
		}
		if (n == length &&
		    (sets[i].count == 0 || number < sets[i].count)) {
			o.reg = sets[i].first + number;
			o.width = sets[i].width;
			return o;
		}
	}
	parse_die("no register '%.*s'", (int)length, at);
}

static struct operand special(void)
{
	static const char *const names[SPECIALS] = {
		"%ctaid.x", "%globaltimer", "%clock64", "%tid.x",
		"%tid.y",   "%ntid.x",      "%ntid.y",
	};
	struct operand o = {.reg = SPECIAL_REGISTER};

	for (; o.imm < SPECIALS; o.imm++) {
		if (word_take(names[o.imm])) {
			return o;
		}
	}
	o = register_named(word.at, word.length);
	words_next();
	return o;
}

/* A variable's or function's address, an argument's offset, or a label's place. */
static struct operand named(void)
{
	struct symbol *s = symbol_find(word.at, word.length);
	struct operand o = {0};

	if (!s) { /* a label that comes later */
		s = symbol_add(word_name(), SYMBOL_LABEL, UNKNOWN);
	} else {
		words_next();
	}
	o.imm = s->value;
	switch (s->kind) {
	case SYMBOL_IN:
		o.param = PARAM_IN;
		break;
	case SYMBOL_OUT:
		o.param = PARAM_OUT;
		break;
	case SYMBOL_RETURN:
		o.param = PARAM_RETURN;
		break;
	case SYMBOL_LOCAL:
		o.reg = LOCAL_REGISTER;
		break;
	case SYMBOL_LABEL: /* resolved at the end */
		o.imm = (uintptr_t)s;
		break;
	default:
		break;
	}
	return o;
}

static struct operand operand_read(void)
{
	struct operand o = {0};

	if (word_is_number()) {
		o.imm = word_number();
		return o;
	}
	o = *word.at == '%' || set_named(word.at, word.length) ? special()
							       : named();
	if (word_take("+")) {
		o.imm += word_number();
	}
	return o;
}

static void operand_add(struct insn *insn, struct operand o)
{
	if (insn->operands == OPERANDS) {
		parse_die("too many operands");
	}
	insn->o[insn->operands++] = o;
}

/* (retval0), name, (param0, ..), prototype; arguments lie where they were declared. */
static void call_read(struct insn *insn)
{
	if (word_take("(")) {
		words_next();
		word_want(")");
		word_want(",");
	}
	operand_add(insn, operand_read());
	while (!word_is(";")) {
		words_next();
	}
	body->out = out > body->out ? out : body->out;
}

static void operands_read(struct insn *insn)
{
	while (!word_is(";")) {
		bool group = word_take("{") || word_take("[");

		if (group && insn->op == OP_MOV) {
			insn->op = insn->operands ? OP_PACK : OP_UNPACK;
		}
		do {
			operand_add(insn, operand_read());
		} while (group && word_take(","));
		if (group && !word_take("}")) {
			word_want("]");
		}
		word_take(",");
	}
}

static void instruction_read(void)
{
	struct insn *insn = insn_new();

	if (word_take("@")) {
		insn->unless = word_take("!");
		insn->guard = register_named(word.at, word.length).reg;
		words_next();
	}
	operation_read(insn, word.at, word.length);
	words_next();
	if (insn->op == OP_CALL) {
		call_read(insn);
	} else {
		operands_read(insn);
	}
	if (insn->type == TYPE_B128 && insn->op != OP_ST && insn->op != OP_LD &&
	    insn->op != OP_PACK && insn->op != OP_UNPACK) {
		parse_die("of 16 bytes there are only loads and stores");
	}
	word_want(";");
}

static uint32_t sized(uint32_t *align)
{
	uint32_t bytes, count = 1;
	int type;

	*align = 1;
	if (word_take(".align")) {
		*align = (uint32_t)word_number();
	}
	type = word_type(word.at + 1, word.length - 1);
	bytes = type < 0 ? 0 : type_bytes((unsigned)type);
	words_next();
	symbol_add(word_name(), SYMBOL_LOCAL, 0);
	if (word_take("[")) {
		count = (uint32_t)word_number();
		word_want("]");
	}
	word_want(";");
	return bytes * count;
}

static void statement(void)
{
	uint32_t align, bytes, at;
	struct symbol *s;

	if (word_take(".reg")) {
		registers_read();
	} else if (word_take(".local")) {
		bytes = sized(&align);
		/* No better aligned than it asks for. */
		at = ((body->local + 15) & ~15u) + (align & 15);
		symbol_mark()->value = at;
		body->local = (at + bytes + 15) & ~15u;
	} else if (word_take(".param")) {
		bytes = sized(&align);
		s = symbol_mark();
		s->kind = strncmp(s->name, "retval", 6) ? SYMBOL_OUT
							: SYMBOL_RETURN;
		s->value = s->kind == SYMBOL_OUT ? out : 0;
		out += s->kind == SYMBOL_OUT
			       ? (bytes + ARGUMENT - 1) & -(uint32_t)ARGUMENT
			       : 0;
	} else if (word_take(
			   ".shared")) { /* one that this function alone uses */
		shared_read();
	} else if (word_take(".pragma")) {
		words_next();
		word_want(";");
	} else if (strchr("$p", *word.at) &&
		   (*word.at == '$' || !strncmp(word.at, "prototype_", 10))) {
		s = symbol_find(word.at, word.length);
		if (s) {
			s->value = body->count;
			words_next();
		} else {
			symbol_add(word_name(), SYMBOL_LABEL, body->count);
		}
		word_want(":");
		if (word_is(".callprototype")) {
			while (!word_take(";")) {
				words_next();
			}
		}
	} else {
		instruction_read();
	}
}

static void resolve(void)
{
	for (uint32_t i = 0; i < body->count; i++) {
		struct insn *insn = &body->insns[i];
		const struct symbol *s;

		if (insn->op != OP_BRA) {
			continue;
		}
		s = (const struct symbol *)(uintptr_t)insn->o[0].imm;
		if (s->kind != SYMBOL_LABEL || s->value == UNKNOWN) {
			parse_die("no label %s in %s", s->name, body->name);
		}
		insn->o[0].imm = s->value;
	}
}

void body_read(struct function *function)
{
	unsigned depth = 1;

	body = function;
	body->registers = FIRST_REGISTER;
	room = out = 0;
	set_count = 0;
	while (depth > 0) {
		if (word_take("{")) {
			depth++;
			out = 0;
		} else if (word_take("}")) {
			depth--;
		} else if (word.length == 0) {
			parse_die("%s has no end", body->name);
		} else {
			statement();
		}
	}
	insn_new()->op = OP_RET;
	resolve();
	for (unsigned i = 0; i < set_count; i++) {
		free(sets[i].name);
	}
}
