// SPDX-License-Identifier: Apache-2.0
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "host/options.h"

enum {
	COLUMN = 24, /* where the help's text begins */
	FIRST = 256, /* getopt's number of the table's first option */
};

static void print_option(FILE *to, const struct host_option *option)
{
	int n = fprintf(to, "  --%s", option->name);

	if (option->argument) {
		n += fprintf(to, " %s", option->argument);
	}
	fprintf(to, "%*s", n + 2 < COLUMN ? COLUMN - n : 2, "");
	for (const char *c = option->help; *c; c++) {
		fputc(*c, to);
		if (*c == '\n') {
			fprintf(to, "%*s", COLUMN, "");
		}
	}
	fputc('\n', to);
}

static void print_help(FILE *to, const struct host_command *command)
{
	fprintf(to, "usage: %s\n", command->usage);
	for (const struct host_option *o = command->options; o->name; o++) {
		print_option(to, o);
	}
}

void host_usage(const struct host_command *command)
{
	print_help(stderr, command);
	exit(STATUS_USAGE);
}

static void take(const struct host_option *option, const char *argument)
{
	if (option->call) {
		option->call(argument);
	} else if (option->text) {
		*option->text = argument;
	} else if (option->flag) {
		*option->flag = true;
	} else if (option->u32) {
		*option->u32 = (uint32_t)host_number(argument, option->most);
	} else {
		*option->u64 = host_number(argument, option->most);
	}
}

/* As getopt has it, with --help behind the others. */
static struct option *table(const struct host_option *options, int *count)
{
	struct option *result;
	int n = 0;

	while (options[n].name) {
		n++;
	}
	result = host_alloc((size_t)(n + 2) * sizeof(*result));
	for (int i = 0; i < n; i++) {
		result[i] = (struct option){
			.name = options[i].name,
			.has_arg = options[i].argument ? required_argument
						       : no_argument,
			.val = FIRST + i,
		};
	}
	result[n] = (struct option){.name = "help", .val = FIRST + n};
	*count = n;
	return result;
}

const char *host_options(const struct host_command *command, int argc,
			 char **argv)
{
	int count, found;
	struct option *options = table(command->options, &count);

	while ((found = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (found == FIRST + count) {
			print_help(stdout, command);
			exit(EXIT_SUCCESS);
		}
		if (found < FIRST) {
			host_usage(command);
		}
		take(&command->options[found - FIRST], optarg);
	}
	free(options);
	if (optind + 1 != argc) {
		host_usage(command);
	}
	return argv[optind];
}

void host_list(const char *list, uint32_t count, bool *set)
{
	char *copy = host_copy(list), *rest = NULL;

	for (char *item = strtok_r(copy, ",", &rest); item;
	     item = strtok_r(NULL, ",", &rest)) {
		const char *last;
		uint64_t a = host_number_until(item, '-', &last, count - 1);
		uint64_t b = last ? host_number(last, count - 1) : a;

		for (; a <= b; a++) {
			set[a] = true;
		}
	}
	free(copy);
}
