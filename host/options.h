/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of a program: one table has each option's name, its help, and
 * what takes it.
 */
#ifndef HOST_OPTIONS_H
#define HOST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct host_option {
	const char *name;     /* "rows" is --rows; null ends the table */
	const char *argument; /* as the help calls it; null: it takes none */
	const char *help;     /* lines, with \n between them */

	/* The one of these that is not null takes it. */
	void (*call)(const char *argument); /* which stays valid */
	const char **text;
	bool *flag; /* becomes true */
	uint32_t *u32;
	uint64_t *u64;

	uint64_t most; /* that a number may be */
};

struct host_command {
	const char *usage; /* "program [option ..] operand" */
	const struct host_option *options;
};

/*
 * Take all options, and return the one operand that is left.  --help prints the help
 * and ends the program with 0; what the table has not, or another number of operands,
 * ends it with host_usage.
 */
const char *host_options(const struct host_command *command, int argc,
			 char **argv);

/* A list like "0-3,7" of numbers below `count`: these become true in `set`. */
void host_list(const char *list, uint32_t count, bool *set);

/* Print the help, and exit with STATUS_USAGE. */
_Noreturn void host_usage(const struct host_command *command);

#endif
