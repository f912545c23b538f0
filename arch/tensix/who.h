/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arch_rank and arch_count, inline: a load each.  They are functions, too (where.c).
 * tp has the address of struct tensix (board.h).
 */
#ifndef TENSIX_WHO_H
#define TENSIX_WHO_H

#define TENSIX_RANK  0
#define TENSIX_COUNT 4

#define TENSIX_OWN_WORD(at)                                                    \
	({                                                                     \
		uint32_t word_ = 0;                                            \
		__asm__("lw %0, %1(tp)" : "=r"(word_) : "i"(at));              \
		word_;                                                         \
	})

extern inline __attribute__((gnu_inline)) uint32_t arch_rank(void)
{
	return TENSIX_OWN_WORD(TENSIX_RANK);
}

extern inline __attribute__((gnu_inline)) uint32_t arch_count(void)
{
	return TENSIX_OWN_WORD(TENSIX_COUNT);
}

#endif
