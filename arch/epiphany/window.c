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
#include "arch/brief.h"

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

	while (n-- > 0) {
		*t++ = *f++;
	}
}

/* Words of the window, at `to` (a put) or at `from`; the other end may be odd. */
static void copy_words(uintptr_t to, uintptr_t from, size_t n)
{
	uint32_t word;

	for (; n > 0; n -= 4, to += 4, from += 4) {
		if (from & 3) {
			copy_bytes((uintptr_t)&word, from, 4);
		} else {
			word = *(const volatile word_t *)from;
		}
		if (to & 3) {
			copy_bytes(to, (uintptr_t)&word, 4);
		} else {
			*(volatile word_t *)to = word;
		}
	}
}

/*
 * 64 bytes, by hand, since this is where most clocks go: 16 and the loop, where what
 * GCC makes of it takes 38.
 */
static inline void copy_block(uintptr_t *to, uintptr_t *from)
{
	__asm__ volatile("ldrd r44, [%1], #1\n\t"
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
			 "strd r58, [%0], #1"
			 : "+r"(*to), "+r"(*from)
			 :
			 : "memory", "r44", "r45", "r46", "r47", "r48", "r49",
			   "r50", "r51", "r52", "r53", "r54", "r55", "r56",
			   "r57", "r58", "r59");
}

static inline void copy_pair(uintptr_t *to, uintptr_t *from)
{
	__asm__ volatile("ldrd r44, [%1], #1\n\t"
			 "strd r44, [%0], #1"
			 : "+r"(*to), "+r"(*from)
			 :
			 : "memory", "r44", "r45");
}

static void copy_pairs(uintptr_t to, uintptr_t from, size_t n)
{
	size_t blocks = n / BLOCK, pairs = n % BLOCK / PAIR;

	for (; blocks > 0; blocks--) {
		copy_block(&to, &from);
	}
	for (; pairs > 0; pairs--) {
		copy_pair(&to, &from);
	}
}

static void copy(uintptr_t to, uintptr_t from, size_t n, bool put);

/*
 * From afar to afar: no channel does that, and loads are dear, from external memory
 * very.  No word of the window is cut in two.
 */
static void copy_by_way(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	uint64_t room[ROOM / PAIR];

	while (n > 0) {
		uintptr_t near = (uintptr_t)room + (from & (PAIR - 1));
		size_t part = ROOM - PAIR - ((put ? to : from) & 3);

		part = part < n ? part : n;
		copy(near, from, part, false);
		copy(to, near, part, true);
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

	if (to >= EPI_LOCAL && from >= EPI_LOCAL && n >= EPI_DMA_LEAST) {
		copy_by_way(to, from, n, put);
		return;
	}
	for (; n > 0; n -= part, to += part, from += part) {
		bool pairs = ((to ^ from) & (PAIR - 1)) == 0;

		if (pairs && (to & (PAIR - 1)) == 0 && n >= PAIR) {
			part = n & ~(size_t)(PAIR - 1);
			if (from < EPI_LOCAL || !epi_dma_move(to, from, part)) {
				copy_pairs(to, from, part);
			}
		} else if (((put ? to : from) & 3) == 0 && n >= 4) {
			part = pairs ? 4 : n & ~(size_t)3;
			copy_words(to, from, part);
		} else {
			part = 1;
			copy_bytes(to, from, part);
		}
	}
}

/* Most are of pairs, and sent. */
static void copy(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	bool pairs = ((to | from | n) & (PAIR - 1)) == 0;

	if (pairs && (from < EPI_LOCAL || n < EPI_DMA_LEAST)) {
		copy_pairs(to, from, n);
	} else {
		copy_parts(to, from, n, put);
	}
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	uint32_t base = epi.base[rank];

	(void)window;
	copy((uintptr_t)at(base, offset), (uintptr_t)src, n, true);
	epi_wrote(rank, base);
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)window;
	copy((uintptr_t)dst, (uintptr_t)at(epi.base[rank], offset), n, false);
}

/* Where alignments differ, words could not be moved at once in both windows. */
static ARCH_COLD void copy_askew(struct arch_place dst, struct arch_place src,
				 size_t n)
{
	uint64_t room[ROOM / PAIR];

	while (n > 0) {
		size_t part = sizeof(room) - (src.offset & (PAIR - 1));

		part = part < n ? part : n;
		arch_get(room, src.rank, src.window, src.offset, part);
		arch_put(dst.rank, dst.window, dst.offset, room, part);
		src.offset += part;
		dst.offset += part;
		n -= part;
	}
}

uintptr_t __attribute__((noinline)) epi_address(struct arch_place place)
{
	return place.window == ARCH_PRIVATE
		       ? place.offset
		       : (uintptr_t)at(epi.base[place.rank], place.offset);
}

/* Ends may be private, for arch_copy_start. */
void arch_copy(struct arch_place dst, struct arch_place src, size_t n)
{
	bool put = dst.window != ARCH_PRIVATE;

	if (((dst.offset ^ src.offset) & 3) && put &&
	    src.window != ARCH_PRIVATE) {
		copy_askew(dst, src, n);
		return;
	}
	if (n > 0) {
		copy(epi_address(dst), epi_address(src), n, put);
	}
	if (put) {
		epi_wrote(dst.rank, epi.base[dst.rank]);
	}
}

/* Same target, so the word is there before whoever waits for it looks. */
void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t base = epi.base[rank];

	*at(base, offset) = value;
	epi_latch(base, BOARD_I_WAKE);
	epi_wrote(rank, base);
}

void arch_flag_tell(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t base = epi.base[rank];

	*at(base, offset) = value;
	epi_latch(base, BOARD_I_WAKE);
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	while (--n > 0) {
		*at(epi.base[rank], offset + (n << 2)) = words[n];
	}
	arch_flag_write(rank, offset, words[0]);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	return *at(epi.base[rank], offset);
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	const volatile word_t *from = at(epi.base[rank], offset);

	while (n-- > 0) {
		*words++ = *from++;
	}
}

/*
 * What the wake interrupt and the alarm are for: look with GID set, then idle.  An
 * alarm that has run out before was for arch_timer_set, and there is none for this
 * deadline.
 */
static bool idle_until(const volatile uint32_t *word, uint32_t value,
		       uint64_t deadline)
{
	for (;;) {
		if (deadline != ARCH_NEVER) {
			epi_alarm(deadline);
		}
		epi_gid();
		if ((int32_t)(*word - value) >= 0) {
			return true;
		}
		if (deadline != ARCH_NEVER && !epi_left(deadline)) {
			return false;
		}
		if (deadline != ARCH_NEVER && !EPI_GET(ctimer1)) {
			epi_gie();
			continue;
		}
		epi_idle();
	}
}

enum arch_result epi_await(const volatile uint32_t *word, uint32_t value,
			   uint64_t deadline)
{
	bool come;

	EPI_UNMASK(BOARD_WAKE);
	come = idle_until(word, value, deadline);
	epi_gie();
	EPI_REMASK(BOARD_WAKE);
	if (deadline != ARCH_NEVER) {
		epi_alarm(ARCH_NEVER);
	}
	return come ? ARCH_OK : ARCH_TIMEOUT;
}

enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline)
{
	(void)deadline;
	return epi_soon(at(epi.base[rank], offset), value) ? ARCH_OK
							   : ARCH_TIMEOUT;
}

enum arch_result arch_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	return epi_await(at(0, offset), value, deadline);
}

/*
 * By its global address, the own one too.  TESTSET overtakes stores as a load
 * does: one that follows my own clearing may find the word set still, as if
 * somebody held it, and is tried again.
 */
bool arch_tas(uint32_t rank)
{
	uint32_t base = epi.base[rank];
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
	uint32_t base = epi.base[rank];

	*(volatile uint32_t *)(base + (uintptr_t)&epi_shared.lock) = 0;
	epi_wrote(rank, base);
}
