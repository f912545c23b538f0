/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SCC's other way to interrupt: a bit in the configuration register of
 * each core, which anybody can write.  One store a target, nothing shared by
 * all, and the receiver learns nothing of the sender.
 *
 * The bit must be set and withdrawn without touching the others of that
 * register.  They do not change while a program runs, so they are read once;
 * after that both are single stores, and a set that races with a withdrawal
 * either goes with it, having come before it, or stays.
 */
#include "drivers/gic/gic.h"

#include <scc_io.h>

#include "arch/scc/scc_map.h"
#include "boot/x86/cpu.h"

struct line {
	uint32_t address; /* 0: not looked at yet */
	uint32_t quiet;   /* the register without INTR */
};

static struct line lines[SCC_IO_CORES], own;
static uint32_t words;

/* A handler may do so at the same time: it finds the same. */
static __attribute__((noinline)) void learn(uint32_t core)
{
	uint32_t address =
		scc_config(core) + (core % 2 ? SCC_GLCFG1 : SCC_GLCFG0);

	lines[core].quiet = scc_read(address) & ~SCC_GLCFG_INTR;
	cpu_barrier(); /* the address says that the other is there */
	lines[core].address = address;
}

static void init(uint32_t me, uint32_t cores)
{
	words = GIC_WORDS(cores);
	learn(me);
	own = lines[me];
	scc_write(own.address, own.quiet);
	scc_line_mask(false);
}

static void raise_one(uint32_t core)
{
	struct line *to = &lines[core];

	if (to->address == 0) {
		learn(core);
	}
	scc_write(to->address, to->quiet | SCC_GLCFG_INTR);
}

static void raise(const uint32_t *set)
{
	for (uint32_t first = 0; first < words * 32; first += 32) {
		for (uint32_t bits = *set++; bits != 0; bits &= bits - 1) {
			raise_one(first + cpu_lowest_bit(bits));
		}
	}
}

static uint32_t acknowledge(uint32_t *senders)
{
	(void)senders; /* nobody knows them */
	scc_write(own.address, own.quiet);
	return GIC_NOTIFY;
}

static void end(uint32_t taken)
{
	(void)taken;
	scc_line_end();
}

/* The register has no mask; the processor's pin has. */
static void mask(uint32_t id)
{
	(void)id;
	scc_line_mask(true);
}

static void unmask(uint32_t id)
{
	(void)id;
	scc_line_mask(false);
}

const struct gic scc_intr = {
	.cores = SCC_IO_CORES,
	.fanout = 1,
	.init = init,
	.raise_one = raise_one,
	.raise = raise,
	.acknowledge = acknowledge,
	.end = end,
	.mask = mask,
	.unmask = unmask,
};
