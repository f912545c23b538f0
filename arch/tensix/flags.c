/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags and locks: words of windows that are written, read, waited for and taken.  Of
 * the own window by loads and stores, of the others by requests.
 */
#include "arch/look.h"
#include "arch/tensix/copy.h"
#include "arch/tensix/order.h"
#include "arch/tensix/stage.h"

enum {
	LOOKS = 64, /* of arch_look: about what a flag there and back takes */
};

static volatile uint32_t *word_at(uint32_t at)
{
	return (volatile uint32_t *)(uintptr_t)at;
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	uint32_t to = tensix_in_window(offset);

	if (rank == tensix->rank) {
		*word_at(to) = value;
	} else if (BOARD_FAR(rank)) {
		far_flags_write(rank, offset, &value, 1);
	} else {
		stage_word(rank, to, value);
	}
}

/* How many words from here on lie in one unit, which is written and read at once. */
static uint32_t in_unit(uint32_t at, uint32_t n)
{
	uint32_t room = (STAGE_UNIT - (at & (STAGE_UNIT - 1))) >> 2;

	return n < room ? n : room;
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	uint32_t to = tensix_in_window(offset), first = in_unit(to, n), state;

	if (rank == tensix->rank) {
		while (n-- > 0) {
			word_at(to)[n] = words[n];
		}
		return;
	}
	if (BOARD_FAR(rank)) {
		far_flags_write(rank, offset, words, n);
		return;
	}
	state = tensix_close();
	if (n > first) {
		arch_put(rank, ARCH_WINDOW_MPB, offset + (first << 2),
			 words + first, (n - first) << 2);
	}
	order_before(rank);
	stage_put(rank, to, (uintptr_t)words, first << 2);
	tensix_open(state);
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t at = tensix_in_window(offset), value, state;

	if (BOARD_FAR(rank)) {
		return far_flag_read(rank, offset);
	}
	BOARD_LINK_LOOK(false);
	state = tensix_close();
	if (rank == tensix->rank) {
		FENCE(tensix_flag_read, tensix_refresh()); /* (e) */
	} else {
		at = (uint32_t)stage_get(rank, at, sizeof(value));
	}
	value = *word_at(at);
	tensix_use(value);
	tensix_open(state);
	return value;
}

/* The first unit first, by itself; its words are of one moment. */
void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	uint32_t from = tensix_in_window(offset), first = in_unit(from, n);
	uint32_t state;

	if (BOARD_FAR(rank)) {
		far_get(words, rank, offset, n << 2);
		return;
	}
	state = tensix_close(); /* as in reached() */
	if (rank == tensix->rank) {
		words[0] = arch_flag_read(rank, offset);
		for (uint32_t i = 1; i < n; i++) {
			words[i] = word_at(from)[i];
		}
		tensix_open(state);
		return;
	}
	tensix_copy_out((uintptr_t)words, stage_get(rank, from, first << 2),
			first << 2);
	tensix_open(state);
	arch_get(words + first, rank, ARCH_WINDOW_MPB, offset + (first << 2),
		 (n - first) << 2);
}

/*
 * Closed, or a handler between the two could leave lines in the cache that are older
 * than the word.
 */
static inline bool reached(uint32_t at, uint32_t value)
{
	uint32_t state = tensix_close(), now;

	FENCE(tensix_await, tensix_refresh()); /* (e) */
	now = *word_at(at);
	tensix_use(now);
	tensix_open(state);
	return (int32_t)(now - value) >= 0;
}

bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
	       uint64_t deadline)
{
	uint32_t at = tensix_in_window(offset);

	if (BOARD_FAR(rank)) { /* else my own: ARCH_REMOTE_AWAIT */
		return (int32_t)(far_flag_read(rank, offset) - value) >= 0;
	}
	(void)deadline;
	for (uint32_t left = LOOKS; left > 0; left--) {
		if (reached(at, value)) {
			return true;
		}
	}
	return false;
}

/* The sign bit of the least difference; the loads of the others hide most of one's clocks. */
static inline int32_t eight(const volatile uint32_t *w, uint32_t value)
{
	uint32_t a = w[0], b = w[1], c = w[2], d = w[3];
	uint32_t e = w[4], f = w[5], g = w[6], h = w[7];

	__asm__("" /* all loads first */
		: "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g),
		  "+r"(h));
	return (int32_t)((a - value) | (b - value) | (c - value) | (d - value) |
			 (e - value) | (f - value) | (g - value) | (h - value));
}

bool arch_look_all(uint32_t rank, uint32_t offset, uint32_t n, uint32_t value,
		   uint64_t deadline)
{
	const volatile uint32_t *word = word_at(tensix_in_window(offset));
	uint32_t state;

	(void)deadline;
	if (BOARD_FAR(rank)) {
		return n == 0;
	}
	for (uint32_t left = LOOKS; left > 0; left--) {
		state = tensix_close();                   /* as in reached() */
		FENCE(tensix_look_all, tensix_refresh()); /* (e) */
		for (; n >= 8 && eight(word, value) >= 0; n -= 8) {
			word += 8;
		}
		if (n < 8) {
			for (; n > 0 && (int32_t)(*word - value) >= 0; n--) {
				word++;
			}
		}
		tensix_open(state);
		if (n == 0) {
			return true;
		}
	}
	return false;
}

enum arch_result arch_await(const struct arch_word *word, uint64_t deadline)
{
	uint32_t at = tensix_in_window(word->offset), value = word->value;
	bool never = (uint32_t)(deadline >> 32) == UINT32_MAX;

	if (BOARD_FAR(word->rank)) {
		return far_await(word, deadline);
	}
	while (!reached(at, value)) {
		if (!never && arch_cycles() >= deadline) {
			return ARCH_TIMEOUT;
		}
		BOARD_LINK_LOOK(true);
		tensix_poll();
	}
	return ARCH_OK;
}

static uint32_t lock_at(void)
{
	return (uint32_t)(uintptr_t)&tensix_shared.lock;
}

/*
 * Who finds 0 has taken it.  A failed try counts up, too, so the 2^32nd of them while one
 * core holds the lock would find 0 again; clearing begins anew (CAVEATS.md).  The own
 * tile's is tried so, too: nothing else is atomic.
 */
bool arch_tas(uint32_t rank)
{
	uint32_t state, was;

	if (BOARD_FAR(rank)) {
		return far_tas(rank);
	}
	state = tensix_close();
	order_before(rank); /* its clearing, if that was mine */
	was = niu_increment(tensix->tiles[rank], lock_at());
	tensix_open(state);
	return was == 0;
}

void arch_tas_clear(uint32_t rank)
{
	if (BOARD_FAR(rank)) {
		far_tas_clear(rank);
	} else if (rank == tensix->rank) {
		tensix_shared.lock = 0;
		tensix_landed(&tensix_shared.lock);
	} else {
		stage_word(rank, lock_at(), 0);
	}
}
