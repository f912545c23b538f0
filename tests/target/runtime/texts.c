/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 */
/*
 * The text of numbers in reports: at each power of ten and beside it, signs, hexadecimal
 * digits of more and less than 32 bits, widths; and what does not fit is cut off.
 */
#include <string.h>

#include <weft/weft.h>

#include "runtime/text.h"

#include "tests/target/tap.h"

static char buffer[64];

__attribute__((noinline)) static bool is(const char *expected,
					 const char *format, ...)
{
	struct text t = text_in(buffer, sizeof(buffer));
	va_list of;

	va_start(of, format);
	text_args(&t, format, of);
	va_end(of);
	*t.at = 0;
	return strcmp(buffer, expected) == 0;
}

/* 10, 100, ..; 9, 99, ..; and 19, 199, ..: up to what 64 bits hold. */
static bool powers(void)
{
	char one[24] = "1", nines[24] = "", twice[24] = "1";
	uint64_t power = 1;
	bool ok = is("0", "%U", (uint64_t)0);

	for (uint32_t digits = 1; digits <= 20; digits++) {
		ok &= is(one, "%U", power);
		ok &= digits == 1 || is(nines, "%U", power - 1);
		ok &= digits == 20 || is(twice, "%U", power + power - 1);
		one[digits] = '0';
		nines[digits - 1] = '9';
		twice[digits] = '9';
		power = (power << 3) + (power << 1);
	}
	ok &= is("1", "%U", (uint64_t)1) && is("9", "%U", (uint64_t)9);
	return ok && is("18446744073709551615", "%U", UINT64_MAX);
}

static bool numbers(void)
{
	bool ok = is("4294967295 0", "%u %u", UINT32_MAX, (uint32_t)0);

	ok &= is("-1 2147483647 -2147483648 0", "%d %d %d %d", (uint32_t)-1,
		 (uint32_t)INT32_MAX, (uint32_t)1 << 31, (uint32_t)0);
	ok &= is("0x00000000 0x0000000a", "%x %x", (uint64_t)0, (uint64_t)10);
	ok &= is("0x89abcdef", "%x", UINT64_C(0x89abcdef));
	ok &= is("0x0000000189abcdef", "%x", UINT64_C(0x189abcdef));
	ok &= is("0xfedcba9876543210", "%x", UINT64_C(0xfedcba9876543210));
	return ok && is("a b", "%s %s", "a", "b") && is("", "%s", "");
}

static bool widths(void)
{
	struct text t = text_in(buffer, sizeof(buffer));
	bool ok;

	text_padded(&t, 7, 3);
	text_str(&t, ",");
	text_padded(&t, 1000, 3);
	text_str(&t, ",");
	text_padded(&t, 0, 0);
	*t.at = 0;
	ok = strcmp(buffer, "007,1000,") == 0;
	buffer[4] = '|';
	t = text_in(buffer, 5);
	text_put(&t, "%s", "abcdefg");
	return ok && memcmp(buffer, "abcd|", 5) == 0;
}

static bool prefixes(void)
{
	const char *s = "name=value";

	return text_after(s, "name=") == s + 5 && text_after(s, "") == s &&
	       !text_after(s, "nome=") && !text_after("na", "name");
}

int main(void)
{
	tap_begin();
	tap_ok(powers(), "decimal digits");
	tap_ok(numbers(), "signs, hexadecimal digits, strings");
	tap_ok(widths(), "widths, and no room");
	tap_ok(prefixes(), "what comes after a prefix");
	return tap_end();
}
