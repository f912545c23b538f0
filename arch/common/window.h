/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows that every core reaches by loads and stores: copies and flags, as
 * arch/inline.h names them.
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
 * Accesses of one call to private memory need none of it: a core sees its own
 * in order.
 */
#ifndef WEFT_ARCH_COMMON_WINDOW_H
#define WEFT_ARCH_COMMON_WINDOW_H

#include "arch/common/port.h"

#include <board.h>
#include <window_ops.h>

#include "arch/fence.h"

#ifndef BOARD_FAR
#define BOARD_FAR(rank) false
#endif
#ifndef BOARD_FAR_NEWS
#define BOARD_FAR_NEWS() 0u
#endif
#ifndef BOARD_FLAG_LOOK
#define BOARD_FLAG_LOOK() ((void)0)
#endif

/*
 * Bytes that this core has copied to and from windows, for whoever watches (tools/live_cores.py).
 * They wrap.  An interrupt may cost some, but not where <board.h> adds in a way of its own.
 */
#ifdef BOARD_COUNTS
extern uintptr_t port_moved;
#ifndef BOARD_MOVED
#define BOARD_MOVED(n) (port_moved += (n))
#endif
#else
#define BOARD_MOVED(n) ((void)0)
#endif

enum {
	WINDOW_WORD = sizeof(uint32_t)
};

/* Of an aligned word, or a byte of one.  <window_ops.h> may have its own. */
#ifndef window_load
static inline uint32_t window_load(uintptr_t word)
{
	return *(const volatile uint32_t *)word;
}
#endif

#ifndef window_store
static inline void window_store(uintptr_t word, uint32_t value)
{
	*(volatile uint32_t *)word = value;
}
#endif

#ifndef window_store_byte
static inline void window_store_byte(uintptr_t at, uint8_t byte)
{
	*(volatile uint8_t *)at = byte;
}
#endif

#ifndef window_place
static inline volatile uint8_t *window_place(uint32_t rank, uint32_t offset)
{
	return window_of(rank) + offset;
}
#endif

static inline volatile uint32_t *window_word(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)(window_of(rank) + offset);
}

/*
 * window.c: copy so that every aligned word of the window at `window_at` (one
 * of the two addresses) is moved at once, as ARCH_ATOM promises; more than a
 * word is where a chip gathers words in lines.
 */
void window_copy_any(volatile uint8_t *to, const volatile uint8_t *from,
		     size_t n, uintptr_t window_at);
void window_far_words(uint32_t rank, uint32_t offset, uint32_t first,
		      uint32_t second, const uint32_t *words, uint32_t n);

/* The same, where most copies are of whole words that lie on words. */
static inline void window_copy(volatile uint8_t *to,
			       const volatile uint8_t *from, size_t n,
			       uintptr_t window_at)
{
	BOARD_MOVED(n);
	if (((window_at | n) & (WINDOW_WORD - 1)) == 0) {
		window_copy_words(&to, &from, n / WINDOW_WORD);
	} else {
		window_copy_any(to, from, n, window_at);
	}
}

/* If the caller knows that the place is aligned, that is not looked at. */
static inline void window_put(uint32_t rank, uint32_t offset, const void *src,
			      size_t n, bool aligned)
{
	if (BOARD_FAR(rank)) {
		far_put(rank, offset, src, n);
		return;
	}
	volatile uint8_t *to = window_place(rank, offset);
	FENCE(window_put, order_writes()); /* (a) */
	window_copy(to, src, n, aligned ? 0 : (uintptr_t)to);
}

static inline void arch_inline_put(uint32_t rank, uint32_t window,
				   uint32_t offset, const void *src, size_t n)
{
	(void)window;
	window_put(rank, offset, src, n, false);
}

#define arch_inline_put_aligned(rank, offset, src, words)                      \
	window_put(rank, offset, src, (words)*WINDOW_WORD, true)

/* A core's window 0: where it lies is looked up once for several calls. */
struct arch_reach {
	uint32_t rank;
	uintptr_t base; /* if it is not far */
};

static inline struct arch_reach arch_inline_reach(uint32_t rank)
{
	struct arch_reach reach = {rank, 0};

	if (!BOARD_FAR(rank)) {
		reach.base = (uintptr_t)window_of(rank);
	}
	return reach;
}

static inline void arch_inline_put_byte(struct arch_reach to, uint32_t offset,
					uint8_t byte)
{
	if (BOARD_FAR(to.rank)) {
		far_put(to.rank, offset, &byte, 1);
		return;
	}
	FENCE(window_put_byte, order_writes()); /* (a) */
	window_store_byte(to.base + offset, byte);
}

static inline void window_get(void *dst, uint32_t rank, uint32_t offset,
			      size_t n, bool aligned)
{
	if (BOARD_FAR(rank)) {
		far_get(dst, rank, offset, n);
		return;
	}
	const volatile uint8_t *from = window_place(rank, offset);
	window_copy(dst, from, n, aligned ? 0 : (uintptr_t)from);
	FENCE(window_get, order_fetched()); /* the data are there */
}

static inline void arch_inline_get(void *dst, uint32_t rank, uint32_t window,
				   uint32_t offset, size_t n)
{
	(void)window;
	window_get(dst, rank, offset, n, false);
}

#define arch_inline_get_aligned(dst, rank, offset, words)                      \
	window_get(dst, rank, offset, (words)*WINDOW_WORD, true)

/* Each store waits for the load whose data it writes: nothing for those. */
static inline void arch_inline_copy(struct arch_addr dst, struct arch_addr src,
				    size_t n)
{
	if (BOARD_FAR(dst.rank) || BOARD_FAR(src.rank)) {
		far_copy(dst, src, n);
		return;
	}
	volatile uint8_t *to = window_place(dst.rank, dst.offset);
	FENCE(window_copy, order_writes()); /* (a) */
	window_copy(to, window_place(src.rank, src.offset), n, (uintptr_t)to);
}

static inline void arch_inline_wake(struct arch_reach to, uint32_t offset)
{
	if (BOARD_WAKES && !BOARD_FAR(to.rank)) {
		vehicle_wake(to.rank, (volatile uint32_t *)(to.base + offset));
	}
}

static inline void arch_inline_flag_unheard(struct arch_reach to,
					    uint32_t offset, uint32_t value)
{
	if (BOARD_FAR(to.rank)) {
		far_flags_write(to.rank, offset, &value, 1);
		return;
	}
	FENCE(window_flag_write, order_writes()); /* (a), (b) */
	window_store(to.base + offset, value);
	FENCE(window_flag_out, order_flush()); /* (b) */
}

static inline void arch_inline_flag_to(struct arch_reach to, uint32_t offset,
				       uint32_t value)
{
	arch_inline_flag_unheard(to, offset, value);
	arch_inline_wake(to, offset);
}

static inline void arch_inline_flag_write(uint32_t rank, uint32_t offset,
					  uint32_t value)
{
	arch_inline_flag_to(arch_inline_reach(rank), offset, value);
}

static inline void arch_inline_get_words(uint32_t *words, struct arch_reach at,
					 uint32_t offset, uint32_t n)
{
	if (BOARD_FAR(at.rank)) {
		far_get(words, at.rank, offset, n * sizeof(*words));
		return;
	}
	at.base += offset;
	/* So few that are known here need no loop; others unrolled would be long. */
	if (__builtin_constant_p(n) && n <= 4) {
#pragma GCC unroll 4
		for (uint32_t i = 0; i < n; i++) {
			words[i] = window_load(at.base + i * WINDOW_WORD);
		}
	} else {
		for (uint32_t i = 0; i < n; i++) {
			words[i] = window_load(at.base + i * WINDOW_WORD);
		}
	}
	FENCE(window_words_get, order_fetched()); /* the data are there */
}

static inline void arch_inline_put_words(struct arch_reach at, uint32_t offset,
					 uint32_t first, uint32_t second,
					 const uint32_t *words, uint32_t n)
{
	if (BOARD_FAR(at.rank)) {
		window_far_words(at.rank, offset, first, second, words, n);
		return;
	}
	at.base += offset;
	FENCE(window_words_write, order_writes()); /* (a), (b) */
	window_store(at.base + WINDOW_WORD, second);
	for (; n > 0; n--) {
		window_store(at.base + (1 + n) * WINDOW_WORD, words[n - 1]);
	}
	FENCE(window_words_first, order_writes()); /* (b) */
	window_store(at.base, first);
	FENCE(window_words_out, order_flush()); /* (b) */
}

static inline uint32_t arch_inline_flag_at(struct arch_reach at,
					   uint32_t offset)
{
	uint32_t value;

	if (BOARD_FAR(at.rank)) {
		return far_flag_read(at.rank, offset);
	}
	BOARD_FLAG_LOOK();
	FENCE(window_flag_fresh, order_refresh()); /* (e) */
	value = window_load(at.base + offset);
	FENCE(window_flag_read, order_reads()); /* (e) */
	return value;
}

static inline uint32_t arch_inline_flag_read(uint32_t rank, uint32_t offset)
{
	return arch_inline_flag_at(arch_inline_reach(rank), offset);
}

static inline bool arch_inline_came(uint32_t offset, uint32_t value)
{
	return (int32_t)(arch_inline_flag_read(arch_rank(), offset) - value) >=
	       0;
}

static inline void arch_inline_quiet(void)
{
	FENCE(window_quiet_out, order_flush()); /* (d) */
	FENCE(window_quiet, order_quiet());     /* (d) */
}

static inline void arch_inline_settle(uint32_t rank)
{
	if (BOARD_FAR(rank)) {
		far_settle(rank);
	}
	FENCE(window_settle_out, order_flush());     /* (g) */
	FENCE(window_settle, order_settle());        /* (g) */
	FENCE(window_settle_fresh, order_refresh()); /* (g) */
}

/* Taking is an acquire: it pairs with arch_quiet before arch_tas_clear. */
static inline bool arch_inline_tas(uint32_t rank)
{
	bool taken = BOARD_FAR(rank) ? far_tas(rank) : window_take(rank);

	FENCE(window_tas_fresh, order_refresh());
	FENCE(window_tas, order_fetched());
	return taken;
}

/* The holder's arch_quiet has ended all that came before. */
static inline void arch_inline_tas_clear(uint32_t rank)
{
	cpu_barrier();
	if (BOARD_FAR(rank)) {
		far_tas_clear(rank);
	} else {
		window_free(rank);
	}
}

static inline void arch_inline_acquire(void)
{
	FENCE(window_acquire_fresh, order_refresh()); /* (e) */
	FENCE(window_acquire, order_fetched());       /* (e) */
}

#endif
