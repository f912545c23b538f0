/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs for the simulator's explorer share (docs/schedules.md): one
 * case, by the first argument, of which all orders between explore_begin and
 * explore_end are played.  A second argument, "planted", puts a mistake into it.
 * Rank 0 prints what was seen; elsewhere just one order is played.
 */
#ifndef TESTS_TARGET_EXPLORE_H
#define TESTS_TARGET_EXPLORE_H

#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

struct explore_case {
	const char *name;
	void (*play)(void);
	void (*before)(void); /* not explored, as what comes .. */
	void (*after)(void);
};

/* A line, six flags; what a core has seen; its verdict. */
static uint32_t area, flags, result, taken_before;
static bool planted, wrong;

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

static inline uint32_t word(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	arch_get(&value, rank, ARCH_WINDOW_MPB, offset, sizeof(value));
	return value;
}

enum {
	EXPLORE_CORES = 3, /* at most, where all tell all */
	WITHIN_US = 20, /* a deadline that comes before, after or between anything */
};

/* Of a call with a deadline. */
static inline bool ok_or_late(int error)
{
	wrong |= error != WEFT_OK && error != WEFT_ERR_TIMEOUT;
	return error == WEFT_OK;
}

/* Afterwards, by all: told[rank] becomes what that one tells. */
static inline void explore_tell(uint32_t mine, uint32_t *told)
{
	arch_flag_write(arch_rank(), flag(0), mine);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_acquire();
	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		told[rank] = arch_flag_read(rank, flag(0));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	arch_flag_write(arch_rank(), flag(0), 0);
	arch_quiet();
}

static void explore_play(const struct explore_case *one)
{
	if (one->before) {
		one->before();
	}
	taken_before = rt_irq_taken(ARCH_IRQ_NOTIFY);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	explore_begin();
	one->play();
	explore_end();
	arch_flag_write(arch_rank(), flag(5), result);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (one->after) {
		arch_acquire();
		one->after();
	}
}

/* Digits: what each core has seen, and the word that all may write. */
static void print_seen(void)
{
	uint32_t value;

	for (uint32_t rank = 0; rank < arch_count(); rank++) {
		weft_flag_read(rank, flag(5), &value);
		printf("%x ", (unsigned)value);
	}
	weft_flag_read(0, flag(0), &value);
	printf("and %x\n", (unsigned)value);
}

static int explore_main(int argc, char **argv, const struct explore_case *cases,
			size_t n)
{
	tap_begin();
	if (argc < 2 || weft_flags_alloc(6, &flags) ||
	    weft_mpb_alloc(64, &area)) {
		return 2;
	}
	planted = argc > 2 && strcmp(argv[2], "planted") == 0;
	for (size_t i = 0; i < n; i++) {
		if (strcmp(argv[1], cases[i].name) == 0) {
			explore_play(&cases[i]);
			if (arch_rank() == 0) {
				print_seen();
			}
			return wrong;
		}
	}
	return 2;
}

#endif
