/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text in a fixed buffer, for the console, reports and panics.  It needs
 * neither stdio nor division and cannot fail: text that does not fit is cut
 * off.  Any context.
 */
#ifndef RUNTIME_TEXT_H
#define RUNTIME_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/small.h"

struct text {
	char *at, *end;
};

/* One of these bytes is kept for what the caller sets behind the text: 0, or a newline. */
ARCH_COLD struct text text_in(char *buffer, size_t bytes);
ARCH_COLD void text_str(struct text *t, const char *s);

/*
 * A format, in which %s stands for a string, %u for a uint32_t, %d for one with a sign,
 * %U for a uint64_t, %x for one in hexadecimal digits: arguments of just these types.
 */
ARCH_COLD void text_put(struct text *t, const char *format, ...);
ARCH_COLD void text_args(struct text *t, const char *format, va_list of);

/* Writes at least `width` digits, with zeroes on the left. */
ARCH_COLD void text_padded(struct text *t, uint64_t value, uint32_t width);

/* Where `s` goes on after `prefix`, or null. */
ARCH_COLD const char *text_after(const char *s, const char *prefix);

#endif
