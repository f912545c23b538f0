/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

static uint32_t slots; /* at rank 0: 8 bytes of each core */
static uint32_t never; /* a flag that nobody writes */
static int arg_count;
static char **args;

void bench_setup(int argc, char **argv)
{
	arg_count = argc;
	args = argv;
	if (weft_flags_alloc(1, &never) ||
	    weft_mpb_alloc(weft_size() * sizeof(uint64_t), &slots)) {
		weft_panic("no MPB space for the bench's times");
	}
}

const char *bench_arg(const char *key, const char *otherwise)
{
	size_t n = strlen(key);

	for (int i = 1; i < arg_count; i++) {
		if (!strncmp(args[i], key, n) && args[i][n] == '=') {
			return args[i] + n + 1;
		}
	}
	return otherwise;
}

uint64_t bench_max(uint64_t mine)
{
	uint64_t most = 0, one;
	uint32_t size = sizeof(one);

	weft_put(weft_at(0, slots + weft_rank() * size), &mine, size);
	weft_barrier(WEFT_FOREVER);
	for (uint32_t i = 0; i < weft_size() && weft_rank() == 0; i++) {
		weft_get(&one, weft_at(0, slots + i * size), size);
		most = one > most ? one : most;
	}
	weft_barrier(WEFT_FOREVER);
	return most;
}

void bench_idle(uint32_t us)
{
	weft_flag_wait(never, 1, us);
}

uint64_t bench_ns(uint64_t cycles)
{
	return cycles * 1000 / weft_cycles_in_us(1);
}

void bench_row(const char *bench, const char *metric, const char *unit,
	       uint64_t thousandths, const char *params, ...)
{
	va_list list;

	if (weft_rank() != 0) {
		return;
	}
	printf("weft-row: %s\t", bench);
	va_start(list, params);
	vprintf(params, list);
	va_end(list);
	printf("\t%s\t%lu.%03u\t%s\n", metric,
	       (unsigned long)(thousandths / 1000),
	       (unsigned)(thousandths % 1000), unit);
}
