/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, ordering, test-and-set, where every core reaches all
 * windows by loads and stores.  window.h has the shortest of them and explains
 * the steps; await.c waits.
 */
#include "arch/common/window.h"

#include "arch/own.h"

#ifdef BOARD_COUNTS
uintptr_t port_moved;
#endif

void window_copy_any(volatile uint8_t *to, const volatile uint8_t *from,
		     size_t n, uintptr_t window_at)
{
	size_t head = -window_at & (WINDOW_WORD - 1);

	if (head >= n) {
		window_copy_bytes(&to, &from, n);
		return;
	}
	window_copy_bytes(&to, &from, head);
	n -= head;
	window_copy_words(&to, &from, n / WINDOW_WORD);
	window_copy_bytes(&to, &from, n % WINDOW_WORD);
}

/* arch_inline_put_words where BOARD_FAR: at most a message's words. */
void window_far_words(uint32_t rank, uint32_t offset, uint32_t first,
		      uint32_t second, const uint32_t *words, uint32_t n)
{
	uint32_t all[8] = {first, second};

	for (uint32_t i = 0; i < n; i++) {
		all[2 + i] = words[i];
	}
	if (BOARD_FAR(rank)) {
		far_flags_write(rank, offset, all, 2 + n);
	}
}

#if ARCH_OWN_POINTER
void *arch_own_pointer(uint32_t offset)
{
	return (void *)((uintptr_t)window_of(arch_rank()) + offset);
}
#endif

ARCH_CALL void arch_put(uint32_t rank, uint32_t window, uint32_t offset,
			const void *src, size_t n)
{
	arch_inline_put(rank, window, offset, src, n);
}

ARCH_CALL void arch_get(void *dst, uint32_t rank, uint32_t window,
			uint32_t offset, size_t n)
{
	arch_inline_get(dst, rank, window, offset, n);
}

ARCH_CALL void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	arch_inline_copy(dst, src, n);
}

ARCH_CALL void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	arch_inline_flag_write(rank, offset, value);
}

/* Who sees the first word sees all: it comes last, the others in any order. */
ARCH_CALL void arch_flags_write(uint32_t rank, uint32_t offset,
				const uint32_t *words, uint32_t n)
{
	volatile uint32_t *to;

	if (BOARD_FAR(rank)) {
		far_flags_write(rank, offset, words, n);
		return;
	}
	to = window_word(rank, offset);
	FENCE(window_flags_write, order_writes()); /* (a), (b) */
	while (n-- > 1) {
		window_store((uintptr_t)&to[n], words[n]);
	}
	FENCE(window_flags_first, order_writes()); /* (b) */
	window_store((uintptr_t)to, words[0]);
	FENCE(window_flags_out, order_flush()); /* (b) */
	if (BOARD_WAKES) {
		vehicle_wake(rank, to);
	}
}

ARCH_CALL uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	return arch_inline_flag_read(rank, offset);
}

ARCH_CALL void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
			       uint32_t n)
{
	volatile uint32_t *from;

	if (BOARD_FAR(rank)) {
		far_get(words, rank, offset, n * sizeof(*words));
		return;
	}
	from = window_word(rank, offset);
	FENCE(window_flags_fresh, order_refresh()); /* (e) */
	words[0] = window_load((uintptr_t)from);
	FENCE(window_flags_read_first, order_reads()); /* (e) */
	for (uint32_t i = 1; i < n; i++) {
		words[i] = window_load((uintptr_t)&from[i]);
	}
	FENCE(window_flags_read, order_reads()); /* (e) */
}

void arch_acquire(void)
{
	arch_inline_acquire();
}

/* Each call that writes begins with what orders it. */
void arch_fence(void)
{
	cpu_barrier();
}

void arch_quiet(void)
{
	arch_inline_quiet();
}

ARCH_CALL void arch_settle(uint32_t rank)
{
	arch_inline_settle(rank);
}

ARCH_CALL bool arch_tas(uint32_t rank)
{
	return arch_inline_tas(rank);
}

ARCH_CALL void arch_tas_clear(uint32_t rank)
{
	arch_inline_tas_clear(rank);
}
