/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=nothing tap=no time-out=30 */
/*
 * Small cases for the simulator's explorer (tests/46-explore.t), which plays all
 * orders of what happens between explore_begin and explore_end.  The first
 * argument says which, the second which mistake is planted in it, if any.  Rank
 * 0 prints what was seen; elsewhere, one order is played.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

static uint32_t area, flags, result;
static bool planted;

__attribute__((noinline)) void explore_begin(void);
__attribute__((noinline)) void explore_end(void);

void explore_begin(void)
{
	__asm__ volatile("" ::: "memory");
}

void explore_end(void)
{
	__asm__ volatile("" ::: "memory");
}

static uint32_t flag(uint32_t i)
{
	return weft_flag_at(flags, i);
}

static uint32_t word(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	arch_get(&value, rank, ARCH_WINDOW_MPB, offset, sizeof(value));
	return value;
}

static void put_word(uint32_t rank, uint32_t value)
{
	arch_put(rank, ARCH_WINDOW_MPB, area, &value, sizeof(value));
}

static void nothing(void)
{
}

/* Data, then a flag; or the other way round. */
static void message(void)
{
	if (arch_rank() == 0) {
		if (planted) {
			arch_flag_write(1, flag(0), 1);
		}
		put_word(1, 7);
		if (!planted) {
			arch_flag_write(1, flag(0), 1);
		}
		arch_quiet();
	} else if (arch_rank() == 1) {
		uint32_t saw = arch_flag_read(1, flag(0));

		result = saw << 4 | word(1, area);
	}
}

/* Both write, settle, read. */
static void store_buffering(void)
{
	uint32_t me = arch_rank();

	if (me > 1) {
		return;
	}
	put_word(me, 1);
	if (planted) {
		arch_quiet(); /* orders, but reads may still be early */
	} else {
		arch_settle(me);
	}
	result = word(me ^ 1, area);
}

static const struct {
	const char *name;
	void (*play)(void);
} shapes[] = {
	{"nothing", nothing},
	{"message", message},
	{"store_buffering", store_buffering},
};

int main(int argc, char **argv)
{
	uint32_t seen = 0, value;

	if (argc < 2 || weft_flags_alloc(4, &flags) ||
	    weft_mpb_alloc(64, &area)) {
		return 2;
	}
	planted = argc > 2 && strcmp(argv[2], "planted") == 0;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (strcmp(argv[1], shapes[i].name) == 0) {
			weft_barrier(WEFT_FOREVER);
			explore_begin();
			shapes[i].play();
			explore_end();
			arch_flag_write(arch_rank(), flag(3), result);
			weft_barrier(WEFT_FOREVER);
		}
	}
	for (uint32_t rank = 0; arch_rank() == 0 && rank < arch_count();
	     rank++) {
		weft_flag_read(rank, flag(3), &value);
		seen = seen << 8 | value;
	}
	if (arch_rank() == 0) {
		printf("seen %x\n", (unsigned)seen);
	}
	return 0;
}
