/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SCC's interrupt controller, in the FPGA of its system interface.
 *
 * One store requests up to 32 cores; each then has the requester's bit in its
 * status words, and its pin is high until all bits that are not masked are
 * cleared.  The FPGA serves one access at a time, all cores': at 48 receivers
 * that is most of what an interrupt costs.  So who need not know the senders
 * does not read the status: it clears all bits, by two stores.  That loses
 * nothing, as what was requested before the store was also announced before it.
 * And it looks at what it was called for before it clears them, and again after.
 *
 * The pin must be a level for the processor, not an edge: a bit of the first
 * word may come between the two stores, and the pin then never goes low.
 */
#include "drivers/gic/gic.h"

#include <scc_io.h>

#include "arch/scc/scc_map.h"

static uint32_t own;   /* address of my words, but for the block's offset */
static uint32_t words; /* .. and how many of them are in use: 1 or 2 */

static void write_all(uint32_t block, uint32_t bits)
{
	scc_write(own + block, bits);
	if (words == 2) {
		scc_write(own + block + 4, bits);
	}
}

static void mask(uint32_t id)
{
	(void)id; /* there is only GIC_NOTIFY */
	write_all(SCC_FPGA_MASK, UINT32_MAX);
}

static void unmask(uint32_t id)
{
	(void)id;
	write_all(SCC_FPGA_MASK, 0);
}

/* What is left of an earlier run must not interrupt this one. */
static void init(uint32_t me, uint32_t cores)
{
	own = SCC_FPGA + me * 8;
	words = GIC_WORDS(cores);
	mask(GIC_NOTIFY);
	write_all(SCC_FPGA_RESET, UINT32_MAX);
	unmask(GIC_NOTIFY);
	scc_line_mask(false);
}

static void raise_one(uint32_t core)
{
	scc_write(own + SCC_FPGA_REQUEST + core / 32 * 4, 1u << core % 32);
}

static void raise(const uint32_t *set)
{
	if (set[0] != 0) {
		scc_write(own + SCC_FPGA_REQUEST, set[0]);
	}
	if (words == 2 && set[1] != 0) {
		scc_write(own + SCC_FPGA_REQUEST + 4, set[1]);
	}
}

/* Whom we name we clear, and nobody else: the others interrupt again. */
static uint32_t acknowledge(uint32_t *senders)
{
	if (!senders) {
		write_all(SCC_FPGA_RESET, UINT32_MAX);
		return GIC_NOTIFY;
	}
	for (uint32_t word = 0; word < words; word++) {
		uint32_t at = own + word * 4;

		senders[word] = scc_read(at + SCC_FPGA_STATUS);
		scc_write(at + SCC_FPGA_RESET, senders[word]);
	}
	return GIC_NOTIFY;
}

static void end(uint32_t taken)
{
	(void)taken;
	scc_line_end();
}

const struct gic scc_gic = {
	.cores = SCC_CORES,
	.fanout = 32,
	.queues = true,
	.init = init,
	.raise_one = raise_one,
	.raise = raise,
	.acknowledge = acknowledge,
	.end = end,
	.mask = mask,
	.unmask = unmask,
};
