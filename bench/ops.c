/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-qemu,arm-qemu cores=48 count=instructions */
/*
 * Instructions per operation.  Each pair of bench_begin and bench_end brackets
 * `ops` operations; tools/bench counts what runs between them, core by core, and
 * pairs the counts with the lines printed here, in order.
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/published/bcast.h>
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "common.h"

#include "arch/look.h"

enum {
	OPS = 64,
	K = 7,
	ROW = 9 /* flags in a row: more than a line of them */
};

static uint32_t area, flag;
static struct arch_word word, far_word; /* that flag, rank 0's, the last's */
static uint8_t line[32];
static uint8_t message[4096];

static void do_nothing(void)
{
	__asm__ volatile("" ::: "memory");
}

static void do_put(void)
{
	weft_put(weft_at(weft_size() - 1, area), line, sizeof(line));
}

static void do_get(void)
{
	weft_get(line, weft_at(weft_size() - 1, area), sizeof(line));
}

static void do_copy(void)
{
	weft_copy(weft_at(0, area), weft_at(weft_size() - 1, area), 32);
}

static void do_flag_write(void)
{
	weft_flag_write(weft_size() - 1, flag, 1);
}

static void do_flag_read(void)
{
	uint32_t value;

	weft_flag_read(weft_size() - 1, flag, &value);
}

static void do_flag_wait(void)
{
	weft_flag_wait(flag, 0, WEFT_FOREVER);
}

/* The port's own, which the simulator's profile repeats. */
static void do_await(void)
{
	arch_await(&word, ARCH_NEVER);
}

static void do_look(void)
{
	arch_look(0, flag, 0, ARCH_NEVER);
}

static void do_look_one(void)
{
	arch_look_all(0, flag, 1, 0, ARCH_NEVER);
}

static void do_look_row(void)
{
	arch_look_all(0, flag, ROW, 0, ARCH_NEVER);
}

#if ARCH_REMOTE_AWAIT
static void do_await_at(void)
{
	arch_await(&far_word, ARCH_NEVER);
}

static void do_lines(void)
{
	weft_barrier_lines(WEFT_FOREVER);
}

static void do_tiny(void)
{
	weft_bcast_tiny_pull(message, 28, 0, WEFT_FOREVER);
}

static void do_short(void)
{
	weft_bcast_short(message, 256, 0, WEFT_FOREVER);
}

static void do_striped(void)
{
	weft_bcast_striped(message, sizeof(message), 0, WEFT_FOREVER);
}
#endif

static void do_central(void)
{
	weft_barrier_central(WEFT_FOREVER);
}

static void do_tree(void)
{
	weft_barrier_tree(WEFT_FOREVER);
}

static void do_dissemination(void)
{
	weft_barrier_dissemination(WEFT_FOREVER);
}

static void do_bcast_line(void)
{
	weft_bcast_ocbcast(message, 32, 0, K, WEFT_FOREVER);
}

static void do_bcast_4k(void)
{
	weft_bcast_ocbcast(message, sizeof(message), 0, K, WEFT_FOREVER);
}

static const struct {
	const char *name, *params;
	void (*op)(void);
	bool all; /* every core does it; else only rank 0 */
} benches[] = {
	{"nothing", "-", do_nothing, false},
	{"put", "bytes=32,mem=dram", do_put, false},
	{"get", "bytes=32,mem=dram", do_get, false},
	{"copy", "bytes=32,mem=mpb", do_copy, false},
	{"flag", "op=write", do_flag_write, false},
	{"flag", "op=read", do_flag_read, false},
	{"flag", "op=wait", do_flag_wait, false},
	{"flag", "op=await", do_await, false},
	{"flag", "op=look", do_look, false},
	{"flag", "op=look_all,flags=1", do_look_one, false},
	{"flag", "op=look_all,flags=9", do_look_row, false},
#if ARCH_REMOTE_AWAIT
	{"flag", "op=await_at", do_await_at, false},
	{"barrier", "algo=lines", do_lines, true},
	{"bcast", "algo=tiny_pull,bytes=28", do_tiny, true},
	{"bcast", "algo=short,bytes=256", do_short, true},
	{"bcast", "algo=striped,bytes=4096", do_striped, true},
#endif
	{"barrier", "algo=central", do_central, true},
	{"barrier", "algo=tree", do_tree, true},
	{"barrier", "algo=dissemination", do_dissemination, true},
	{"bcast", "algo=ocbcast,bytes=32", do_bcast_line, true},
	{"bcast", "algo=ocbcast,bytes=4096", do_bcast_4k, true},
};

int main(void)
{
	if (weft_mpb_alloc(32, &area) || weft_flags_alloc(ROW, &flag)) {
		weft_panic("no MPB space");
	}
	word.offset = far_word.offset = flag;
	far_word.rank = weft_size() - 1;
	for (size_t i = 0; i < sizeof(benches) / sizeof(benches[0]); i++) {
		if (weft_rank() == 0) {
			printf("weft-bench: %s %s ops=%d cores=%s\n",
			       benches[i].name, benches[i].params, OPS,
			       benches[i].all ? "all" : "one");
		}
		benches[i].op(); /* once before, so that all paths are warm */
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		bench_begin();
		for (int n = 0; n < OPS; n++) {
			if (benches[i].all || weft_rank() == 0) {
				benches[i].op();
			}
		}
		bench_end();
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	return 0;
}
