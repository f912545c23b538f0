/* SPDX-License-Identifier: Apache-2.0 */
/* The command line. */
#ifndef EMU_EPIPHANY_OPTIONS_H
#define EMU_EPIPHANY_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/epiphany/chip.h"

enum {
	OPTION_FILES = 256
};

struct options {
	const char *image;
	const char *script; /* the host's half, or null */
	bool disassemble;
	uint32_t arguments;        /* address for the loader's block */
	uint32_t spread;           /* clocks between starts, by the seed */
	uint32_t latched;          /* interrupts, beside number 0 */
	bool takes_part[ID_COUNT]; /* by index of core */
	uint64_t late[ID_COUNT];   /* clocks */
	struct {
		const char *path;
		uint32_t address;
	} files[OPTION_FILES];
	unsigned file_count;
};

/* Fill also the first part of `chip`; or say what is wrong and exit. */
const struct options *options_read(int argc, char **argv);

#endif
