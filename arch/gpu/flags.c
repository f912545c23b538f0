/* SPDX-License-Identifier: Apache-2.0 */
/* Flags, atomics, order: board.h says where fences are. */
#include "arch/atomic.h"
#include "arch/barrier.h"
#include "arch/gpu/board.h"

static uint32_t flags_one(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t where = gpu_where(offset, 1);

	gpu_before(rank, where);
	ptx_store(gpu_at(rank, offset), value);
	return where;
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	gpu_after(rank, flags_one(rank, offset, value));
}

/* No quiet need cover it, but the next write to that core comes behind it: (a). */
void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t where = flags_one(rank, offset, value);
	bool unfenced = gpu.unfenced; /* behind a fence that it needed */

	gpu_after(rank, where);
	gpu.unfenced = unfenced;
}

/* As many as one store takes, the first one among them, come last. */
void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	uint32_t size = n >= 4 && offset % 16 == 0  ? 4
			: n >= 2 && offset % 8 == 0 ? 2
						    : 1;
	uint32_t where = gpu_where(offset, size);
	uint8_t *to = gpu_at(rank, offset);

	gpu_before(rank, n > size ? GPU_PIECES : where);
	if (n > size) {
		while (n-- > size) {
			ptx_store(to + 4 * n, words[n]);
		}
		FENCE(gpu_words, ptx_fence()); /* (b) */
		gpu_fenced();
	}
	if (size == 4) {
		ptx_store_quad(to, words);
	} else if (size == 2) {
		ptx_store_pair(to, words);
	} else {
		ptx_store(to, words[0]);
	}
	gpu_after(rank, where);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	return gpu_read(gpu_word(rank, offset));
}

/* The first one's acquire orders the others behind it; theirs, what is read next. */
void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		words[i] = arch_flag_read(rank, offset + 4 * i);
	}
}

/* What gives its result has been made in L2, so nothing need come between it and others. */
static uint8_t *flags_atomic(uint32_t rank, uint32_t offset)
{
	gpu_before(rank, gpu_where(offset, 1));
	return gpu_at(rank, offset);
}

uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	return ptx_swap(flags_atomic(rank, offset), value);
}

uint32_t arch_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value)
{
	return ptx_compare_swap(flags_atomic(rank, offset), expected, value);
}

uint32_t arch_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend)
{
	return ptx_fetch_add(flags_atomic(rank, offset), addend);
}

/* Who takes it waits for the word; what the holder does before clearing is quiet. */
bool arch_tas(uint32_t rank)
{
	return ptx_swap(&gpu.cells[rank].taken, 1) == 0;
}

void arch_tas_clear(uint32_t rank)
{
	ptx_store(&gpu.cells[rank].taken, 0);
}

void arch_acquire(void)
{
	/* Kept, since NVIDIA's assembler leaves out a load that nobody uses. */
	FENCE(gpu_acquire,
	      gpu.acquired = ptx_acquire(&gpu.cells[gpu.rank].bell)); /* (e) */
}

/* gpu_before orders writes to one core. */
void arch_fence(void)
{
}

void arch_quiet(void)
{
	if (gpu.unfenced) {
		FENCE(gpu_quiet, ptx_fence()); /* (d), (f) */
		gpu_fenced();
	}
}

/* fence.acq_rel promises no order of a store and a later load. */
void arch_settle(uint32_t rank)
{
	(void)rank;
	FENCE(gpu_settle, ptx_fence_sc()); /* (g) */
	gpu_fenced();
}
