/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strtol and strtoul in place of the C library's: this compiler makes of those,
 * which multiply and divide in one function, code that writes CONFIG from a
 * register that it never set.  Here both are shifts and additions.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/small.h"

/* What the linker puts in their place (--wrap in the board file). */
ARCH_COLD unsigned long __wrap_strtoul(const char *text, char **end, int base);
ARCH_COLD long __wrap_strtol(const char *text, char **end, int base);

enum {
	NO_DIGIT = 99
};

static ARCH_COLD unsigned digit_of(char c)
{
	if (c >= '0' && c <= '9') {
		return (unsigned)(c - '0');
	}
	if (c >= 'a' && c <= 'z') {
		return (unsigned)(c - 'a') + 10;
	}
	return c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') + 10 : NO_DIGIT;
}

/* *value * base + digit; false when that is too large. */
static ARCH_COLD bool append(unsigned long *value, unsigned base,
			     unsigned digit)
{
	unsigned long long sum = digit, term = *value;

	for (; base; base >>= 1, term <<= 1) {
		sum += base & 1 ? term : 0;
	}
	*value = (unsigned long)sum;
	return sum <= UINT32_MAX;
}

/* The digits at *at, which moves behind them; `fits` tells of overflow. */
static ARCH_COLD unsigned long magnitude(const char **at, int base, bool *fits)
{
	const char *s = *at;
	unsigned long value = 0;
	unsigned radix = (unsigned)base;

	if ((base == 0 || base == 16) && s[0] == '0' &&
	    (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16) {
		s += 2;
		radix = 16;
	} else if (base == 0) {
		radix = *s == '0' ? 8 : 10;
	}
	for (; digit_of(*s) < radix; s++) {
		*fits &= append(&value, radix, digit_of(*s));
		*at = s + 1;
	}
	return value;
}

static ARCH_COLD unsigned long parse(const char *text, char **end, int base,
				     bool *minus, bool *fits)
{
	const char *s = text, *first;
	unsigned long value;

	while (*s == ' ' || (*s >= '\t' && *s <= '\r')) {
		s++;
	}
	*minus = *s == '-';
	*fits = true;
	s += *s == '-' || *s == '+';
	first = s;
	value = magnitude(&s, base, fits);
	if (end) {
		*end = (char *)(s == first ? text : s);
	}
	return value;
}

unsigned long __wrap_strtoul(const char *text, char **end, int base)
{
	bool minus, fits;
	unsigned long value = parse(text, end, base, &minus, &fits);

	if (!fits) {
		errno = ERANGE;
		return UINT32_MAX;
	}
	return minus ? -value : value;
}

long __wrap_strtol(const char *text, char **end, int base)
{
	bool minus, fits;
	unsigned long value = parse(text, end, base, &minus, &fits);
	unsigned long most = (unsigned long)INT32_MAX + minus;

	if (!fits || value > most) {
		errno = ERANGE;
		return minus ? INT32_MIN : INT32_MAX;
	}
	return (long)(minus ? -value : value);
}
