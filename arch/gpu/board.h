/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the port: a core is the first thread of a block that has an SM to itself.  The
 * block's other warps help it copy (window.c).
 *
 * Windows are in global memory and meet in L2; they are read by relaxed loads only, past
 * L1.  All variables of C are the block's own: the linker (cross/link) puts them into
 * shared memory.  The stack is local memory.  Nothing interrupts a core: it looks at
 * its bell where the contract says that interrupts are taken.
 *
 * Rules (a) and (b): between two writes to one core there is a fence, 666 clocks on an
 * H100, and none where that core's window is clean: where I have fenced since my last
 * write to it.  So `gpu.turn` counts fences, and `gpu.wrote` has of each core the turn
 * of my last write to it.  Nor is there one between two writes of the same word, which
 * PTX keeps in order: so `wrote` has where it was, too.
 *
 * A fence of the core's thread covers what its helpers have written before the block's
 * barrier: the barrier orders the two, and fences are cumulative.  The other way needs a
 * fence of the helper's own.  Only that orders what the core wrote before a barrier before
 * what the helper writes after it.
 *
 * One step rests on the chip rather than on PTX's text.  A fence waits until what was
 * written before it is in L2, so it is there for everybody.  PTX promises that to a core
 * which hears of it from a third core only if that one fences, too.  So it is with a helper,
 * which does not fence before it writes where the core has.
 */
#ifndef GPU_BOARD_H
#define GPU_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/gpu/layout.h"
#include "arch/gpu/ptx.h"

/* The barrier's counter, as a word that arch_await knows (arch/barrier.h). */
#define GPU_ARRIVED 0xffffff00u

struct gpu {
	uint32_t rank, count;
	uint8_t *windows;
	struct gpu_cell *cells;
	struct gpu_run *run;
	struct gpu_console *console;
	uint64_t start; /* of the run, by the chip's clock */
	bool helped;    /* the block has warps that help it copy */
	uint32_t masked;
	uint32_t answered;          /* console->asked that I have answered */
	volatile uint32_t acquired; /* what arch_acquire read */
	uint64_t due;               /* the timer, or ARCH_NEVER */
	uint32_t rounds;            /* of the chip's barrier, in arrivals */

	uint32_t turn; /* fences so far, and one */
	bool unfenced; /* writes that no fence has followed */
	struct {
		uint32_t turn, where;
	} wrote[ARCH_CORES_MAX];
};

extern struct gpu gpu;

static inline uint8_t *gpu_at(uint32_t rank, uint32_t offset)
{
	return gpu.windows + ((size_t)rank << GPU_WINDOW_SHIFT) + offset;
}

/* A word that may be waited for. */
static inline uint8_t *gpu_word(uint32_t rank, uint32_t offset)
{
	return offset == GPU_ARRIVED ? (uint8_t *)&gpu.run->arrived
				     : gpu_at(rank, offset);
}

static inline void gpu_fenced(void)
{
	gpu.turn++;
	gpu.unfenced = false;
}

/* One store of n words there; GPU_PIECES: several. */
#define GPU_PIECES UINT32_MAX
static inline uint32_t gpu_where(uint32_t offset, uint32_t n)
{
	return offset | (n - 1);
}

/* Before I write there, in that core's window, and afterwards. */
static inline bool gpu_dirty(uint32_t rank, uint32_t where)
{
	return gpu.wrote[rank].turn == gpu.turn &&
	       (where == GPU_PIECES || gpu.wrote[rank].where != where);
}

static inline void gpu_before(uint32_t rank, uint32_t where)
{
	if (gpu_dirty(rank, where)) {
		FENCE(gpu_before, ptx_fence()); /* (a), (b) */
		gpu_fenced();
	}
}

static inline void gpu_after(uint32_t rank, uint32_t where)
{
	gpu.wrote[rank].turn = gpu.turn;
	gpu.wrote[rank].where = where;
	gpu.unfenced = true;
}

/* A word of a window: an acquire, which drops L1, takes 20 clocks more than a load. */
static inline uint32_t gpu_read(const uint8_t *p)
{
	FENCE(gpu_read, return ptx_acquire(p)); /* (e) */
	return ptx_load(p);
}

static inline uint64_t gpu_now(void)
{
	return ptx_now() - gpu.start;
}

/* Is it later than that? */
static inline bool gpu_late(uint64_t deadline)
{
	return deadline != ARCH_NEVER && gpu_now() >= deadline;
}

/* irq.c: take what is pending, if interrupts are on.  `bell` is my bell's word. */
void gpu_serve(uint32_t bell);

static inline uint32_t gpu_bell(void)
{
	return ptx_load(&gpu.cells[gpu.rank].bell);
}

/* window.c: be a helper of the core's thread; end this core, and its helpers. */
_Noreturn void gpu_help(void);
_Noreturn void gpu_end(void);

/* machine.c: leave if the run is over, and tell the host what it asks. */
void gpu_look_out(void);

#endif
