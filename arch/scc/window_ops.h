/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The SCC's part of arch/common/window.c and irq.c.
 *
 * Stores of a P54C leave in order, the combining buffer before the next line, so
 * most steps hold the compiler back and no more.  A handler that comes between
 * CL1INVMB and the read of a flag may leave lines in L1 that are older than the flag:
 * so the instruction stands behind the read, too.
 */
#ifndef SCC_WINDOW_OPS_H
#define SCC_WINDOW_OPS_H

#include <stddef.h>

#include <board.h>
#include <scc_io.h>

#include "arch/scc/ordering.h"

static inline volatile uint8_t *window_of(uint32_t rank)
{
	return scc_mpb[rank - port_first];
}

/* A load and an addition in one, which is what leaves a register more for a copy. */
#define window_place window_place
static inline volatile uint8_t *window_place(uint32_t rank, uint32_t offset)
{
	__asm__("addl %1, %0" : "+r"(offset) : "m"(scc_mpb[rank - port_first]));
	return (volatile uint8_t *)offset;
}

/*
 * As volatile accesses, but for the compiler, which computes the address of a volatile
 * access by an instruction of its own, though each access can add a register and an offset.
 */
#define window_load window_load
static inline uint32_t window_load(uintptr_t word)
{
	uint32_t value;

	__asm__ volatile("movl %1, %0"
			 : "=r"(value)
			 : "m"(*(const uint32_t *)word));
	return value;
}

#define window_store window_store
static inline void window_store(uintptr_t word, uint32_t value)
{
	__asm__ volatile("movl %1, %0" : "=m"(*(uint32_t *)word) : "r"(value));
}

#define window_store_byte window_store_byte
static inline void window_store_byte(uintptr_t place, uint8_t value)
{
	__asm__ volatile("movb %1, %0" : "=m"(*(uint8_t *)place) : "q"(value));
}

/* One instruction: the compiler takes three, which a P54C pairs. */
#ifdef BOARD_COUNTS
extern uintptr_t port_moved;
#define BOARD_MOVED(n)                                                         \
	__asm__("addl %1, %0" : "+m"(port_moved) : "ri"((uint32_t)(n)))
#endif

#define arch_inline_irq_save    cpu_irq_save
#define arch_inline_irq_restore cpu_irq_restore

static inline bool window_take(uint32_t rank)
{
	return scc_take(scc_locks[rank - port_first]);
}

static inline void window_free(uint32_t rank)
{
	scc_free(scc_locks[rank - port_first]);
}

/* The direction flag is clear: interrupts.S and traps see to that, too. */
static inline void window_copy_bytes(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
	__asm__ volatile("rep; movsb"
			 : "+D"(*to), "+S"(*from), "+c"(n)
			 :
			 : "memory", "cc");
}

static inline void window_copy_words(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
	__asm__ volatile("rep; movsl"
			 : "+D"(*to), "+S"(*from), "+c"(n)
			 :
			 : "memory", "cc");
}

static inline void order_writes(void)
{
	cpu_barrier();
}

static inline void order_flush(void)
{
	scc_flush();
}

static inline void order_refresh(void)
{
	scc_invalidate();
}

static inline void order_reads(void)
{
	scc_invalidate();
}

static inline void order_fetched(void)
{
	cpu_barrier();
}

static inline void order_quiet(void)
{
	BOARD_FAR_QUIET();
	cpu_fence();
}

static inline void order_settle(void)
{
	cpu_fence();
}

/* Flags are on their way when arch_flag_write returns, so rule (c) holds. */
static inline void order_raise(void)
{
	cpu_barrier();
}

#endif
