/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers are made by subtraction: portable code has no divide. */
#include "runtime/text.h"

struct text text_in(char *buffer, size_t bytes)
{
	struct text t = {buffer, buffer + bytes - 1};

	return t;
}

static ARCH_COLD void put_char(struct text *t, char c)
{
	if (t->at < t->end) {
		*t->at++ = c;
	}
}

/* Until `end` or the end of the string; returns where that is. */
static ARCH_COLD const char *put_until(struct text *t, const char *s, char end)
{
	char *at = t->at, *last = t->end;

	for (; *s && *s != end; s++) {
		if (at < last) {
			*at++ = *s;
		}
	}
	t->at = at;
	return s;
}

void text_str(struct text *t, const char *s)
{
	put_until(t, s, 0);
}

void text_padded(struct text *t, uint64_t value, uint32_t width)
{
	static ARCH_COLD_DATA const uint64_t power[] = {
		10000000000000000000u,
		1000000000000000000u,
		100000000000000000u,
		10000000000000000u,
		1000000000000000u,
		100000000000000u,
		10000000000000u,
		1000000000000u,
		100000000000u,
		10000000000u,
		1000000000u,
		100000000u,
		10000000u,
		1000000u,
		100000u,
		10000u,
		1000u,
		100u,
		10u,
		1u,
	};
	uint32_t digits = sizeof(power) / sizeof(power[0]);

	/* Most have ten digits at most, and half of these compares. */
	for (uint32_t i = value >> 32 || width > 10 ? 0 : 10; i < digits; i++) {
		char digit = '0';

		while (value >= power[i]) {
			value -= power[i];
			digit++;
		}
		if (digit != '0' || digits - i <= width) {
			put_char(t, digit);
			width = digits; /* from the first digit on, all */
		}
	}
}

static ARCH_COLD void hex(struct text *t, uint32_t value)
{
	for (int shift = 28; shift >= 0; shift -= 4) {
		uint32_t digit = value >> shift & 15;

		put_char(t, (char)(digit + (digit < 10 ? '0' : 'a' - 10)));
	}
}

static ARCH_COLD void hex_u64(struct text *t, uint64_t value)
{
	uint32_t high = (uint32_t)(value >> 32);

	text_str(t, "0x");
	if (high) {
		hex(t, high);
	}
	hex(t, (uint32_t)value);
}

static ARCH_COLD void number(struct text *t, uint32_t value, char how)
{
	if (how == 'd' && (int32_t)value < 0) {
		put_char(t, '-');
		value = -value;
	}
	text_padded(t, value, 1);
}

void text_args(struct text *t, const char *format, va_list of)
{
	char c;

	while (*(format = put_until(t, format, '%'))) {
		c = *++format;
		format++;
		if (c == 's') {
			text_str(t, va_arg(of, const char *));
		} else if (c == 'x') {
			hex_u64(t, va_arg(of, uint64_t));
		} else if (c == 'U') {
			text_padded(t, va_arg(of, uint64_t), 1);
		} else {
			number(t, va_arg(of, uint32_t), c);
		}
	}
}

void text_put(struct text *t, const char *format, ...)
{
	va_list of;

	va_start(of, format);
	text_args(t, format, of);
	va_end(of);
}

const char *text_after(const char *s, const char *prefix)
{
	while (*prefix) {
		if (*s++ != *prefix++) {
			return NULL;
		}
	}
	return s;
}
