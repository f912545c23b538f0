/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host's half of a program, as a text: it loads, starts, writes, waits and looks, as
 * a program over the chip's usual host library would.  docs/epiphany-emulator.md has the
 * commands.
 */
#ifndef EMU_EPIPHANY_SCRIPT_H
#define EMU_EPIPHANY_SCRIPT_H

struct options;

/* Do it from now on; its `end` ends the run. */
void script_begin(const char *path, const struct options *options);

/* The next commands, up to one that waits. */
void script_go_on(void);

#endif
