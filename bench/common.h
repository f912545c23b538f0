/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the bench programs share: rows, arguments, and when the last core is
 * done.  Times are of weft_cycles, which all cores of the simulator share.
 */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdint.h>

/* First, on every core. */
void bench_setup(int argc, char **argv);

/* The value of an argument key=value, or `otherwise`. */
const char *bench_arg(const char *key, const char *otherwise);

/*
 * Collective: the largest of what the cores give.  The result is rank 0's;
 * elsewhere 0.  A barrier for all.
 */
uint64_t bench_max(uint64_t mine);

/* Let so many microseconds pass without work, software free or not. */
void bench_idle(uint32_t us);

/*
 * One row of make bench, printed if I am rank 0: a figure in thousandths of
 * its unit, with its parameters k=v,k=v as a format.
 */
void bench_row(const char *bench, const char *metric, const char *unit,
	       uint64_t thousandths, const char *params, ...)
	__attribute__((format(printf, 5, 6)));

/* Marks: where instructions are counted, the tool watches for their addresses. */
void bench_begin(void);
void bench_end(void);

/* Cycles in nanoseconds, thousandths of a microsecond. */
uint64_t bench_ns(uint64_t cycles);

#endif
