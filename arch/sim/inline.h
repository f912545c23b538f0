/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short calls of arch/inline.h, where the chip's port has them: what it
 * saves by them cannot be seen in blocks, which instrumentation makes longer.
 * So functions that are ARCH_SHORT are charged here, place by place.
 */
#ifndef ARCH_SIM_INLINE_H
#define ARCH_SIM_INLINE_H

#include "arch/sim/port.h"

#define ARCH_SHORT SIM_UNCHARGED

static inline SIM_UNCHARGED void arch_inline_put(uint32_t rank, uint32_t window,
						 uint32_t offset,
						 const void *src, size_t n)
{
	sim_run(sim_host->costs.place);
	arch_put(rank, window, offset, src, n);
}

static inline SIM_UNCHARGED void arch_inline_get(void *dst, uint32_t rank,
						 uint32_t window,
						 uint32_t offset, size_t n)
{
	sim_run(sim_host->costs.place);
	arch_get(dst, rank, window, offset, n);
}

static inline SIM_UNCHARGED void
arch_inline_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	sim_run(2 * sim_host->costs.place);
	arch_copy(dst, src, n);
}

static inline SIM_UNCHARGED void
arch_inline_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	sim_run(sim_host->costs.place);
	arch_flag_write(rank, offset, value);
}

static inline SIM_UNCHARGED uint32_t arch_inline_flag_read(uint32_t rank,
							   uint32_t offset)
{
	sim_run(sim_host->costs.place);
	return arch_flag_read(rank, offset);
}

#define arch_inline_acquire arch_acquire

#endif
