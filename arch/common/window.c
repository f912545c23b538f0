/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, ordering, test-and-set, where every core reaches all
 * windows by loads and stores; await.c waits.
 *
 * Here is what each call does and in which order; <window_ops.h> has what a
 * step takes on this chip, which may be nothing:
 *
 *   order_writes()   stores before are seen before stores after.  First in
 *                    each call that writes: (a), (b)
 *   order_flush()    what was stored leaves this core.  Last in each call
 *                    that writes a flag
 *   order_refresh()  copies of window data that may be stale are dropped.
 *                    Before each read of a flag: (e)
 *   order_reads()    loads after come after those before, and bring nothing that
 *                    is older: not even what a handler has left in a cache
 *                    between order_refresh and the load.  After each read of a
 *                    flag: (e)
 *   order_fetched()  loads before have their data before any access after: in
 *                    arch_get, or a later flag of mine could say "I have read
 *                    it" before I have
 *   order_quiet()    stores before have ended: (d)
 *   order_settle()   stores before are in place before loads after: (g)
 *
 * Accesses of one call to private memory need none of it: a core sees its own in
 * order.
 */
#include "arch/common/port.h"

#include <board.h>
#include <window_ops.h>

#include "arch/fence.h"

enum {
	WORD = sizeof(uint32_t)
};

static volatile uint8_t *place(uint32_t rank, uint32_t offset)
{
	return window_of(rank) + offset;
}

static volatile uint32_t *word_of(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)place(rank, offset);
}

/*
 * Copy so that every aligned word of the window at `window_at` (one of the two
 * addresses) is moved at once, as ARCH_ATOM promises; more than a word is where
 * a chip gathers words in lines.
 */
static void copy(volatile uint8_t *to, const volatile uint8_t *from, size_t n,
		 uintptr_t window_at)
{
	size_t head = -window_at & (WORD - 1);

	if (head >= n) {
		window_copy_bytes(&to, &from, n);
		return;
	}
	window_copy_bytes(&to, &from, head);
	n -= head;
	window_copy_words(&to, &from, n / WORD);
	window_copy_bytes(&to, &from, n % WORD);
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	volatile uint8_t *to = place(rank, offset);

	(void)window;
	FENCE(window_put, order_writes()); /* (a) */
	copy(to, src, n, (uintptr_t)to);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	const volatile uint8_t *from = place(rank, offset);

	(void)window;
	copy(dst, from, n, (uintptr_t)from);
	FENCE(window_get, order_fetched()); /* the data are there */
}

/* Each store waits for the load whose data it writes: nothing for those. */
void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	volatile uint8_t *to = place(dst.rank, dst.offset);

	FENCE(window_copy, order_writes()); /* (a) */
	copy(to, place(src.rank, src.offset), n, (uintptr_t)to);
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	FENCE(window_flag_write, order_writes()); /* (a), (b) */
	*word_of(rank, offset) = value;
	FENCE(window_flag_out, order_flush());
	vehicle_wake(rank, offset);
}

/* Who sees the first word sees all: it comes last, the others in any order. */
void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	volatile uint32_t *to = word_of(rank, offset);

	FENCE(window_flags_write, order_writes()); /* (a), (b) */
	while (n-- > 1) {
		to[n] = words[n];
	}
	FENCE(window_flags_first, order_writes()); /* (b) */
	*to = words[0];
	FENCE(window_flags_out, order_flush());
	vehicle_wake(rank, offset);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	FENCE(window_flag_fresh, order_refresh()); /* (e) */
	value = *word_of(rank, offset);
	FENCE(window_flag_read, order_reads()); /* (e) */
	return value;
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	volatile uint32_t *from = word_of(rank, offset);

	FENCE(window_flags_fresh, order_refresh()); /* (e) */
	words[0] = *from;
	FENCE(window_flags_read_first, order_reads()); /* (e) */
	for (uint32_t i = 1; i < n; i++) {
		words[i] = from[i];
	}
	FENCE(window_flags_read, order_reads()); /* (e) */
}

void arch_acquire(void)
{
	FENCE(window_acquire_fresh, order_refresh()); /* (e) */
	FENCE(window_acquire, order_fetched());       /* (e) */
}

/* Each call that writes begins with what orders it. */
void arch_fence(void)
{
	cpu_barrier();
}

void arch_quiet(void)
{
	FENCE(window_quiet_out, order_flush());
	FENCE(window_quiet, order_quiet()); /* (d) */
}

void arch_settle(uint32_t rank)
{
	(void)rank;
	FENCE(window_settle_out, order_flush());
	FENCE(window_settle, order_settle()); /* (g) */
	FENCE(window_settle_fresh, order_refresh());
}

/* Taking is an acquire. */
bool arch_tas(uint32_t rank)
{
	bool taken = window_take(rank);

	FENCE(window_tas_fresh, order_refresh());
	FENCE(window_tas, order_fetched());
	return taken;
}

/* The holder's arch_quiet has ended all that came before. */
void arch_tas_clear(uint32_t rank)
{
	cpu_barrier();
	window_free(rank);
}
