/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, ordering, test-and-set.
 *
 * Flags are written before the vehicle is told of them, data before flags;
 * the processor keeps its stores in that order, the compiler by the barriers
 * in the inline assembly.
 */
#include "arch/arch.h"

#include <board.h>

#include <scc_io.h>

#include "arch/brief.h"
#include "arch/fence.h"
#include "arch/scc/ordering.h"
#include "boot/x86/cpu.h"

static void copy_bytes(volatile uint8_t **to, const volatile uint8_t **from,
		       size_t n)
{
	__asm__ volatile("cld; rep; movsb"
			 : "+D"(*to), "+S"(*from), "+c"(n)
			 :
			 : "memory", "cc");
}

/*
 * Copy so that every aligned word of the window at `window_at` (one of the two
 * addresses) is moved at once: that is what ARCH_ATOM promises.
 */
static void copy(volatile uint8_t *to, const volatile uint8_t *from, size_t n,
		 uintptr_t window_at)
{
	size_t head = -window_at & (ARCH_ATOM - 1);
	size_t words;

	if (head >= n) {
		copy_bytes(&to, &from, n);
		return;
	}
	copy_bytes(&to, &from, head);
	n -= head;
	words = n / ARCH_ATOM;
	__asm__ volatile("cld; rep; movsl"
			 : "+D"(to), "+S"(from), "+c"(words)
			 :
			 : "memory", "cc");
	copy_bytes(&to, &from, n % ARCH_ATOM);
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	volatile uint8_t *to = scc_mpb[rank] + offset;

	(void)window;
	copy(to, src, n, (uintptr_t)to);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	const volatile uint8_t *from = scc_mpb[rank] + offset;

	(void)window;
	copy(dst, from, n, (uintptr_t)from);
}

void arch_copy(struct arch_place dst, struct arch_place src, size_t n)
{
	volatile uint8_t *to = scc_mpb[dst.rank] + dst.offset;

	copy(to, scc_mpb[src.rank] + src.offset, n, (uintptr_t)to);
}

static volatile uint32_t *word_of(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)(scc_mpb[rank] + offset);
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	cpu_barrier();
	*word_of(rank, offset) = value;
	FENCE(scc_flag_flush, scc_flush());
	vehicle_wake(rank, offset);
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	volatile uint32_t *to = word_of(rank, offset);

	cpu_barrier();
	while (n-- > 0) {
		to[n] = words[n];
	}
	FENCE(scc_flags_flush, scc_flush());
	vehicle_wake(rank, offset);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	FENCE(scc_flag_read, scc_invalidate());
	value = *word_of(rank, offset);
	cpu_barrier();
	return value;
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	volatile uint32_t *from = word_of(rank, offset);

	FENCE(scc_flags_read, scc_invalidate());
	for (uint32_t i = 0; i < n; i++) {
		words[i] = from[i];
	}
	cpu_barrier();
}

/* Most words that are waited for are there: that path is kept short. */
static inline bool reached(volatile uint32_t *word, uint32_t value)
{
	bool is = (int32_t)(*word - value) >= 0;

	cpu_barrier();
	return is;
}

static inline bool too_late(uint64_t deadline)
{
	return deadline != ARCH_NEVER && arch_cycles() >= deadline;
}

static enum arch_result await(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline)
{
	volatile uint32_t *word = word_of(rank, offset);

	for (;;) {
		FENCE(scc_await, scc_invalidate());
		if (reached(word, value)) {
			return ARCH_OK;
		}
		if (too_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		vehicle_wait(word, offset, value, deadline);
	}
}

enum arch_result arch_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	return await(scc_rank, offset, value, deadline);
}

#if ARCH_REMOTE_AWAIT
enum arch_result arch_await_at(uint32_t rank, uint32_t offset, uint32_t value,
			       uint64_t deadline)
{
	return await(rank, offset, value, deadline);
}
#endif

static __attribute__((noinline)) enum arch_result
look_again(volatile uint32_t *word, uint32_t value, uint64_t deadline)
{
	for (uint32_t looks = 1; looks < BOARD_BRIEF_LOOKS; looks++) {
		if (too_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		vehicle_pause();
		FENCE(scc_await_again, scc_invalidate());
		if (reached(word, value)) {
			return ARCH_OK;
		}
	}
	return ARCH_TIMEOUT;
}

enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word = word_of(rank, offset);

	FENCE(scc_await_briefly, scc_invalidate());
	if (reached(word, value)) {
		return ARCH_OK;
	}
	return look_again(word, value, deadline);
}

/* A look brings a line into L1, and the words after its first come from there. */
enum arch_result arch_await_all_briefly(uint32_t offset, uint32_t n,
					uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word = word_of(scc_rank, offset);
	volatile uint32_t *end = word + n;

	FENCE(scc_await_all, scc_invalidate());
	while (word != end) {
		if (reached(word, value)) {
			word++;
		} else if (look_again(word, value, deadline) != ARCH_OK) {
			return ARCH_TIMEOUT;
		}
	}
	return ARCH_OK;
}

void arch_acquire(void)
{
	FENCE(scc_acquire, scc_invalidate());
}

/* Stores of one P54C leave in order, the combining buffer before the next line. */
void arch_fence(void)
{
	cpu_barrier();
}

void arch_quiet(void)
{
	FENCE(scc_quiet_flush, scc_flush());
	FENCE(scc_quiet, cpu_fence());
}

void arch_settle(uint32_t rank)
{
	(void)rank;
	FENCE(scc_settle_flush, scc_flush());
	FENCE(scc_settle, cpu_fence());
	FENCE(scc_settle_acquire, scc_invalidate());
}

bool arch_tas(uint32_t rank)
{
	bool taken = scc_take(scc_lock(rank));

	FENCE(scc_tas, scc_invalidate());
	return taken;
}

void arch_tas_clear(uint32_t rank)
{
	cpu_barrier();
	scc_free(scc_lock(rank));
}
