/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=epiphany-emu,wormhole-emu cores=16 mode=ordered */
/* weft-bench: boards=epiphany-sim cores=16 */
/*
 * What a chip's primitives cost, in cycles of rank 0: clocks of different cores
 * are not compared, and the cost of reading the clock is taken off.  Mean of 16
 * after 8 that are dropped.
 *
 *   barrier    from entering to leaving, one after the other
 *   put, get   until the call returns; and until weft_quiet has returned
 *              (4096 bytes: by pieces of the area)
 *   flag       there and back between neighbours
 *   message    the same with weft_send and weft_recv of so many bytes
 *   interrupt  the same with arch_raise there, and a handler that answers
 */
#include <weft/published/barrier.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "bench/common.h"
#include "runtime/part.h"

enum {
	DROPPED = 8,
	SHIFT = 4,
	COUNT = 1 << SHIFT,
	AREA = 1024,
	LONGEST = 4096,
};

static uint32_t flags, area, pings;
static uint64_t data[LONGEST / 8];

static void put(uint32_t bytes)
{
	uint32_t part = bytes < AREA ? bytes : AREA;

	for (uint32_t at = 0; at < bytes; at += part) {
		weft_put(weft_at(1, area), (uint8_t *)data + at, part);
	}
}

static void put_quiet(uint32_t bytes)
{
	put(bytes);
	weft_quiet();
}

static void get(uint32_t bytes)
{
	uint32_t part = bytes < AREA ? bytes : AREA;

	for (uint32_t at = 0; at < bytes; at += part) {
		weft_get((uint8_t *)data + at, weft_at(1, area), part);
	}
}

static void nothing(uint32_t bytes)
{
	(void)bytes;
}

static void tree(uint32_t bytes)
{
	(void)bytes;
	weft_barrier_tree(WEFT_FOREVER);
}

static void dissemination(uint32_t bytes)
{
	(void)bytes;
	weft_barrier_dissemination(WEFT_FOREVER);
}

static void chip(uint32_t bytes)
{
	(void)bytes;
	weft_barrier_chip(WEFT_FOREVER);
}

static void flag(uint32_t bytes)
{
	(void)bytes;
	pings++;
	if (weft_rank() == 0) {
		weft_flag_write(1, flags, pings);
		weft_flag_wait(flags, pings, WEFT_FOREVER);
	} else {
		weft_flag_wait(flags, pings, WEFT_FOREVER);
		weft_flag_write(0, flags, pings);
	}
}

static void message(uint32_t bytes)
{
	if (weft_rank() == 0) {
		weft_send(data, bytes, 1, WEFT_FOREVER);
		weft_recv(data, bytes, 1, WEFT_FOREVER);
	} else {
		weft_recv(data, bytes, 0, WEFT_FOREVER);
		weft_send(data, bytes, 0, WEFT_FOREVER);
	}
}

/* Rank 1's handler answers; its thread has no part in it. */
static void on_irq(enum arch_irq cause)
{
	if (cause == ARCH_IRQ_NOTIFY && weft_rank() == 1) {
		arch_flag_write(0, flags, arch_flag_read(0, flags) + 1);
	}
}

static const struct rt_part part = {
	.name = "bench",
	.interrupted = on_irq,
};
RT_PART(part);

static void interrupt(uint32_t bytes)
{
	(void)bytes;
	pings++;
	arch_raise(1, 1);
	weft_flag_wait(flags, pings, WEFT_FOREVER);
}

/* Mean, in thousandths of a cycle. */
static uint64_t mean(void (*operation)(uint32_t), uint32_t bytes,
		     uint32_t cores)
{
	uint64_t sum = 0;

	weft_barrier_tree(WEFT_FOREVER);
	for (int n = -DROPPED; weft_rank() < cores && n < COUNT; n++) {
		uint64_t start = weft_cycles();

		operation(bytes);
		sum += n < 0 ? 0 : weft_cycles() - start;
	}
	weft_barrier_tree(WEFT_FOREVER);
	return (sum * 1000) >> SHIFT;
}

static void row(const char *name, uint64_t cycles, uint32_t bytes)
{
	bench_row(name, "latency", "cycles", cycles, "cores=%u,bytes=%u",
		  (unsigned)weft_size(), (unsigned)bytes);
}

static void measure(const char *name, void (*operation)(uint32_t),
		    uint32_t bytes, uint32_t cores)
{
	uint64_t all = mean(operation, bytes, cores);

	row(name, all - mean(nothing, bytes, cores), bytes);
}

int main(int argc, char **argv)
{
	static const uint16_t copies[] = {8, 1024, 4096};

	bench_setup(argc, argv);
	if (weft_flags_alloc(1, &flags) || weft_mpb_alloc(AREA, &area)) {
		weft_panic("no MPB space");
	}
	measure("barrier_tree", tree, 0, weft_size());
	measure("barrier_dissemination", dissemination, 0, weft_size());
	measure("barrier_chip", chip, 0, weft_size());
	for (int i = 0; i < 3; i++) {
		measure("put", put, copies[i], 1);
		measure("put_quiet", put_quiet, copies[i], 1);
		measure("get", get, copies[i], 1);
		measure("message", message, copies[i], 2);
	}
	measure("flag", flag, 0, 2);
	weft_barrier_tree(WEFT_FOREVER);
	measure("interrupt", interrupt, 0, 1);
	return 0;
}
