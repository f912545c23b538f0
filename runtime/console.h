/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The console: whole lines, each with the rank of the core that wrote it.
 *
 * The runtime keeps an application's bytes until a line is complete and then
 * writes it as one piece, `[07] text`, so lines of different cores never mix.
 * Lines of the runtime have no such prefix and begin with `weft:`; so no
 * application can forge one.
 */
#ifndef RUNTIME_CONSOLE_H
#define RUNTIME_CONSOLE_H

#include <stddef.h>

#include "arch/small.h"

/*
 * Writes an application's output.  A line longer than RT_CONSOLE_LINE is written in
 * pieces of that size, each a line of its own; all but the last begin as `[07]+text`,
 * and weft-run makes one line of them again.  Thread.
 */
enum {
	RT_CONSOLE_LINE = 240
};
ARCH_COLD void rt_console_write(const char *text, size_t n);

/* Writes a last line that has no newline.  Thread. */
ARCH_COLD void rt_console_flush(void);

/* Writes a line of the runtime, a format of text_put, and adds the newline.  Any context. */
ARCH_COLD void rt_say(const char *format, ...);

#endif
