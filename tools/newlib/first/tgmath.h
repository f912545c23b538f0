/* SPDX-License-Identifier: Apache-2.0 */
/*
 * <tgmath.h> in place of newlib 3.3's, whose macros for real arguments expand to a
 * conditional expression without parentheses: ceil(4.5) - 1 was 5, creal(z) - 4 was
 * creal(z), sqrt of a float had the type double, and of a long double the value of a
 * float.  Here the compiler chooses by the arguments' types (7.25 of the C standard):
 * __builtin_tgmath, which GCC has since version 8.
 *
 * newlib has few functions of long double where that is wider than double: for the others
 * such an argument does not compile.
 */
#ifndef _TGMATH_H_
#define _TGMATH_H_

#include <complex.h>
#include <math.h>

/* Without this newlib's own macro of that name would be taken for the function. */
#undef log2

#ifdef _LDBL_EQ_DBL
#define __TG_LONG(fn) fn##l,
#else
#define __TG_LONG(fn)
#endif

#define __TG_REAL(fn, ...) \
	__builtin_tgmath(fn##f, fn, __TG_LONG(fn) __VA_ARGS__)
#define __TG_BOTH(fn, ...) \
	__builtin_tgmath(fn##f, fn, __TG_LONG(fn) c##fn##f, c##fn, __VA_ARGS__)

/* Of real and of complex arguments. */
#define acos(x)    __TG_BOTH(acos, x)
#define acosh(x)   __TG_BOTH(acosh, x)
#define asin(x)    __TG_BOTH(asin, x)
#define asinh(x)   __TG_BOTH(asinh, x)
#define atan(x)    __TG_BOTH(atan, x)
#define atanh(x)   __TG_BOTH(atanh, x)
#define cos(x)     __TG_BOTH(cos, x)
#define cosh(x)    __TG_BOTH(cosh, x)
#define exp(x)     __TG_BOTH(exp, x)
#define log(x)     __TG_BOTH(log, x)
#define pow(x, y)  __TG_BOTH(pow, x, y)
#define sin(x)     __TG_BOTH(sin, x)
#define sinh(x)    __TG_BOTH(sinh, x)
#define tan(x)     __TG_BOTH(tan, x)
#define tanh(x)    __TG_BOTH(tanh, x)
#define fabs(x)    __builtin_tgmath(fabsf, fabs, __TG_LONG(fabs) cabsf, cabs, x)
#define sqrt(x)    __builtin_tgmath(sqrtf, sqrt, sqrtl, csqrtf, csqrt, x)

/* Of real arguments. */
#define atan2(x, y)     __TG_REAL(atan2, x, y)
#define cbrt(x)         __TG_REAL(cbrt, x)
#define ceil(x)         __TG_REAL(ceil, x)
#define copysign(x, y)  __TG_REAL(copysign, x, y)
#define erf(x)          __TG_REAL(erf, x)
#define erfc(x)         __TG_REAL(erfc, x)
#define exp2(x)         __TG_REAL(exp2, x)
#define expm1(x)        __TG_REAL(expm1, x)
#define fdim(x, y)      __TG_REAL(fdim, x, y)
#define floor(x)        __TG_REAL(floor, x)
#define fma(x, y, z)    __TG_REAL(fma, x, y, z)
#define fmax(x, y)      __TG_REAL(fmax, x, y)
#define fmin(x, y)      __TG_REAL(fmin, x, y)
#define fmod(x, y)      __TG_REAL(fmod, x, y)
#define frexp(x, e)     __TG_REAL(frexp, x, e)
#define hypot(x, y)     __TG_REAL(hypot, x, y)
#define ilogb(x)        __TG_REAL(ilogb, x)
#define ldexp(x, e)     __TG_REAL(ldexp, x, e)
#define lgamma(x)       __TG_REAL(lgamma, x)
#define llrint(x)       __TG_REAL(llrint, x)
#define llround(x)      __TG_REAL(llround, x)
#define log10(x)        __TG_REAL(log10, x)
#define log1p(x)        __TG_REAL(log1p, x)
#define log2(x)         __TG_REAL(log2, x)
#define logb(x)         __TG_REAL(logb, x)
#define lrint(x)        __TG_REAL(lrint, x)
#define lround(x)       __TG_REAL(lround, x)
#define nearbyint(x)    __TG_REAL(nearbyint, x)
#define nextafter(x, y) __TG_REAL(nextafter, x, y)
#define remainder(x, y) __TG_REAL(remainder, x, y)
#define remquo(x, y, q) __TG_REAL(remquo, x, y, q)
#define rint(x)         __TG_REAL(rint, x)
#define round(x)        __TG_REAL(round, x)
#define scalbln(x, n)   __TG_REAL(scalbln, x, n)
#define scalbn(x, n)    __TG_REAL(scalbn, x, n)
#define tgamma(x)       __TG_REAL(tgamma, x)
#define trunc(x)        __TG_REAL(trunc, x)

/* Of complex arguments, to which real ones are converted. */
#define carg(x)  __builtin_tgmath(cargf, carg, x)
#define cimag(x) __builtin_tgmath(cimagf, cimag, cimagl, x)
#define conj(x)  __builtin_tgmath(conjf, conj, x)
#define cproj(x) __builtin_tgmath(cprojf, cproj, x)
#define creal(x) __builtin_tgmath(crealf, creal, creall, x)

#endif
