/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers are made by subtraction: portable code has no divide. */
#include "runtime/text.h"

struct text text_in(char *buffer, size_t bytes)
{
	struct text t = {buffer, buffer + bytes};

	return t;
}

void text_char(struct text *t, char c)
{
	if (t->at < t->end) {
		*t->at++ = c;
	}
}

void text_str(struct text *t, const char *s)
{
	while (*s) {
		text_char(t, *s++);
	}
}

static ARCH_COLD void decimal(struct text *t, uint64_t value, uint32_t width)
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

	for (uint32_t i = 0; i < digits; i++) {
		char digit = '0';

		while (value >= power[i]) {
			value -= power[i];
			digit++;
		}
		if (digit != '0' || digits - i <= width) {
			text_char(t, digit);
			width = digits; /* from the first digit on, all */
		}
	}
}

void text_u64(struct text *t, uint64_t value)
{
	decimal(t, value, 1);
}

void text_padded(struct text *t, uint32_t value, uint32_t width)
{
	decimal(t, value, width);
}

void text_hex(struct text *t, uint64_t value)
{
	text_str(t, "0x");
	for (int shift = value >> 32 ? 60 : 28; shift >= 0; shift -= 4) {
		text_char(t, "0123456789abcdef"[(value >> shift) & 15]);
	}
}
