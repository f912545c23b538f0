/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs about BSPlib share: numbers, times, rows. */
#ifndef BENCH_BSP_ROWS_H
#define BENCH_BSP_ROWS_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <bsp.h>
#include <weft/weft.h>

#include "common.h"

/* A number below n, which looks random; `state` is not 0. */
static inline uint32_t bsp_draw(uint32_t *state, uint32_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return (uint32_t)((uint64_t)*state * n >> 32);
}

/* Nanoseconds from when the last process begins until the last one is done; rank 0's. */
static inline uint64_t bsp_timed(void (*what)(void))
{
	uint64_t start, end;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	start = weft_cycles();
	what();
	end = weft_cycles();
	start = bench_max(start);
	return bench_ns(bench_max(end) - start);
}

/* Of the table that the run has, and as many cores as processes. */
static inline __attribute__((format(printf, 4, 5))) void
bsp_row(const char *metric, const char *unit, uint64_t thousandths,
	const char *params, ...)
{
	char text[128];
	va_list list;

	va_start(list, params);
	vsnprintf(text, sizeof(text), params, list);
	va_end(list);
	bench_row("bsp", metric, unit, thousandths, "table=%s,cores=%u%s%s,%s",
		  bench_arg("table", "B"), (unsigned)weft_size(),
		  *bench_arg("wire", "") ? ",wire=" : "", bench_arg("wire", ""),
		  text);
}

/* The root of a mean of squares. */
static inline uint64_t bsp_root(uint64_t square)
{
	uint64_t result = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1) {
		if ((result | bit) * (result | bit) <= square) {
			result |= bit;
		}
	}
	return result;
}

/* Sums of samples, for their mean and deviation. */
struct bsp_spread {
	uint64_t sum, squares, count;
};

static inline void bsp_spread_add(struct bsp_spread *s, uint64_t value)
{
	s->sum += value;
	s->squares += value * value;
	s->count++;
}

static inline uint64_t bsp_mean(const struct bsp_spread *s)
{
	return s->sum / s->count;
}

static inline uint64_t bsp_deviation(const struct bsp_spread *s)
{
	uint64_t mean = bsp_mean(s), square = s->squares / s->count;

	return bsp_root(square > mean * mean ? square - mean * mean : 0);
}

#endif
