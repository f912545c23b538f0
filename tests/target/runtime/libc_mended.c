/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2 time-out=60 */
/*
 * What newlib 3.3 has wrong and tools/newlib mends.  Values are read from volatile
 * variables: what the compiler computes itself shows nothing.
 */
#define _GNU_SOURCE 1

#include <complex.h>
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

static double real(double x)
{
	volatile double v = x;

	return v;
}

static float single(float x)
{
	volatile float v = x;

	return v;
}

static size_t size(size_t n)
{
	volatile size_t v = n;

	return v;
}

static bool none(void *at)
{
	bool ok = !at && errno == ENOMEM;

	free(at);
	errno = 0;
	return ok;
}

/* Products and sums that wrap round; what is still allowed stays so. */
static bool heap(void)
{
	size_t half = size((size_t)1 << (4 * sizeof(size_t)));
	uint32_t *few = calloc(size(3), sizeof(*few));
	bool ok = few && few[0] == 0 && few[2] == 0;

	free(few);
	errno = 0;
	ok &= none(calloc(half, half)) && none(calloc(half, half + 1)) &&
	      none(calloc(size(SIZE_MAX), size(2)));
	ok &= none(memalign(64, size(SIZE_MAX - 16))) &&
	      none(malloc(size(SIZE_MAX - 3)));
	return ok;
}

static bool moves(void)
{
	bool ok = true;

	for (size_t n = 1; n < 600; n += n) {
		char *at = malloc(n);

		ok &= at != NULL;
		tap_fill(at, n, (uint32_t)n);
		at = realloc(at, size(4 * n));
		ok &= at && tap_same(at, n, (uint32_t)n);
		free(at);
	}
	return ok;
}

static bool strings(void)
{
	static _Alignas(8) char text[16] = "abc\0xbx";
	static const char pattern[24] = "0123456789\xe9"
					"bcdefghijk";
	char copy[24];
	volatile int zero = 0x100, letter = 'b' + 0x200;

	return strrchr(text, zero) == text + 3 &&
	       strrchr(text, letter) == text + 1 &&
	       strcasecmp("a\xe9", "A\xe9") == 0 &&
	       strncasecmp("\xe9z", "\xe9Z", 2) == 0 &&
	       strcasecmp("\xe9", "z") > 0 &&
	       memccpy(copy, pattern, size(0xe9), sizeof(copy)) == copy + 11;
}

static int hour(const char *text)
{
	struct tm tm = {0};

	return strptime(text, "%I:%M %p", &tm) ? tm.tm_hour : -1;
}

static bool hours(void)
{
	return hour("08:00 AM") == 8 && hour("08:00 PM") == 20 &&
	       hour("12:30 AM") == 0 && hour("12:30 PM") == 12;
}

static bool powers(void)
{
	double odd = 2147483649.0 * 2; /* even; the next one is odd */

	return isnan(pow(real(-1), real(NAN))) && pow(real(1), NAN) == 1 &&
	       isnan(powf(single(-1), single(NAN))) &&
	       pow(real(-2), real(odd + 1)) == -INFINITY &&
	       pow(real(-2), real(odd)) == INFINITY &&
	       1 / pow(real(-0.5), real(odd + 1)) == -INFINITY &&
	       pow(real(-1.5), real(3)) == -3.375;
}

/* Within so many units in the last place of a float. */
static bool near(float is, double right, double units)
{
	return fabs((double)is - right) <= units * fabs(right) / 8388608;
}

static bool floats(void)
{
	return near(powf(single(-1.1f), single(101)), -15158.706935, 0.6) &&
	       near(powf(single(0x1.ffffeep-1f), single(-0x1.000002p+27f)),
		    0x1.d53532p+103, 4) &&
	       near(expf(single(88.722f)), 0x1.ff9213fcp+127, 2) &&
	       near(hypotf(single(3e4f), single(4e4f)), 5e4, 1) &&
	       near(sinf(single(0x1.95ed9ap+15f)), sin(0x1.95ed9ap+15), 1) &&
	       near(lgammaf(single(-0x1p-100f)), 69.31471805599453, 1);
}

static bool others(void)
{
	double whole = 1;
	float part = 1;
	double complex z = catan(CMPLX(real(1), real(0)));

	return fdim(real(INFINITY), real(INFINITY)) == 0 &&
	       fdim(real(-INFINITY), real(1)) == 0 &&
	       fdimf(single(-INFINITY), single(1)) == 0 &&
	       fdim(real(INFINITY), real(1)) == INFINITY &&
	       isnan(modf(real(NAN), &whole)) && isnan(whole) &&
	       isnan(modff(single(NAN), &part)) && isnan(part) &&
	       signbit(nextafter(real(0), real(-0.0))) &&
	       signbit(nextafterf(single(0), single(-0.0f))) &&
	       scalbn(real(2), INT_MAX) == INFINITY &&
	       scalbnf(single(2), INT_MAX) == INFINITY &&
	       fabs(creal(z) - 0.7853981633974483) < 1e-15 &&
	       signbit(cimag(CMPLX(real(1), real(-0.0)))) &&
	       lrint(real(0.25)) == 0 && lrint(real(-0.75)) == -1 &&
	       llrint(real(0.25)) == 0 && lrintf(single(0.75f)) == 1;
}

int main(void)
{
	tap_begin();
	tap_ok(heap(), "what does not fit into a size_t is not allocated");
	tap_ok(moves(), "realloc keeps what there was");
	tap_ok(strings(), "characters beyond 0x7f, and numbers beyond 0xff");
	tap_ok(hours(), "AM and PM");
	tap_ok(powers(), "powers of negative numbers, and by NaN");
	tap_ok(floats(), "functions of floats are near what is right");
	tap_ok(others(), "NaN, infinity, zeroes and limits");
	return tap_end();
}
