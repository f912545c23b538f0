/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ARM's part of arch/common/window.c and irq.c.
 *
 * ARM promises nothing of the order in which two accesses to different
 * addresses are seen, so each step that a rule asks for has its barrier.
 * Nothing is cached, and nothing waits to be flushed.
 */
#ifndef ARM_WINDOW_OPS_H
#define ARM_WINDOW_OPS_H

#include <stddef.h>

#include <board.h>

static inline volatile uint8_t *window_of(uint32_t rank)
{
	return (volatile uint8_t *)BOARD_MPB +
	       ((rank - port_first) << BOARD_MPB_SHIFT);
}

/* Memory has no test-and-set register; a coherent word is one. */
static inline bool window_take(uint32_t rank)
{
	return __atomic_exchange_n(&BOARD_LOCKS[rank - port_first], 1,
				   __ATOMIC_RELAXED) == 0;
}

static inline void window_free(uint32_t rank)
{
	BOARD_LOCKS[rank - port_first] = 0;
}

static inline void window_copy_bytes(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
	while (n-- > 0) {
		*(*to)++ = *(*from)++;
	}
}

/* A word at any address: the core splits it, window memory is not Device. */
struct __attribute__((packed, may_alias)) any_word {
	uint32_t word;
};

/*
 * As long as both sides are on a word, eight at once.  Their registers are saved here, by one
 * instruction: those who copy less need none of them.
 */
static inline void window_copy_words(volatile uint8_t **to,
				     const volatile uint8_t **from, size_t n)
{
	register volatile uint8_t *there __asm__("r0") = *to;
	register const volatile uint8_t *here __asm__("r1") = *from;
	register size_t left __asm__("r2") = n;

	/* One comparison: what is not on a word makes the number a large one. */
	if (left >= 8 + (((uintptr_t)there | (uintptr_t)here) << 30)) {
		__asm__ volatile("push	{r4, r5, r6, r8, r9, r10}\n"
				 "	.cfi_adjust_cfa_offset 24\n"
				 "	sub	r2, r2, #8\n"
				 "1:	ldmia	r1!, {r3, r4, r5, r6, r8, r9, "
				 "r10, r12}\n"
				 "	stmia	r0!, {r3, r4, r5, r6, r8, r9, "
				 "r10, r12}\n"
				 "	subs	r2, r2, #8\n"
				 "	bhs	1b\n"
				 "	pop	{r4, r5, r6, r8, r9, r10}\n"
				 "	.cfi_adjust_cfa_offset -24"
				 : "+r"(there), "+r"(here), "+r"(left)
				 :
				 : "r3", "r12", "memory", "cc");
		left &= 7;
	}
	for (; left > 0; left--) {
		((volatile struct any_word *)there)->word =
			((const volatile struct any_word *)here)->word;
		there += sizeof(struct any_word);
		here += sizeof(struct any_word);
	}
	*to = there;
	*from = here;
}

static inline void order_writes(void)
{
	cpu_dmb_stores();
}

static inline void order_flush(void)
{
}

static inline void order_refresh(void)
{
}

static inline void order_reads(void)
{
	cpu_dmb();
}

static inline void order_fetched(void)
{
	cpu_dmb();
}

/* Not only ordered: ended, for what no barrier of memory holds back. */
static inline void order_quiet(void)
{
	BOARD_FAR_QUIET();
	cpu_dsb();
}

/* Store, then load: an order between accesses, which is what dmb gives. */
static inline void order_settle(void)
{
	cpu_dmb();
}

/*
 * A controller may be written through a system register, which only a dsb
 * orders behind stores.
 */
static inline void order_raise(void)
{
	cpu_dsb();
}

#endif
