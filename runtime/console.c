/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/text.h"

enum {
	PREFIX_ROOM = 16
};

static char line[PREFIX_ROOM + RT_CONSOLE_LINE + 1];
static size_t prefix, length; /* both 0 until the first byte */

static ARCH_COLD void console_begin(void)
{
	struct text t = text_in(line, PREFIX_ROOM);
	uint32_t width = 2;

	/* There are fewer than 10^9: ARCH_CORES_MAX. */
	for (uint32_t last = 100; arch_count() > last; width++) {
		last = (last << 3) + (last << 1);
	}
	text_str(&t, "[");
	text_padded(&t, arch_rank(), width);
	text_str(&t, "] ");
	prefix = (size_t)(t.at - line);
}

static ARCH_COLD void end_piece(char mark)
{
	line[prefix - 1] = mark;
	line[prefix + length] = '\n';
	arch_console_write(line, prefix + length + 1);
	length = 0;
}

void rt_console_flush(void)
{
	if (length > 0) {
		end_piece(' ');
	}
}

void rt_console_write(const char *text, size_t n)
{
	if (prefix == 0) {
		console_begin();
	}
	for (; n > 0; n--) {
		char c = *text++;

		if (c == '\n') {
			end_piece(' '); /* an empty one is a line too */
			continue;
		}
		/* Not before there is more: a line may be just that long. */
		if (length == RT_CONSOLE_LINE) {
			end_piece('+');
		}
		line[prefix + length++] = c;
	}
}

void rt_say(const char *format, ...)
{
	char own[RT_CONSOLE_LINE];
	struct text t = text_in(own, sizeof(own));
	va_list of;

	va_start(of, format);
	text_args(&t, format, of);
	va_end(of);
	*t.at++ = '\n';
	arch_console_write(own, (size_t)(t.at - own));
}
