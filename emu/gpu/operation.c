// SPDX-License-Identifier: Apache-2.0
/* Names of instructions, such as ld.relaxed.gpu.global.v4.u32, taken apart at their dots. */
#include <string.h>

#include "emu/gpu/parse.h"

struct name {
	const char *name;
	uint8_t value;
};

static const struct name ops[] = {
	{"abs", OP_ABS},
	{"add", OP_ADD},
	{"and", OP_AND},
	{"atom", OP_ATOM},
	{"barrier", OP_BARRIER},
	{"isspacep", OP_ISSPACEP},
	{"bfe", OP_BFE},
	{"bfi", OP_BFI},
	{"bra", OP_BRA},
	{"call", OP_CALL},
	{"clz", OP_CLZ},
	{"cvt", OP_CVT},
	{"cvta", OP_CVTA},
	{"div", OP_DIV},
	{"exit", OP_EXIT},
	{"fence", OP_FENCE},
	{"fma", OP_FMA},
	{"ld", OP_LD},
	{"mad", OP_MAD},
	{"max", OP_MAX},
	{"min", OP_MIN},
	{"mov", OP_MOV},
	{"mul", OP_MUL},
	{"nanosleep", OP_NANOSLEEP},
	{"neg", OP_NEG},
	{"not", OP_NOT},
	{"or", OP_OR},
	{"popc", OP_POPC},
	{"red", OP_RED},
	{"rem", OP_REM},
	{"ret", OP_RET},
	{"selp", OP_SELP},
	{"setp", OP_SETP},
	{"shf", OP_SHF},
	{"shl", OP_SHL},
	{"shr", OP_SHR},
	{"sqrt", OP_SQRT},
	{"rcp", OP_RCP},
	{"st", OP_ST},
	{"sub", OP_SUB},
	{"trap", OP_TRAP},
	{"xor", OP_XOR},
	{NULL, 0},
};

static const struct name spaces[] = {
	{"global", SPACE_GLOBAL},
	{"shared", SPACE_SHARED},
	{"local", SPACE_LOCAL},
	{"param", SPACE_PARAM},
	{NULL, 0},
};

static const struct name orders[] = {
	{"weak", ORDER_WEAK},
	{"relaxed", ORDER_RELAXED},
	{"volatile", ORDER_RELAXED},
	{"acquire", ORDER_ACQUIRE},
	{"release", ORDER_RELEASE},
	{"acq_rel", ORDER_BOTH},
	{"sc", ORDER_SC},
	{NULL, 0},
};

static const struct name hows[] = {
	{"eq", HOW_EQ},   {"ne", HOW_NE},     {"lt", HOW_LT},
	{"le", HOW_LE},   {"gt", HOW_GT},     {"ge", HOW_GE},
	{"equ", HOW_EQU}, {"neu", HOW_NEU},   {"ltu", HOW_LTU},
	{"leu", HOW_LEU}, {"gtu", HOW_GTU},   {"geu", HOW_GEU},
	{"num", HOW_NUM}, {"nan", HOW_NAN},   {"lo", HOW_LOW},
	{"hi", HOW_HIGH}, {"wide", HOW_WIDE}, {"l", HOW_LEFT},
	{"r", HOW_RIGHT}, {"exch", HOW_EXCH}, {"cas", HOW_CAS},
	{"add", HOW_ADD}, {"and", HOW_AND},   {"or", HOW_OR},
	{"xor", HOW_XOR}, {"min", HOW_MIN},   {"max", HOW_MAX},
	{"to", HOW_TO},   {"rzi", HOW_RZI},   {"rmi", HOW_RMI},
	{"rpi", HOW_RPI}, {"rni", HOW_RNI},   {NULL, 0},
};

/* What says nothing here: all is rounded to the nearest, constants never change. */
static const struct name nothing[] = {
	{"uni", 0}, {"rn", 0},   {"nc", 0}, {"wrap", 0},
	{"cta", 0}, {"sync", 0}, {NULL, 0},
};

static const struct name scopes[] = {
	{"gpu", 1},
	{"sys", 1},
	{"cluster", 1},
	{NULL, 0},
};

static const struct name vectors[] = {{"v2", 2}, {"v4", 4}, {NULL, 0}};

static bool named(const struct name *names, const char *at, size_t length,
		  uint8_t *value)
{
	for (; names->name; names++) {
		if (strlen(names->name) == length &&
		    memcmp(names->name, at, length) == 0) {
			if (value) {
				*value = names->value;
			}
			return true;
		}
	}
	return false;
}

static bool modifier(struct insn *insn, const char *at, size_t length,
		     unsigned *types)
{
	int type = word_type(at, length);

	if (type >= 0) {
		if ((*types)++ == 0) {
			insn->type = (uint8_t)type;
		} else {
			insn->from = (uint8_t)type;
		}
		return *types <= (insn->op == OP_CVT ? 2u : 1u);
	}
	return named(spaces, at, length, &insn->space) ||
	       named(orders, at, length, &insn->order) ||
	       named(scopes, at, length, &insn->wide) ||
	       named(vectors, at, length, &insn->vector) ||
	       named(nothing, at, length, NULL) ||
	       named(hows, at, length, &insn->how);
}

void operation_read(struct insn *insn, const char *text, size_t length)
{
	const char *end = text + length, *at = text, *dot;
	unsigned types = 0;
	bool ok;

	insn->vector = 1;
	for (bool first = true;; first = false) {
		dot = memchr(at, '.', (size_t)(end - at));
		dot = dot ? dot : end;
		ok = first ? named(ops, at, (size_t)(dot - at), &insn->op)
			   : modifier(insn, at, (size_t)(dot - at), &types);
		if (!ok) {
			parse_die("unknown instruction '%.*s'", (int)length,
				  text);
		}
		if (dot == end) {
			return;
		}
		at = dot + 1;
	}
}
