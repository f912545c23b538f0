/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The console: whole lines, each with the number of the core that wrote it.
 *
 * An application's bytes are kept until a line is full and then leave as one
 * piece, `[07] text`, so lines of different cores never mix.  Lines without
 * that prefix are the runtime's own (`weft: ..`), so no application can forge
 * them.
 */
#ifndef RUNTIME_CONSOLE_H
#define RUNTIME_CONSOLE_H

#include <stddef.h>

#include "arch/small.h"

/*
 * Application output.  A line longer than RT_CONSOLE_LINE leaves in pieces of
 * that size, each a line.  Thread.
 */
enum {
	RT_CONSOLE_LINE = 240
};
ARCH_COLD void rt_console_write(const char *text, size_t n);

/* Send out a last line that has no newline.  Thread. */
ARCH_COLD void rt_console_flush(void);

/* One line of the runtime's own; the newline is added.  Any context. */
ARCH_COLD void rt_console_control(const char *line);

#endif
