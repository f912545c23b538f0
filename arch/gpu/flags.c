/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags, atomics, order.  A flag is read by an acquire, which drops L1: 20 clocks more
 * than a relaxed load, where a fence would be 666.
 */
#include "arch/atomic.h"
#include "arch/barrier.h"
#include "arch/gpu/board.h"

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	gpu_before(rank);
	ptx_store(gpu_at(rank, offset), value);
	gpu_after(rank);
}

/* No quiet need cover it, but the next write to that core comes behind it: (a). */
void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value)
{
	gpu_before(rank);
	ptx_store(gpu_at(rank, offset), value);
	gpu.wrote[rank] = gpu.turn;
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	gpu_before(rank);
	if (n == 2 && offset % 8 == 0) {
		ptx_store_pair(gpu_at(rank, offset), words[0], words[1]);
		gpu_after(rank);
		return;
	}
	if (n > 1) {
		for (uint32_t i = n - 1; i > 0; i--) {
			ptx_store(gpu_at(rank, offset + 4 * i), words[i]);
		}
		FENCE(gpu_words, ptx_fence()); /* (b) */
		gpu_fenced();
	}
	ptx_store(gpu_at(rank, offset), words[0]);
	gpu_after(rank);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	const uint8_t *p = gpu_word(rank, offset);

	FENCE(gpu_flag_read, return ptx_acquire(p)); /* (e) */
	return ptx_load(p);
}

/* The first one's acquire orders the others behind it; theirs, what is read next. */
void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		words[i] = arch_flag_read(rank, offset + 4 * i);
	}
}

uint32_t arch_swap(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t was;

	gpu_before(rank);
	was = ptx_swap(gpu_at(rank, offset), value);
	gpu_after(rank);
	return was;
}

uint32_t arch_compare_swap(uint32_t rank, uint32_t offset, uint32_t expected,
			   uint32_t value)
{
	uint32_t was;

	gpu_before(rank);
	was = ptx_compare_swap(gpu_at(rank, offset), expected, value);
	gpu_after(rank);
	return was;
}

uint32_t arch_fetch_add(uint32_t rank, uint32_t offset, uint32_t addend)
{
	uint32_t was;

	gpu_before(rank);
	was = ptx_fetch_add(gpu_at(rank, offset), addend);
	gpu_after(rank);
	return was;
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
	FENCE(gpu_acquire, (void)ptx_acquire(&gpu.cells[gpu.rank].bell)); /* (e) */
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
