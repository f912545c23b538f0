/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=nothing tap=no time-out=30 */
/*
 * Mistakes, planted: tests/detect.t demands that the simulator's detectors
 * name each with both its ends, and that they are silent about those that only
 * look like mistakes.  The argument says which.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/annotate.h"
#include "runtime/irq.h"

enum {
	BYTES = 64
};

static uint32_t area, flags; /* data; eight words in a line */
static uint8_t data[BYTES];

static void nothing(void)
{
}

/* Rank 1's turn, then rank 2's: by flags alone, so in an order. */
static void turn_of(uint32_t rank)
{
	if (weft_rank() == rank) {
		weft_flag_wait_from(rank - 1, flags, 1, WEFT_FOREVER);
	}
}

static void turn_over(uint32_t rank)
{
	if (weft_rank() == rank) {
		weft_quiet();
		weft_flag_write(rank + 1, flags, 1);
	}
}

static void one_puts(uint32_t rank, size_t n)
{
	if (weft_rank() == rank) {
		weft_put(weft_at(0, area), data, n);
		weft_quiet();
	}
}

static void other_gets(uint32_t rank, size_t n)
{
	if (weft_rank() == rank) {
		weft_get(data, weft_at(0, area), n);
	}
}

static void put_put(void)
{
	one_puts(1, BYTES);
	one_puts(2, BYTES);
}

/* Much later, but nothing orders them. */
static void put_get(void)
{
	one_puts(1, 8);
	if (weft_rank() == 2) {
		for (volatile int i = 0; i < 100000; i++) {
		}
	}
	other_gets(2, 8);
}

static void get_put(void)
{
	one_puts(0, BYTES);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	other_gets(1, BYTES);
	other_gets(2, BYTES);
	other_gets(3, BYTES);
	turn_over(1);
	turn_of(2);
	one_puts(2, 1); /* rank 3 may still read */
}

static void in_turn(void)
{
	one_puts(1, BYTES);
	turn_over(1);
	turn_of(2);
	other_gets(2, BYTES);
	one_puts(2, BYTES);
	turn_over(2);
	turn_of(3);
	one_puts(3, 7);
}

/* Neighbours in a line, even in a word, do not meet. */
static void neighbours(void)
{
	uint32_t me = weft_rank();

	weft_put(weft_at(0, area + 3 * me), data, 3);
	weft_quiet();
	weft_get(data, weft_at(0, area + 3 * me), 3);
}

static void two_writers(void)
{
	if (weft_rank() == 1 || weft_rank() == 2) {
		weft_flag_write(0, flags + 4, weft_rank());
	}
}

static void writers_alike(void)
{
	if (weft_rank() == 1 || weft_rank() == 2) {
		weft_flag_write(0, flags + 4, 1);
	}
}

static void flag_as_data(void)
{
	if (weft_rank() == 1) {
		weft_flag_write(0, flags + 4, 1);
	}
	if (weft_rank() == 2) {
		weft_get(data, weft_at(0, flags + 4), 4);
	}
}

static void data_as_flag(void)
{
	uint32_t value = 1;

	if (weft_rank() == 1) {
		weft_put(weft_at(0, flags + 4), &value, 4);
		weft_quiet();
	}
	while (weft_rank() == 0 && value == 1) {
		weft_flag_read(0, flags + 4, &value);
		value = !value;
	}
}

/* What a put brought before: the wait is for the value before. */
static void old_epoch(void)
{
	if (weft_rank() == 1) {
		weft_flag_write(2, flags, 1);
		weft_put(weft_at(2, area), data, 8);
		weft_flag_write(2, flags, 2);
	}
	if (weft_rank() == 2) {
		weft_flag_wait_from(1, flags, 1, WEFT_FOREVER);
		weft_get(data, weft_at(2, area), 8);
	}
}

static void count_under_lock(void)
{
	uint32_t n;

	weft_lock(0, WEFT_FOREVER);
	weft_get(&n, weft_at(0, area), sizeof(n));
	n++;
	weft_put(weft_at(0, area), &n, sizeof(n));
	weft_unlock(0);
}

static void under_lock(void)
{
	one_puts(0, 4);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	count_under_lock();
}

static void past_lock(void)
{
	one_puts(0, 4);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	one_puts(3, 4);
	if (weft_rank() != 3) {
		count_under_lock();
	}
}

/* The interrupt is what tells; then it may be read. */
static void interrupted(void)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 0) {
		weft_put(weft_at(1, area), data, 8);
		weft_quiet();
		arch_raise(1, 1);
	}
	if (weft_rank() == 1) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_relax(0);
		}
		weft_get(data, weft_at(1, area), 8);
	}
}

/* Read at any time, used only if a number that was counted says so. */
static void optimistic(void)
{
	one_puts(1, BYTES);
	if (weft_rank() == 2) {
		arch_annotate_optimistic_begin();
		weft_get(data, weft_at(0, area), BYTES);
		arch_annotate_optimistic_end();
	}
}

/* A byte each of a word that rank 0 looks at. */
static void marks(void)
{
	uint32_t me = weft_rank(), word = flags + 8, seen = 0;
	uint8_t one = 1;

	arch_annotate_marks(word, 4);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_put(weft_at(0, word + me), &one, 1);
	weft_quiet();
	while (me == 0 && seen != 0x01010101) {
		weft_flag_read(0, word, &seen);
	}
}

/* What they stand for may be read if something else orders it. */
static void marks_as_flags(void)
{
	uint32_t word = flags + 8, seen = 0;
	uint8_t one = 1;

	arch_annotate_marks(word, 4);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (weft_rank() == 1) {
		weft_put(weft_at(2, area), data, 8);
		weft_quiet();
		weft_put(weft_at(2, word), &one, 1);
	}
	if (weft_rank() == 2) {
		while (seen == 0) {
			weft_flag_read(2, word, &seen);
		}
		weft_get(data, weft_at(2, area), 8);
	}
}

static void source_lent(void)
{
	if (weft_rank() == 1) {
		arch_annotate_lend(data, BYTES);
		data[BYTES - 1]++;
		arch_annotate_give_back(data, BYTES);
	}
}

static void source_kept(void)
{
	arch_annotate_lend(data, BYTES - 1);
	data[BYTES - 1]++;
	arch_annotate_give_back(data, BYTES - 1);
	data[0]++;
}

static void source_for_ever(void)
{
	if (weft_rank() == 1) {
		arch_annotate_lend(data, BYTES);
		data[0]++;
	}
}

static void after_free(void)
{
	if (weft_rank() == 1) {
		weft_mpb_free(area);
		one_puts(1, 8);
	}
}

static void never_allocated(void)
{
	if (weft_rank() == 1) {
		weft_put(weft_at(2, area + BYTES + 32), data, 8);
	}
}

/* Of its last line only a byte is the application's. */
static void past_the_end(void)
{
	uint32_t odd;

	weft_mpb_alloc(33, &odd);
	weft_put(weft_at(weft_rank(), odd), data, 33);
	if (weft_rank() == 2) {
		weft_put(weft_at(2, odd), data, 34);
	}
}

static void unwritten(void)
{
	one_puts(3, BYTES);
	if (weft_rank() == 3) {
		weft_mpb_free(area);
		weft_mpb_alloc(BYTES, &area);
		weft_put(weft_at(3, area), data, 20);
		weft_quiet();
		weft_get(data, weft_at(3, area), 21);
	}
}

#define IS(name)                                                               \
	{                                                                      \
#name, name                                                    \
	}

static const struct {
	const char *name;
	void (*make)(void);
} mistakes[] = {
	IS(nothing),         IS(put_put),      IS(put_get),
	IS(get_put),         IS(in_turn),      IS(neighbours),
	IS(two_writers),     IS(flag_as_data), IS(data_as_flag),
	IS(old_epoch),       IS(under_lock),   IS(past_lock),
	IS(interrupted),     IS(optimistic),   IS(marks),
	IS(marks_as_flags),  IS(source_lent),  IS(source_kept),
	IS(source_for_ever), IS(after_free),   IS(never_allocated),
	IS(past_the_end),    IS(unwritten),    IS(writers_alike),
};

int main(int argc, char **argv)
{
	if (weft_mpb_alloc(BYTES, &area) || weft_flags_alloc(8, &flags)) {
		return 2;
	}
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		if (argc == 2 && strcmp(argv[1], mistakes[i].name) == 0) {
			mistakes[i].make();
			return 0;
		}
	}
	return 2;
}
