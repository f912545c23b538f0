/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "bsp/state.h"
#include "runtime/console.h"
#include "runtime/panic.h"

ARCH_COLD void bsp_abort(const char *format, ...)
{
	static const char head[] = "bsp_abort: ";
	char line[RT_CONSOLE_LINE];
	va_list arguments;
	struct text t = text_in(line, sizeof(line));

	text_str(&t, head);
	va_start(arguments, format);
	vsnprintf(t.at, (size_t)(t.end - t.at) + 1, format, arguments);
	va_end(arguments);
	rt_panic("%s", line);
}
