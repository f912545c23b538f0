/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, ordering, test-and-set.
 *
 * ARM promises nothing of the order in which two accesses to different
 * addresses are seen, so each rule of the contract has its barrier, named by
 * site:
 *   (a), (b)  a call that writes begins with a barrier between stores: what an
 *             earlier call wrote, to this core or another, is seen before;
 *   (e)       a call that reads a flag ends with a full barrier: nothing after
 *             it is read, or written, before it;
 *   data are there on return: so does arch_get, or a later flag of mine could
 *             say "I have read it" before I have;
 *   (d), (g)  in arch_quiet and arch_settle.
 * Rule (c) is upheld in irq.c.  Accesses of one call to private memory need
 * none, a core sees its own in order.
 */
#include "arch/arch.h"

#include <board.h>

#include "arch/brief.h"
#include "arch/fence.h"
#include "boot/arm/cpu.h"

/* A word at any address: the core splits it, window memory is not Device. */
struct __attribute__((packed, may_alias)) any_word {
	uint32_t word;
};

static volatile uint8_t *place(uint32_t rank, uint32_t offset)
{
	return (volatile uint8_t *)BOARD_MPB + (rank << BOARD_MPB_SHIFT) +
	       offset;
}

static volatile uint32_t *word_of(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)place(rank, offset);
}

static void copy_bytes(volatile uint8_t *to, const volatile uint8_t *from,
		       size_t n)
{
	while (n-- > 0) {
		*to++ = *from++;
	}
}

/* Whole lines, both sides on a word. */
static size_t copy_lines(volatile uint8_t **to, const volatile uint8_t **from,
			 size_t n)
{
	for (; n >= ARCH_LINE; n -= ARCH_LINE) {
		__asm__ volatile(
			"ldmia	%1!, {r3, r4, r5, r6, r8, r9, r10, r12}\n"
			"	stmia	%0!, {r3, r4, r5, r6, r8, r9, r10, r12}"
			: "+r"(*to), "+r"(*from)
			:
			: "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r12",
			  "memory");
	}
	return n;
}

/*
 * Copy so that every aligned word of the window at `window_at` (one of the two
 * addresses) is moved at once: that is what ARCH_ATOM promises.
 */
static void copy(volatile uint8_t *to, const volatile uint8_t *from, size_t n,
		 uintptr_t window_at)
{
	size_t head = -window_at & (ARCH_ATOM - 1);

	head = head < n ? head : n;
	copy_bytes(to, from, head);
	to += head;
	from += head;
	n -= head;
	if ((((uintptr_t)to | (uintptr_t)from) & 3) == 0) {
		n = copy_lines(&to, &from, n);
	}
	for (; n >= ARCH_ATOM; n -= ARCH_ATOM) {
		((volatile struct any_word *)to)->word =
			((const volatile struct any_word *)from)->word;
		to += ARCH_ATOM;
		from += ARCH_ATOM;
	}
	copy_bytes(to, from, n);
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	volatile uint8_t *to = place(rank, offset);

	(void)window;
	FENCE(arm_put, cpu_dmb_stores()); /* (a) */
	copy(to, src, n, (uintptr_t)to);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	const volatile uint8_t *from = place(rank, offset);

	(void)window;
	copy(dst, from, n, (uintptr_t)from);
	FENCE(arm_get, cpu_dmb()); /* the data are there */
}

/* Each store waits for the load whose data it writes: no barrier for those. */
void arch_copy(struct arch_place dst, struct arch_place src, size_t n)
{
	volatile uint8_t *to = place(dst.rank, dst.offset);

	FENCE(arm_copy, cpu_dmb_stores()); /* (a) */
	copy(to, place(src.rank, src.offset), n, (uintptr_t)to);
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	FENCE(arm_flag_write, cpu_dmb_stores()); /* (a), (b) */
	*word_of(rank, offset) = value;
	vehicle_wake(rank, offset);
}

/* Who sees the first word sees all: a barrier before it, none among others. */
void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	volatile uint32_t *to = word_of(rank, offset);

	FENCE(arm_flags_write, cpu_dmb_stores()); /* (a), (b) */
	while (n-- > 1) {
		to[n] = words[n];
	}
	FENCE(arm_flags_write_first, cpu_dmb_stores()); /* (b) */
	*to = words[0];
	vehicle_wake(rank, offset);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t value = *word_of(rank, offset);

	FENCE(arm_flag_read, cpu_dmb()); /* (e) */
	return value;
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	volatile uint32_t *from = word_of(rank, offset);

	words[0] = *from;
	FENCE(arm_flags_read_first, cpu_dmb()); /* (e) */
	for (uint32_t i = 1; i < n; i++) {
		words[i] = from[i];
	}
	FENCE(arm_flags_read, cpu_dmb()); /* (e) */
}

enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline)
{
	bool reached = (int32_t)(*word_of(rank, offset) - value) >= 0;

	(void)deadline;
	FENCE(arm_await_briefly, cpu_dmb()); /* (e) */
	return reached ? ARCH_OK : ARCH_TIMEOUT;
}

enum arch_result arch_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word = word_of(arm_rank, offset);

	while ((int32_t)(*word - value) < 0) {
		if (deadline != ARCH_NEVER && arch_cycles() >= deadline) {
			return ARCH_TIMEOUT;
		}
		vehicle_wait(word, offset, value, deadline);
	}
	FENCE(arm_await, cpu_dmb()); /* (e) */
	return ARCH_OK;
}

/* Nothing is cached; but no later read may have been made already. */
void arch_acquire(void)
{
	FENCE(arm_acquire, cpu_dmb()); /* (e) */
}

/* Each call that writes begins with what orders it. */
void arch_fence(void)
{
	cpu_barrier();
}

/* Not only ordered: ended, for what no barrier of memory holds back. */
void arch_quiet(void)
{
	FENCE(arm_quiet, cpu_dsb()); /* (d) */
}

/* Store, then load: an order between accesses, which is what dmb gives. */
void arch_settle(uint32_t rank)
{
	(void)rank;
	FENCE(arm_settle, cpu_dmb()); /* (g) */
}

bool arch_tas(uint32_t rank)
{
	bool taken = cpu_compare_exchange(&VEHICLE->locks[rank], 0, 1) == 0;

	FENCE(arm_tas, cpu_dmb()); /* taking is an acquire */
	return taken;
}

/* The holder's arch_quiet has ended all that came before. */
void arch_tas_clear(uint32_t rank)
{
	cpu_barrier();
	VEHICLE->locks[rank] = 0;
}
