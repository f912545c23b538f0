/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The entry of an image; who and where, time, private memory, console, end.
 *
 * The nodes are a row of routers; all of a node's cores are at its own.
 */
#include <board.h>

#include "arch/common/far/far_say.h"

#include "arch/boot.h"
#include "arch/own.h"

const struct mpi_host *mpi_host;
uint8_t *mpi_windows;
struct mpi_cell *mpi_cells;
uint32_t mpi_shift, mpi_first, mpi_near;

static _Noreturn void fault(const struct arch_fault *what)
{
	arch_irq_save();
	weft_fault(what);
}

mpi_entry_fn mpi_entry;

const struct mpi_image *mpi_entry(const struct mpi_host *host)
{
	static struct mpi_image image = {
		.start = weft_start,
		.interrupt = mpi_interrupt,
		.fault = fault,
	};

	if (host->abi != MPI_ABI) {
		return NULL;
	}
	mpi_host = host;
	mpi_windows = host->windows;
	mpi_cells = host->cells;
	mpi_shift = host->window_shift;
	mpi_first = host->first;
	mpi_near = host->near;
	image.shares_private = &mpi_shares_private != NULL;
	return &image;
}

uint32_t arch_rank(void)
{
	return mpi_host->rank;
}

uint32_t arch_count(void)
{
	return mpi_host->count;
}

const struct arch_boot *arch_boot(void)
{
	return mpi_host->boot;
}

uint32_t arch_nodes(void)
{
	return mpi_host->nodes;
}

uint32_t arch_node(uint32_t rank)
{
	return far_node(mpi_host->firsts, mpi_host->nodes, rank);
}

struct arch_coords arch_coords(uint32_t rank)
{
	const uint8_t *record = (const uint8_t *)arch_boot();
	const uint32_t *cores = (const void *)(record + arch_boot()->cores);

	return (struct arch_coords){arch_node(rank), 0, cores[rank]};
}

uint32_t arch_hops(uint32_t a, uint32_t b)
{
	uint32_t from = arch_node(a), to = arch_node(b);

	return 1 + (from < to ? to - from : from - to);
}

size_t arch_dram(void **base)
{
	*base = mpi_host->dram;
	return mpi_host->dram_bytes;
}

void *arch_common(size_t *bytes)
{
	*bytes = mpi_host->common_bytes;
	return mpi_host->common;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? mpi_host->window_bytes : 0;
}

void arch_barrier_quiet(void)
{
	far_barrier_quiet();
}

uint64_t arch_cycles(void)
{
	return mpi_host->now();
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * 1000;
}

void arch_console_write(const char *text, size_t n)
{
	arch_irq_state state = arch_irq_save(); /* a handler may want it, too */

	if (mpi_host->node == 0) {
		mpi_host->console(text, n);
	} else {
		far_print(text, n);
	}
	arch_irq_restore(state);
}

_Noreturn void arch_stop(enum arch_verdict verdict)
{
	mpi_host->stop(verdict);
}
