// SPDX-License-Identifier: Apache-2.0
/* Words of a PTX text, and what names stand for. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/gpu/parse.h"
#include "host/host.h"

enum {
	BUCKETS = 4096,
	MESSAGE = 512,
};

struct word word;
static const char *text_name;
static struct symbol *buckets[BUCKETS], *newest;

static bool word_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' ||
	       c == '%';
}

static const char *skip_space(const char *s)
{
	for (;;) {
		if (*s == '\n') {
			word.line++;
			s++;
		} else if (isspace((unsigned char)*s)) {
			s++;
		} else if (s[0] == '/' && s[1] == '/') {
			s += strcspn(s, "\n");
		} else {
			return s;
		}
	}
}

void words_next(void)
{
	const char *s = skip_space(word.at + word.length), *end = s;

	while (word_part(*end)) {
		end++;
	}
	if (end == s && *s == '"') {
		for (end++; *end && *end != '"'; end++) {
		}
	}
	if (end == s || *s == '"') {
		end += *end != 0;
	}
	word.at = s;
	word.length = (uint32_t)(end - s);
}

void words_begin(const char *text, const char *name)
{
	text_name = name;
	word = (struct word){text, 0, 1};
	words_next();
}

void parse_die(const char *format, ...)
{
	char message[MESSAGE];
	va_list of;

	va_start(of, format);
	vsnprintf(message, sizeof(message), format, of);
	va_end(of);
	die(STATUS_INPUT, "%s: line %u of its PTX: %s", text_name, word.line,
	    message);
}

bool word_is(const char *text)
{
	return word.length == strlen(text) &&
	       memcmp(word.at, text, word.length) == 0;
}

bool word_take(const char *text)
{
	if (!word_is(text)) {
		return false;
	}
	words_next();
	return true;
}

void word_want(const char *text)
{
	if (!word_take(text)) {
		parse_die("'%.*s', not '%s'", (int)word.length, word.at, text);
	}
}

char *word_name(void)
{
	char *name = host_alloc(word.length + 1);

	if (word.length == 0 || !word_part(*word.at)) {
		parse_die("'%.*s' is no name", (int)word.length, word.at);
	}
	memcpy(name, word.at, word.length);
	words_next();
	return name;
}

bool word_is_number(void)
{
	return word_is("-") || isdigit((unsigned char)*word.at);
}

/* Floats are given by their bits: 0d and 16 digits, 0f and 8. */
uint64_t word_number(void)
{
	bool minus = word_take("-");
	const char *s = word.at;
	char *end;
	uint64_t n;

	if (s[0] == '0' && (s[1] == 'd' || s[1] == 'f')) {
		char digits[17] = {0};

		memcpy(digits, s + 2, word.length < 18 ? word.length - 2 : 16);
		n = strtoull(digits, &end, 16);
		end = (char *)s + word.length;
	} else {
		n = strtoull(s, &end, 0);
	}
	if (end != s + word.length &&
	    !(end + 1 == s + word.length && *end == 'U')) {
		parse_die("'%.*s' is no number", (int)word.length, s);
	}
	words_next();
	return minus ? -n : n;
}

int word_type(const char *text, size_t length)
{
	static const char *const names[TYPES] = {
		"pred", "b8", "b16", "b32", "b64", "u8",  "u16", "u32",
		"u64",  "s8", "s16", "s32", "s64", "f32", "f64", "b128"};

	for (int i = 0; i < TYPES; i++) {
		if (strlen(names[i]) == length &&
		    memcmp(names[i], text, length) == 0) {
			return i;
		}
	}
	return -1;
}

static struct symbol **bucket(const char *name, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++) {
		hash = (hash ^ (uint8_t)name[i]) * 16777619u;
	}
	return &buckets[hash % BUCKETS];
}

struct symbol *symbol_find(const char *name, size_t length)
{
	struct symbol *s = *bucket(name, length);

	while (s && (strlen(s->name) != length ||
		     memcmp(s->name, name, length) != 0)) {
		s = s->next;
	}
	return s;
}

struct symbol *symbol_add(char *name, enum symbol_kind kind, uint64_t value)
{
	struct symbol **list = bucket(name, strlen(name));
	struct symbol *s = host_alloc(sizeof(*s));

	*s = (struct symbol){name, kind, value, *list, newest};
	*list = newest = s;
	return s;
}

struct symbol *symbol_mark(void)
{
	return newest;
}

void symbol_forget(struct symbol *mark)
{
	while (newest != mark) {
		struct symbol *s = newest;

		newest = s->older;
		*bucket(s->name, strlen(s->name)) = s->next;
		free(s->name);
		free(s);
	}
}
