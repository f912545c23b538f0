/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, test-and-set.
 *
 * Rules (a), (b) and (e) are the chip's own: stores of one core to one core
 * arrive in order, and nothing is cached.  A load may overtake a store, also
 * to the same core; what that breaks is mended in order.c.
 */
#include <board.h>

#include "arch/barrier.h"
#include "arch/look.h"

enum {
	PAIR = 8,
	BLOCK = 8 * PAIR,
	ROOM = 2 * BLOCK, /* on the stack */
};

typedef uint32_t __attribute__((may_alias)) word_t;

uint8_t epi_window[BOARD_WINDOW_BYTES]
	__attribute__((section(".window"), aligned(PAIR)));
struct epi_shared epi_shared __attribute__((section(".shared")));

/* A word of a window, by its core's base. */
static volatile word_t *at(uint32_t base, uint32_t offset)
{
	return (volatile word_t *)((uintptr_t)epi_window + offset + base);
}

static void __attribute__((noinline))
copy_bytes(uintptr_t to, uintptr_t from, size_t n)
{
	volatile uint8_t *t = (volatile uint8_t *)to;
	const volatile uint8_t *f = (const volatile uint8_t *)from;

	do {
		*t++ = *f++;
	} while (--n > 0);
}

/* A word of the window, at `to` (a put) or at `from`; the other end is odd. */
static void copy_odd(uintptr_t to, uintptr_t from, bool put)
{
	uint32_t word;

	if (put) {
		copy_bytes((uintptr_t)&word, from, 4);
		*(volatile word_t *)to = word;
	} else {
		word = *(const volatile word_t *)from;
		copy_bytes(to, (uintptr_t)&word, 4);
	}
}

static void copy_words(uintptr_t to, uintptr_t from, size_t n)
{
	do {
		*(volatile word_t *)to = *(const volatile word_t *)from;
		to += 4;
		from += 4;
		n -= 4;
	} while (n > 0);
}

/*
 * Blocks of 64 bytes, by hand, since this is where most clocks go: 20 a block, where
 * what GCC makes of it takes 38.  What is left of n is less than a block.
 */
static inline void copy_blocks(uintptr_t *to, uintptr_t *from, size_t *n)
{
	__asm__ volatile("b 2f\n"
			 "1:\tldrd r44, [%1], #1\n\t"
			 "ldrd r46, [%1], #1\n\t"
			 "ldrd r48, [%1], #1\n\t"
			 "ldrd r50, [%1], #1\n\t"
			 "ldrd r52, [%1], #1\n\t"
			 "ldrd r54, [%1], #1\n\t"
			 "ldrd r56, [%1], #1\n\t"
			 "ldrd r58, [%1], #1\n\t"
			 "strd r44, [%0], #1\n\t"
			 "strd r46, [%0], #1\n\t"
			 "strd r48, [%0], #1\n\t"
			 "strd r50, [%0], #1\n\t"
			 "strd r52, [%0], #1\n\t"
			 "strd r54, [%0], #1\n\t"
			 "strd r56, [%0], #1\n\t"
			 "strd r58, [%0], #1\n"
			 "2:\tsub %2, %2, #64\n\t"
			 "bgte 1b\n\t"
			 "add %2, %2, #64"
			 : "+r"(*to), "+r"(*from), "+r"(*n)
			 :
			 : "memory", "cc", "r44", "r45", "r46", "r47", "r48",
			   "r49", "r50", "r51", "r52", "r53", "r54", "r55",
			   "r56", "r57", "r58", "r59");
}

/* Some pairs: 6 clocks each, where GCC's loop takes 11. */
static inline void copy_some(uintptr_t to, uintptr_t from, size_t n)
{
	__asm__ volatile("1:\tldrd r44, [%1], #1\n\t"
			 "sub %2, %2, #8\n\t"
			 "strd r44, [%0], #1\n\t"
			 "bne 1b"
			 : "+r"(to), "+r"(from), "+r"(n)
			 :
			 : "memory", "cc", "r44", "r45");
}

static void copy_pairs(uintptr_t to, uintptr_t from, size_t n)
{
	copy_blocks(&to, &from, &n);
	if (n > 0) {
		copy_some(to, from, n);
	}
}

/*
 * By way of the core's own memory.  From afar to afar, as no channel does that, and
 * loads are dear, from external memory very.  No word of the window is cut in two.
 * A fiber's stack may be afar, too: then in parts that are too short for a channel.
 */
static void copy_by_way(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	uint64_t room[ROOM / PAIR];
	size_t most = epi_is_local((uintptr_t)room) ? ROOM : EPI_DMA_LEAST;

	while (n > 0) {
		uintptr_t near = (uintptr_t)room + (from & (PAIR - 1));
		size_t part = most - PAIR - ((put ? to : from) & 3);

		part = part < n ? part : n;
		epi_copy(near, from, part, false);
		epi_copy(to, near, part, true);
		to += part;
		from += part;
		n -= part;
	}
}

/*
 * Aligned words of the window, at `to` (a put) or at `from` (a get), are moved
 * at once: that is what ARCH_ATOM promises.  Each turn takes the largest units that
 * fit; many that come from afar by DMA.
 */
static void __attribute__((noinline))
copy_parts(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	size_t part;

	for (; n > 0; n -= part, to += part, from += part) {
		uintptr_t both = to | from;

		part = n & -(size_t)PAIR;
		if (part && (both & (PAIR - 1)) == 0) {
			if (part < EPI_DMA_LEAST || epi_is_local(from) ||
			    !epi_dma_move(to, from, part)) {
				copy_pairs(to, from, part);
			}
			continue;
		}
		part = 4;
		if (n < 4 || ((put ? to : from) & 3)) {
			part = 1;
			copy_bytes(to, from, part);
		} else if (both & 3) {
			copy_odd(to, from, put);
		} else {
			if ((to ^ from) & 4) {
				part = n & -(size_t)4;
			}
			copy_words(to, from, part);
		}
	}
}

/* Most are of pairs, and sent. */
void epi_copy(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	bool sent = n < EPI_DMA_LEAST || epi_is_local(from);

	if (!sent && !epi_is_local(to)) {
		copy_by_way(to, from, n, put);
	} else if (sent && ((to | from | n) & (PAIR - 1)) == 0) {
		copy_pairs(to, from, n);
	} else {
		copy_parts(to, from, n, put);
	}
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	uint32_t base = epi_base[rank];

	(void)window;
	epi_copy((uintptr_t)at(base, offset), (uintptr_t)src, n, true);
	epi_wrote(rank, base);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)window;
	epi_copy((uintptr_t)dst, (uintptr_t)at(epi_base[rank], offset), n,
		 false);
}

uintptr_t __attribute__((noinline)) epi_address(struct arch_addr place)
{
	return place.window == ARCH_PRIVATE
		       ? place.offset
		       : (uintptr_t)at(epi_base[place.rank], place.offset);
}

/*
 * Ends may be private, for arch_copy_start.  Where alignments differ, words could not
 * be moved at once in both windows.
 */
void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	uintptr_t to = epi_address(dst), from = epi_address(src);
	bool put = dst.window != ARCH_PRIVATE;

	if (((to ^ from) & 3) && put && src.window != ARCH_PRIVATE) {
		copy_by_way(to, from, n, true);
	} else {
		epi_copy(to, from, n, put);
	}
	if (put) {
		epi_wrote(dst.rank, epi_base[dst.rank]);
	}
}

/* Same target, so the word is there before whoever waits for it looks. */
void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t base = epi_base[rank];

	*at(base, offset) = value;
	epi_latch(base, BOARD_I_WAKE);
	epi_wrote(rank, base);
}

void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t base = epi_base[rank];

	*at(base, offset) = value;
	epi_latch(base, BOARD_I_WAKE);
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	while (--n > 0) {
		*at(epi_base[rank], offset + (n << 2)) = words[n];
	}
	arch_flag_write(rank, offset, words[0]);
}

void arch_words_tell(uint32_t rank, uint32_t offset, const uint32_t *words,
		     uint32_t n)
{
	epi_copy((uintptr_t)at(epi_base[rank], offset), (uintptr_t)words,
		 n << 2, true);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	return *at(epi_base[rank], offset);
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	const volatile word_t *from = at(epi_base[rank], offset);

	while (n-- > 0) {
		*words++ = *from++;
	}
}

/*
 * What the wake interrupt and the alarm are for: look with GID set, then idle.
 */
enum arch_result epi_await(const volatile uint32_t *word, uint32_t value,
			   uint64_t deadline)
{
	enum arch_result result = ARCH_OK;

	EPI_UNMASK(BOARD_WAKE);
	for (;;) {
		epi_gid();
		if ((int32_t)(*word - value) >= 0) {
			break;
		}
		if ((uint32_t)(deadline >> 32) != UINT32_MAX &&
		    !epi_alarm(deadline)) {
			result = ARCH_TIMEOUT;
			break;
		}
		epi_idle();
	}
	epi_wait_at = ARCH_NEVER;
	epi_gie();
	EPI_REMASK(BOARD_WAKE);
	return result;
}

enum arch_result arch_await(const struct arch_word *word, uint64_t deadline)
{
	return epi_await(at(0, word->offset), word->value, deadline);
}

/*
 * By its global address, the own one too.  TESTSET overtakes stores as a load
 * does: one that follows my own clearing may find the word set still, as if
 * somebody held it, and is tried again.
 */
bool arch_tas(uint32_t rank)
{
	uint32_t base = epi_base[rank];
	uint32_t value = 1, zero = 0;

	base = base ? base : EPI_GET(coreid) << 20;
	__asm__ volatile("testset %0, [%1, %2]"
			 : "+r"(value)
			 : "r"(base + (uintptr_t)&epi_shared.lock), "r"(zero)
			 : "memory");
	return value == 0;
}

void arch_tas_clear(uint32_t rank)
{
	uint32_t base = epi_base[rank];

	*(volatile uint32_t *)(base + (uintptr_t)&epi_shared.lock) = 0;
	epi_wrote(rank, base);
}
