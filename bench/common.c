/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ROUNDS = 12 /* of bench_max: for 4096 cores */
};

static uint32_t slots, come; /* bench_max's: 8 bytes and a flag a round */
static uint32_t turn;
static uint32_t never; /* a flag that nobody writes */
static int arg_count;
static char **args;

void bench_setup(int argc, char **argv)
{
	arg_count = argc;
	args = argv;
	if (weft_flags_alloc(1, &never) || weft_flags_alloc(ROUNDS, &come) ||
	    weft_mpb_alloc(ROUNDS * sizeof(uint64_t), &slots)) {
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

/*
 * Up a binomial tree: slot and flag r are those of the core 2^r above me.  A
 * barrier before, since the last call's may still be read, and after.
 */
uint64_t bench_max(uint64_t mine)
{
	uint32_t me = weft_rank(), bytes = sizeof(mine);
	uint64_t other;

	turn++;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t r = 0; 1u << r < weft_size(); r++) {
		uint32_t slot = slots + r * bytes;

		if (me & 1u << r) {
			weft_put_signal(weft_at(me - (1u << r), slot), &mine,
					bytes, weft_flag_at(come, r), turn);
			break;
		}
		if (me + (1u << r) < weft_size()) {
			weft_flag_wait(weft_flag_at(come, r), turn,
				       WEFT_FOREVER);
			weft_get(&other, weft_at(me, slot), bytes);
			mine = other > mine ? other : mine;
		}
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return me == 0 ? mine : 0;
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

void bench_begin(void)
{
	__asm__ volatile("");
}

void bench_end(void)
{
	__asm__ volatile("");
}
