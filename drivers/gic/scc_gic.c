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
 *
 * The pin must be a level for the processor, not an edge: a bit of the first
 * word may come between the two stores, and the pin then never goes low.
 */
#include "drivers/gic/gic.h"

#include <scc_io.h>

#include "arch/scc/scc_map.h"

static uint32_t own;   /* offset of my words in each block */
static uint32_t words; /* .. and how many of them are in use */

static uint32_t word_of(uint32_t block, uint32_t word)
{
	return SCC_FPGA + block + own + word * 4;
}

static void write_all(uint32_t block, uint32_t bits)
{
	for (uint32_t word = 0; word < words; word++) {
		scc_write(word_of(block, word), bits);
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
	own = me * 8;
	words = GIC_WORDS(cores);
	mask(GIC_NOTIFY);
	write_all(SCC_FPGA_RESET, UINT32_MAX);
	unmask(GIC_NOTIFY);
	scc_line_mask(false);
}

static void raise(const uint32_t *set)
{
	for (uint32_t word = 0; word < words; word++) {
		if (set[word] != 0) {
			scc_write(word_of(SCC_FPGA_REQUEST, word), set[word]);
		}
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
		senders[word] = scc_read(word_of(SCC_FPGA_STATUS, word));
		scc_write(word_of(SCC_FPGA_RESET, word), senders[word]);
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
	.init = init,
	.raise = raise,
	.acknowledge = acknowledge,
	.end = end,
	.mask = mask,
	.unmask = unmask,
};
