/* SPDX-License-Identifier: Apache-2.0 */
/* Who and where, the boot record, private DRAM, console, end. */
#include "arch/own.h"
#include "arch/sim/port.h"

SIM_UNCHARGED uint32_t arch_rank(void)
{
	sim_run(sim_host->costs.call);
	return sim_host->rank;
}

SIM_UNCHARGED uint32_t arch_count(void)
{
	sim_run(sim_host->costs.call);
	return sim_host->count;
}

SIM_UNCHARGED struct arch_coords arch_coords(uint32_t rank)
{
	return sim_host->coords[rank];
}

static inline SIM_UNCHARGED uint32_t apart(uint32_t a, uint32_t b)
{
	return a < b ? b - a : a - b;
}

SIM_UNCHARGED uint32_t arch_hops(uint32_t a, uint32_t b)
{
	const struct arch_coords *from = &sim_host->coords[a];
	const struct arch_coords *to = &sim_host->coords[b];

	return apart(from->x, to->x) + apart(from->y, to->y) + 1;
}

SIM_UNCHARGED const struct arch_boot *arch_boot(void)
{
	return sim_host->boot;
}

SIM_UNCHARGED size_t arch_dram(void **base)
{
	*base = sim_host->dram;
	return sim_host->dram_bytes;
}

#if ARCH_COMMON
SIM_UNCHARGED void *arch_common(size_t *bytes)
{
	*bytes = sim_host->common_bytes;
	return sim_host->common;
}
#endif

SIM_UNCHARGED void arch_console_write(const char *text, size_t n)
{
	sim_host->console(text, n);
}

_Noreturn SIM_UNCHARGED void arch_stop(enum arch_verdict verdict)
{
	sim_host->stop(verdict);
}
