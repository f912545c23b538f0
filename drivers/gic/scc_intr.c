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

static uint32_t own, words;
static uint32_t quiet[SCC_IO_CORES]; /* 0: not read yet */

static uint32_t register_of(uint32_t core)
{
	return scc_config(core) + (core % 2 ? SCC_GLCFG1 : SCC_GLCFG0);
}

static uint32_t quiet_of(uint32_t core)
{
	if (quiet[core] == 0) {
		quiet[core] = scc_read(register_of(core)) & ~SCC_GLCFG_INTR;
	}
	return quiet[core];
}

static void withdraw(void)
{
	scc_write(register_of(own), quiet_of(own));
}

static void init(uint32_t me, uint32_t cores)
{
	own = me;
	words = GIC_WORDS(cores);
	withdraw();
	scc_line_mask(false);
}

static void raise(const uint32_t *set)
{
	for (uint32_t word = 0; word < words; word++) {
		for (uint32_t bits = set[word]; bits != 0; bits &= bits - 1) {
			uint32_t core = word * 32 + cpu_lowest_bit(bits);

			scc_write(register_of(core),
				  quiet_of(core) | SCC_GLCFG_INTR);
		}
	}
}

static uint32_t acknowledge(uint32_t *senders)
{
	(void)senders; /* nobody knows them */
	withdraw();
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
	.init = init,
	.raise = raise,
	.acknowledge = acknowledge,
	.end = end,
	.mask = mask,
	.unmask = unmask,
};
