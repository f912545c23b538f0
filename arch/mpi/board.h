/* SPDX-License-Identifier: Apache-2.0 */
/* What arch/common asks of this port, and what its own files share. */
#ifndef MPI_BOARD_H
#define MPI_BOARD_H

#include "arch/barrier.h"
#include "arch/mpi/mpi_ops.h"
#include "arch/nodes.h"

extern const struct mpi_host *mpi_host;
extern uint8_t *mpi_windows; /* copies, which flags are reached by */
extern struct mpi_cell *mpi_cells;
extern uint32_t mpi_shift, mpi_first, mpi_near;

static inline struct mpi_cell *mpi_cell_of(uint32_t rank)
{
	return &mpi_cells[rank - mpi_first];
}

#define BOARD_BRIEF_LOOKS (mpi_host->looks)
#define BOARD_WAKES       1
#define BOARD_COUNTS
#define BOARD_FAR(rank)   ((rank)-mpi_first >= mpi_near)

static inline void cpu_barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

static inline void cpu_relax(void)
{
#if defined(__x86_64__)
	__asm__ volatile("pause" ::: "memory");
#else
	__asm__ volatile("yield" ::: "memory");
#endif
}

/* private.c, if the image has it. */
extern const bool mpi_shares_private
	__attribute__((weak, visibility("hidden")));

/* irq.c: what mpi_image has. */
void mpi_interrupt(void);

/*
 * From mpi_open, if that returns true, to mpi_close this core looks at what is pending
 * itself, and others send it no signal; mpi_close serves what has come.  mpi_served counts
 * interrupts.
 */
extern volatile uint32_t mpi_served;
bool mpi_open(void);
bool mpi_is_pending(void);
void mpi_close(void);

/*
 * wait.c: look for a while, if that is worth it, until the word has reached `value` or an
 * interrupt was served; true if so.
 */
bool mpi_look(volatile uint32_t *word, uint32_t value);

/* Take what is pending, if something is.  With interrupts masked. */
void mpi_serve(void);

#endif
