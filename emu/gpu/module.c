// SPDX-License-Identifier: Apache-2.0
/* A PTX module: its variables, and its functions' heads. */
#include <stdlib.h>
#include <string.h>

#include "emu/gpu/parse.h"
#include "host/host.h"

enum {
	FUNCTIONS = 16384,
	CONSTANTS = 64 << 20,
	ARGUMENT = 8, /* arguments lie on multiples of it */
};

struct program program;

static uint32_t rounded(uint32_t n, uint32_t unit)
{
	return (n + unit - 1) / unit * unit;
}

struct variable {
	uint32_t align, each, count;
	char *name;
};

/* [.align n] .type name[count] */
static struct variable variable_read(void)
{
	struct variable v = {.align = 1, .count = 1};
	int type;

	if (word_take(".align")) {
		v.align = (uint32_t)word_number();
	}
	type = *word.at == '.' ? word_type(word.at + 1, word.length - 1) : -1;
	if (type <= TYPE_PRED) {
		parse_die("'%.*s' is no type", (int)word.length, word.at);
	}
	words_next();
	v.each = type_bytes((unsigned)type);
	v.align = v.align > v.each ? v.align : v.each;
	v.name = word_name();
	if (word_take("[")) {
		v.count = word_is("]") ? 0 : (uint32_t)word_number();
		word_want("]");
	}
	return v;
}

/* A number, name, generic(name), or name+number: its value. */
static uint64_t first_value(void)
{
	bool generic;
	struct symbol *s;
	uint64_t value;

	if (word_is_number()) {
		return word_number();
	}
	generic = word_take("generic");
	if (generic) {
		word_want("(");
	}
	s = symbol_find(word.at, word.length);
	if (s && (s->kind == SYMBOL_GLOBAL || s->kind == SYMBOL_FUNCTION)) {
		value = s->value;
	} else {
		parse_die("'%.*s' is no constant's or function's name",
			  (int)word.length, word.at);
	}
	words_next();
	if (generic) {
		word_want(")");
	}
	if (word_take("+")) {
		value += word_number();
	}
	return value;
}

static void global_read(void)
{
	struct variable v = variable_read();
	uint32_t at = rounded(program.constant_bytes, v.align);
	uint32_t n = 0;

	symbol_add(v.name, SYMBOL_GLOBAL, GLOBAL_BASE + at);
	program.constant_bytes = at + v.each * v.count;
	if (program.constant_bytes > CONSTANTS) {
		parse_die("more than 64 MB of constants");
	}
	if (word_take("=")) {
		bool list = word_take("{");

		do {
			uint64_t value = first_value();

			if (n++ == v.count) {
				parse_die("%s has too many values", v.name);
			}
			memcpy(program.constants + at, &value, v.each);
			at += v.each;
		} while (list && word_take(","));
		if (list) {
			word_want("}");
		}
	}
	word_want(";");
}

void shared_read(void)
{
	struct variable v = variable_read();

	program.shared_bytes = rounded(program.shared_bytes, v.align);
	symbol_add(v.name, SYMBOL_SHARED, program.shared_bytes);
	program.shared_bytes += v.each * v.count;
	word_want(";");
}

/* ( .param .. name, .. ): bytes of all. */
static uint32_t list_read(enum symbol_kind kind)
{
	uint32_t bytes = 0;

	word_want("(");
	while (!word_take(")")) {
		struct variable v;

		word_want(".param");
		v = variable_read();
		symbol_add(v.name, kind, bytes);
		bytes += rounded(v.each * v.count, ARGUMENT);
		word_take(",");
	}
	return bytes;
}

static struct function *function_of(const char *at, uint32_t length)
{
	struct symbol *s = symbol_find(at, length);
	struct function *f;

	if (s) {
		return &program.functions[(s->value - CODE_BASE) / CODE_STEP];
	}
	if (program.count == FUNCTIONS) {
		parse_die("more than %d functions", FUNCTIONS);
	}
	f = &program.functions[program.count];
	f->name = strndup(at, length);
	symbol_add(strndup(at, length), SYMBOL_FUNCTION,
		   CODE_BASE + CODE_STEP * program.count++);
	return f;
}

/*
 * The function's own name must outlive its arguments', so it is added first: it stands
 * behind its result's.
 */
static void function_read(void)
{
	struct word head;
	struct symbol *mark;
	struct function *f;

	if (word_is("(")) { /* to the name, and back */
		head = word;
		while (!word_take(")")) {
			words_next();
		}
		f = function_of(word.at, word.length);
		word = head;
		mark = symbol_mark();
		list_read(SYMBOL_RETURN);
	} else {
		f = function_of(word.at, word.length);
		mark = symbol_mark();
	}
	words_next();
	f->in = word_is("(") ? list_read(SYMBOL_IN) : 0;
	word_take(".noreturn");
	if (!word_take(";")) {
		word_want("{");
		body_read(f);
		f->defined = true;
	}
	symbol_forget(mark);
}

static void directive(void)
{
	if (word_take(".version") || word_take(".target") ||
	    word_take(".address_size")) {
		words_next();
	} else if (word_take(".visible") || word_take(".extern") ||
		   word_take(".weak")) {
		/* of whatever follows */
	} else if (word_take(".func") || word_take(".entry")) {
		function_read();
	} else if (word_take(".global") || word_take(".const")) {
		global_read();
	} else if (word_take(".shared")) {
		shared_read();
	} else {
		parse_die("unknown directive '%.*s'", (int)word.length,
			  word.at);
	}
}

void program_read(const char *text, const char *name)
{
	program.functions = host_alloc(FUNCTIONS * sizeof(*program.functions));
	program.constants = host_reserve(CONSTANTS, "constants");
	words_begin(text, name);
	while (word.length > 0) {
		directive();
	}
	for (uint32_t i = 0; i < program.count; i++) {
		if (!program.functions[i].defined) {
			die(STATUS_INPUT, "%s: nothing defines %s", name,
			    program.functions[i].name);
		}
	}
}

uint32_t program_function(const char *name)
{
	struct symbol *s = symbol_find(name, strlen(name));

	if (s && s->kind == SYMBOL_FUNCTION) {
		return (uint32_t)((s->value - CODE_BASE) / CODE_STEP);
	}
	die(STATUS_INPUT, "no function %s", name);
}
