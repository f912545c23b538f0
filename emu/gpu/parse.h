/* SPDX-License-Identifier: Apache-2.0 */
/* Inside the reader of PTX: words, names, and the parts of the reader. */
#ifndef EMU_GPU_PARSE_H
#define EMU_GPU_PARSE_H

#include "emu/gpu/program.h"

/* The present word, or character, of the text; length 0 at its end. */
struct word {
	const char *at;
	uint32_t length;
	uint32_t line;
};

extern struct word word;

void words_begin(const char *text, const char *name);

/* Go on to the next word. */
void words_next(void);

/* Is this the present word?  take: go on if it is; want: or death. */
bool word_is(const char *text);
bool word_take(const char *text);
void word_want(const char *text);

/* Take it, as a text of its own that stays, or as a number, with its sign. */
char *word_name(void);
bool word_is_number(void);
uint64_t word_number(void);

/* A type without its dot, such as u32; -1: it is none. */
int word_type(const char *text, size_t length);

/* "name: line n: ..", and death. */
_Noreturn void parse_die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* What a name stands for. */
enum symbol_kind {
	SYMBOL_GLOBAL,
	SYMBOL_SHARED,
	SYMBOL_LOCAL, /* this function's, as are the four below */
	SYMBOL_FUNCTION,
	SYMBOL_IN,
	SYMBOL_OUT,
	SYMBOL_RETURN,
	SYMBOL_LABEL,
};

struct symbol {
	char *name;
	enum symbol_kind kind;
	uint64_t value; /* address, offset, number */
	struct symbol *next, *older;
};

/* Null: there is none. */
struct symbol *symbol_find(const char *name, size_t length);
struct symbol *symbol_add(char *name, enum symbol_kind kind, uint64_t value);

/* Forget those that were added since `mark`, which symbol_mark gave. */
struct symbol *symbol_mark(void);
void symbol_forget(struct symbol *mark);

/* module.c: a variable of shared memory, from behind .shared. */
void shared_read(void);

/* body.c: from behind its { to behind its }. */
void body_read(struct function *function);

/* operation.c: a word such as ld.shared.v2.u32, into an instruction. */
void operation_read(struct insn *insn, const char *text, size_t length);

#endif
