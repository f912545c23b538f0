/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows: copies, flags, test-and-set.
 *
 * Rules (a), (b) and (e) are the chip's own: stores of one core to one core
 * arrive in order, and nothing is cached.  A load may overtake a store, also
 * to the same core; what that breaks is mended in order.c.
 */
#include <board.h>

#include "arch/brief.h"

enum {
	UNSEEN = 1,
	CLEARED = 2, /* among it, a test-and-set word */
	PAIR = 8,
	QUAD = 4 * PAIR,
};

typedef uint32_t __attribute__((may_alias)) word_t;
typedef uint64_t __attribute__((may_alias)) pair_t;

/* Words at any address; the compiler takes them apart. */
struct __attribute__((packed, may_alias)) any_word {
	uint32_t word;
};

uint8_t epi_window[BOARD_WINDOW_BYTES]
	__attribute__((section(".window"), aligned(PAIR)));
volatile struct epi_shared epi_shared __attribute__((section(".shared")));

union epi_bytes epi_unseen;

static uintptr_t place(uint32_t rank, uint32_t offset)
{
	return epi_at(rank, epi_window) + offset;
}

/* One store each, as long as source and target agree. */
static size_t copy_pairs(uintptr_t *to, uintptr_t *from, size_t n)
{
	volatile pair_t *t = (volatile pair_t *)*to;
	const volatile pair_t *f = (const volatile pair_t *)*from;

	for (; n >= QUAD; n -= QUAD, t += 4, f += 4) {
		uint64_t a = f[0], b = f[1], c = f[2], d = f[3];

		t[0] = a;
		t[1] = b;
		t[2] = c;
		t[3] = d;
	}
	for (; n >= PAIR; n -= PAIR) {
		*t++ = *f++;
	}
	*to = (uintptr_t)t;
	*from = (uintptr_t)f;
	return n;
}

static void copy_bytes(uintptr_t to, uintptr_t from, size_t n)
{
	volatile uint8_t *t = (volatile uint8_t *)to;
	const volatile uint8_t *f = (const volatile uint8_t *)from;

	while (n-- > 0) {
		*t++ = *f++;
	}
}

/*
 * Aligned words of the window, at `to` (a put) or at `from` (a get), are moved
 * at once: that is what ARCH_ATOM promises.
 */
static void copy(uintptr_t to, uintptr_t from, size_t n, bool put)
{
	size_t head = -(put ? to : from) & (PAIR - 1);

	head = head < n ? head : n;
	if ((head & 3) == 0 && ((to | from) & 3) == 0 && head) {
		*(volatile word_t *)to = *(const volatile word_t *)from;
	} else {
		copy_bytes(to, from, head);
	}
	to += head;
	from += head;
	n -= head;
	if (((to | from) & (PAIR - 1)) == 0) {
		n = copy_pairs(&to, &from, n);
	}
	for (; n >= ARCH_ATOM; n -= ARCH_ATOM) {
		if (((to | from) & 3) == 0) {
			*(volatile word_t *)to = *(const volatile word_t *)from;
		} else if (put) {
			*(volatile word_t *)to =
				((const volatile struct any_word *)from)->word;
		} else {
			((volatile struct any_word *)to)->word =
				*(const volatile word_t *)from;
		}
		to += ARCH_ATOM;
		from += ARCH_ATOM;
	}
	copy_bytes(to, from, n);
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	(void)window;
	copy(place(rank, offset), (uintptr_t)src, n, true);
	epi_unseen.of[rank] |= UNSEEN;
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)window;
	copy((uintptr_t)dst, place(rank, offset), n, false);
}

/* Two windows: their alignment may differ, and words are moved at once in both. */
void arch_copy(struct arch_place dst, struct arch_place src, size_t n)
{
	uint64_t room[QUAD / PAIR];

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

/* Same target, so the word is there before whoever waits for it looks. */
static void wrote_flag(uint32_t rank)
{
	if (rank != epi_rank) {
		epi_latch(rank, BOARD_I_WAKE);
		epi_unseen.of[rank] |= UNSEEN;
	}
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	*(volatile word_t *)place(rank, offset) = value;
	wrote_flag(rank);
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	volatile word_t *to = (volatile word_t *)place(rank, offset);

	while (n-- > 0) {
		to[n] = words[n];
	}
	wrote_flag(rank);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	return *(const volatile word_t *)place(rank, offset);
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	const volatile word_t *from =
		(const volatile word_t *)place(rank, offset);

	for (uint32_t i = 0; i < n; i++) {
		words[i] = from[i];
	}
}

enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline)
{
	(void)deadline;
	return (int32_t)(arch_flag_read(rank, offset) - value) >= 0
		       ? ARCH_OK
		       : ARCH_TIMEOUT;
}

/* Look with GID set, then idle: what comes after the look ends the idle. */
enum arch_result arch_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	const volatile word_t *word =
		(const volatile word_t *)(epi_window + offset);
	enum arch_result result = ARCH_OK;

	while ((int32_t)(*word - value) < 0) {
		if (deadline != ARCH_NEVER) {
			epi_alarm(deadline);
		}
		epi_gid();
		if ((int32_t)(*word - value) >= 0) {
			epi_gie();
			break;
		}
		if (deadline != ARCH_NEVER && arch_cycles() >= deadline) {
			epi_gie();
			result = ARCH_TIMEOUT;
			break;
		}
		epi_idle();
	}
	if (deadline != ARCH_NEVER) {
		epi_alarm(ARCH_NEVER);
	}
	return result;
}

/*
 * By its global address, the own one too.  TESTSET overtakes stores as a load
 * does, so one that follows my own clearing waits for that to land.
 */
bool arch_tas(uint32_t rank)
{
	uintptr_t base = epi_base[rank];
	uint32_t value = 1, zero = 0;

	if (epi_unseen.of[rank] & CLEARED) {
		arch_settle(rank);
	}
	base = base ? base : EPI_GET(coreid) << 20;
	__asm__ volatile("testset %0, [%1, %2]"
			 : "+r"(value)
			 : "r"(base + (uintptr_t)&epi_shared.lock), "r"(zero)
			 : "memory");
	return value == 0;
}

void arch_tas_clear(uint32_t rank)
{
	*(volatile uint32_t *)epi_at(rank, &epi_shared.lock) = 0;
	epi_unseen.of[rank] |= UNSEEN | CLEARED;
}
