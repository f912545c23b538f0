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

/* irq.c: what mpi_image has. */
void mpi_interrupt(void);

/* Take what is pending, if something is.  With interrupts masked. */
void mpi_serve(void);

/* What of a copy goes in one record. */
static inline uint32_t far_piece(size_t n)
{
	return n < FAR_PIECE ? (uint32_t)n : FAR_PIECE;
}

/* far.c, beside what arch/common/port.h asks for. */
void far_raise(uint32_t rank);

/* Count it as news when this word comes, or no more. */
void far_watch(const struct arch_word *word, bool on);

/* far_ring.c: arch_quiet's part of other nodes. */
void far_quiet(void);

/*
 * Say something to the server; as a write, of which a later arch_quiet or arch_settle
 * asks; and for an answer, returning its value.  Or, with interrupts masked, begin a
 * record, put where that says what follows, and publish(far_room(bytes of that)): it goes
 * with the next that is said, or when the server looks by itself.
 */
void far_say(struct far_record record);
void far_write(struct far_record record);
uint32_t far_ask(struct far_record record);
uint8_t *far_begin(struct far_record record);
void far_publish(uint32_t bytes);
void far_dirty(uint32_t rank, bool is);
void far_print(const char *text, size_t n);

#endif
