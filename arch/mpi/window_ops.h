/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of arch/common/window.c in coherent memory that processes share.  The
 * compiler knows what takes an instruction: on x86-64 the last two fences do.
 */
#ifndef MPI_WINDOW_OPS_H
#define MPI_WINDOW_OPS_H

#include <stddef.h>

#include <board.h>

#define WINDOW_MANY 256 /* words */

static inline volatile uint8_t *window_of(uint32_t rank)
{
	return mpi_windows + ((size_t)(rank - mpi_first) << mpi_shift);
}

/* No stronger than volatile with the fences around it; the thread sanitizer knows them. */
#define window_load(at) __atomic_load_n((uint32_t *)(at), __ATOMIC_ACQUIRE)
#define window_store(at, value)                                                \
	__atomic_store_n((uint32_t *)(at), value, __ATOMIC_RELEASE)
#define window_store_byte(at, byte)                                            \
	__atomic_store_n((uint8_t *)(at), byte, __ATOMIC_RELEASE)

static inline bool window_take(uint32_t rank)
{
	return __atomic_exchange_n(&mpi_cell_of(rank)->tas, 1,
				   __ATOMIC_SEQ_CST) == 0;
}

static inline void window_free(uint32_t rank)
{
	__atomic_store_n(&mpi_cell_of(rank)->tas, 0, __ATOMIC_RELEASE);
}

/* A byte may be a mark (arch/annotate.h). */
static inline void window_copy_bytes(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
	for (; n > 0; n--, ++*to, ++*from) {
		window_store_byte(*to, **from);
	}
}

typedef uint32_t any_word __attribute__((aligned(1), may_alias));
typedef uint32_t four_words
	__attribute__((vector_size(16), aligned(1), may_alias));

/*
 * Wherever the private side lies, a word that is aligned in the window is moved whole:
 * an access that crosses a line crosses it between words there.  The processor's own
 * loop is the quickest for many, and is by words, too.
 */
static inline void window_copy_words(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
	if (n >= WINDOW_MANY) {
		__asm__ volatile("rep movsl"
				 : "+D"(*to), "+S"(*from), "+c"(n)::"memory");
	}
#endif
	for (; n >= 4; n -= 4, *to += 16, *from += 16) {
		*(volatile four_words *)*to =
			*(const volatile four_words *)*from;
	}
	for (; n > 0; n--, *to += 4, *from += 4) {
		*(volatile any_word *)*to = *(const volatile any_word *)*from;
	}
}

static inline void order_writes(void)
{
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

static inline void order_flush(void)
{
}

static inline void order_refresh(void)
{
	cpu_barrier();
}

static inline void order_reads(void)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
}

static inline void order_fetched(void)
{
	__atomic_thread_fence(__ATOMIC_ACQ_REL);
}

static inline void order_quiet(void)
{
	if (mpi_host->nodes > 1) {
		far_quiet();
	}
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void order_settle(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#endif
