// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/common/options.h"
#include "host/host.h"

static void usage(FILE *file, const struct option_row *rows)
{
	fprintf(file, "usage: %s [option ..] image\n", host_program);
	for (; rows->name; rows++) {
		char head[64];

		snprintf(head, sizeof(head), "--%s%s%s", rows->name,
			 rows->value ? " " : "",
			 rows->value ? rows->value : "");
		fprintf(file, "  %-22s %s\n", head, rows->help);
	}
}

static void set(const struct option_row *row, const char *value)
{
	if (row->take) {
		row->take(value);
	} else if (row->text) {
		*row->text = value;
	} else {
		*row->number =
			host_number(value, row->most ? row->most : UINT64_MAX);
	}
}

static const struct option_row *find(const struct option_row *rows,
				     const char *name)
{
	while (rows->name && strcmp(rows->name, name) != 0) {
		rows++;
	}
	return rows;
}

const char *options_parse(const struct option_row *rows, int argc, char **argv)
{
	int i = 1;

	for (; i < argc && !strncmp(argv[i], "--", 2); i++) {
		const struct option_row *row = find(rows, argv[i] + 2);

		if (!strcmp(argv[i], "--help")) {
			usage(stdout, rows);
			exit(EXIT_SUCCESS);
		}
		if (!row->name || (row->value && i + 1 == argc)) {
			break;
		}
		set(row, row->value ? argv[++i] : "1");
	}
	if (i + 1 != argc || argv[i][0] == '-') {
		usage(stderr, rows);
		exit(STATUS_USAGE);
	}
	return argv[i];
}

void options_list(const char *text, uint32_t count, bool *set)
{
	while (text) {
		char item[32];
		const char *next = strchr(text, ','), *last;
		size_t length = next ? (size_t)(next - text) : strlen(text);
		uint64_t a, b;

		if (length >= sizeof(item)) {
			die(STATUS_USAGE, "'%s' is no list like 0-3,7", text);
		}
		memcpy(item, text, length);
		item[length] = 0;
		a = host_number_until(item, '-', &last, count - 1);
		b = last ? host_number(last, count - 1) : a;
		for (; a <= b; a++) {
			set[a] = true;
		}
		text = next ? next + 1 : NULL;
	}
}

const char *options_cut(char *text, const char *option)
{
	char *at = strrchr(text, '@');

	if (!at || at == text) {
		die(STATUS_USAGE, "--%s takes FILE@ADDRESS", option);
	}
	*at = 0;
	return at + 1;
}
