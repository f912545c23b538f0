/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An emulator's command line: a table of its options, and an image.  One row is all there
 * is to say about an option: what it sets, or who takes its value, and its help.
 */
#ifndef EMU_COMMON_OPTIONS_H
#define EMU_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct option_row {
	const char *name;
	const char
		*value; /* what stands behind it in the help; null: nothing */
	const char *help;
	/* One of these: */
	uint64_t *number; /* becomes the value, at most `most` (0: any) */
	uint64_t most;
	const char **text;              /* becomes the value */
	void (*take)(const char *text); /* is called with it */
};

/*
 * Set all; returns the image's path.  What is wrong is said, and ends the program
 * (STATUS_USAGE), as --help does with the table.  A row without a name ends it.
 */
const char *options_parse(const struct option_row *rows, int argc, char **argv);

/* A list like "0-3,7" of numbers below `count`: those are set in `set`. */
void options_list(const char *text, uint32_t count, bool *set);

/* "FILE@WHERE": cut in two, returns what stands behind the last @. */
const char *options_cut(char *text, const char *option);

#endif
