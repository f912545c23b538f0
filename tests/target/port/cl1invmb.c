/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-qemu cores=1,2,48 */
/*
 * Every operation that reads a window first drops stale lines, what reads a flag does
 * so behind that again, as a handler may have come between, and every one that must be
 * seen flushes: all counted, in an image built with
 * -DSCC_CL1INVMB=1 (tests/scc/hw.t).  Others skip it.
 */
#include <weft/weft.h>

#include "arch/arch.h"
#include "arch/inline.h"
#include "arch/look.h"

#include "tests/target/tap.h"

extern uint32_t scc_cl1invmb_count __attribute__((weak));
extern uint32_t scc_flush_count __attribute__((weak));

static uint32_t area, flag;
static uint32_t data[8], word;

static void do_get(void)
{
	weft_get(data, weft_at(0, area), sizeof(data));
}

static void do_copy(void)
{
	weft_copy(weft_at(weft_rank(), area), weft_at(0, area + 32), 32);
}

static void do_flag_read(void)
{
	weft_flag_read(0, flag, &word);
}

static void do_flags_read(void)
{
	arch_flags_read(data, 0, flag, 1);
}

static void do_wait(void)
{
	weft_flag_wait(flag, 0, WEFT_FOREVER);
}

static void do_await(void)
{
	tap_await(flag, 0, ARCH_NEVER);
}

/* It is not there: looked at more than once. */
static void do_look_again(void)
{
	arch_look(weft_rank(), flag, 1, ARCH_NEVER);
}

static void do_await_all(void)
{
	arch_look_all(weft_rank(), flag, 1, 0, ARCH_NEVER);
}

static void do_acquire(void)
{
	arch_acquire();
}

static void do_settle(void)
{
	arch_settle(0);
}

static void do_tas(void)
{
	while (!arch_tas(weft_rank())) {
	}
	arch_tas_clear(weft_rank());
}

static void do_flag_write(void)
{
	weft_flag_write(weft_rank(), flag, 0);
}

static void do_flags_write(void)
{
	uint32_t zero = 0;

	arch_flags_write(weft_rank(), flag, &zero, 1);
}

static void do_put_words(void)
{
	arch_inline_put_words(arch_inline_reach(weft_rank()), area, 0, 0, data,
			      2);
}

static void do_quiet(void)
{
	weft_quiet();
}

static void do_signal(void)
{
	weft_put_signal(weft_at(weft_rank(), area), data, sizeof(data), flag,
			0);
}

static const struct {
	const char *name;
	void (*what)(void);
	uint32_t reads, writes; /* at least so many drops, flushes */
} operations[] = {
	{"weft_get", do_get, 1, 0},
	{"weft_copy", do_copy, 1, 0},
	{"weft_flag_read", do_flag_read, 2, 0},
	{"arch_flags_read", do_flags_read, 3, 0},
	{"weft_flag_wait", do_wait, 2, 0},
	{"arch_await", do_await, 2, 0},
	{"arch_look, again", do_look_again, 2, 0},
	{"arch_look_all", do_await_all, 2, 0},
	{"arch_acquire", do_acquire, 1, 0},
	{"arch_settle", do_settle, 1, 1},
	{"arch_tas", do_tas, 1, 0},
	{"weft_flag_write", do_flag_write, 0, 1},
	{"arch_flags_write", do_flags_write, 0, 1},
	{"arch_inline_put_words", do_put_words, 0, 1},
	{"weft_quiet", do_quiet, 0, 1},
	{"weft_put_signal", do_signal, 0, 1},
};

static bool counted(uint32_t i)
{
	uint32_t invalidated = scc_cl1invmb_count;
	uint32_t flushed = scc_flush_count;

	operations[i].what();
	invalidated = scc_cl1invmb_count - invalidated;
	flushed = scc_flush_count - flushed;
	return invalidated >= operations[i].reads &&
	       flushed >= operations[i].writes;
}

int main(void)
{
	tap_begin();
	if (weft_mpb_alloc(64, &area) || weft_flags_alloc(1, &flag)) {
		weft_panic("no MPB space");
	}
	if (!&scc_cl1invmb_count || scc_cl1invmb_count == 0) {
		tap_ok(true, "# SKIP built without CL1INVMB");
		return tap_end();
	}
	for (uint32_t i = 0; i < sizeof(operations) / sizeof(operations[0]);
	     i++) {
		tap_ok(counted(i), "%s", operations[i].name);
	}
	return tap_end();
}
