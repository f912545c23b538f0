/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text in a fixed buffer, for the console, reports and panics.  It needs
 * neither stdio nor division and cannot fail: text that does not fit is cut
 * off.  Any context.
 */
#ifndef RUNTIME_TEXT_H
#define RUNTIME_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "arch/small.h"

struct text {
	char *at, *end;
};

ARCH_COLD struct text text_in(char *buffer, size_t bytes);
ARCH_COLD void text_str(struct text *t, const char *s);
ARCH_COLD void text_char(struct text *t, char c);
ARCH_COLD void text_u64(struct text *t, uint64_t value);
ARCH_COLD void text_hex(struct text *t, uint64_t value);

/* Writes at least `width` digits, with zeroes on the left. */
ARCH_COLD void text_padded(struct text *t, uint32_t value, uint32_t width);

#endif
