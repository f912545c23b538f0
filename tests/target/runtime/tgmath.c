/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2 time-out=60 */
/* <tgmath.h>: values inside of larger expressions, and the types of calls. */
#include <tgmath.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

#define IS(expression, type)                                                   \
	_Generic((expression), type : true, default : false)

static volatile double x = 4.5;
static volatile float f = 2.25f;
static volatile double complex z;
static volatile float complex g;
static volatile long double wide = 2;
static volatile int n = 9;

static bool values(void)
{
	int e = 0;

	return ceil(x) - 1 == 4.0 && 1 - floor(x) == -3.0 &&
	       creal(z) - 4.0 == 3.0 && fabs(creal(z) - 7.0) == 0.0 &&
	       2 * sqrt(f) == 3.0f && sqrt(n) + 1 == 4.0 &&
	       -fmax(f, x) == -4.5 && fma(f, x, n) - 9 == 10.125 &&
	       frexp(x, &e) + e == 3.5625 && ldexp(f, 2) - 9 == 0.0f &&
	       -carg(z) + 1 == 1.0 && fabs(cimag(g)) - 3 == 0.0f &&
	       trunc(x) * lround(f) == 8.0 && scalbn(x, 1) - 9 == 0.0;
}

static bool types(void)
{
	return IS(sqrt(f), float) && IS(sqrt(x), double) &&
	       IS(sqrt(n), double) && IS(sqrt(wide), long double) &&
	       IS(sqrt(g), float complex) && IS(sqrt(z), double complex) &&
	       IS(fabs(g), float) && IS(fabs(z), double) &&
	       IS(pow(f, f), float) && IS(pow(f, n), double) &&
	       IS(pow(g, x), double complex) && IS(lround(f), long) &&
	       IS(creal(f), float) && IS(creal(z), double) &&
	       IS(conj(g), float complex) && IS(log2(f), float) &&
	       IS(atan2(f, x), double) && IS(ilogb(f), int);
}

int main(void)
{
	z = 7;
	g = -3.0f * I;
	tap_begin();
	tap_ok(values(), "a call is one value in what surrounds it");
	tap_ok(types(), "the type of a call is that of its arguments");
	return tap_end();
}
