/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for words of windows, by the steps that window.h explains.  Most words
 * that are waited for are there: that path is kept short.
 */
#include "arch/common/window.h"
#include "arch/look.h"

static inline bool reached(volatile uint32_t *word, uint32_t value)
{
	return (int32_t)(window_load((uintptr_t)word) - value) >= 0;
}

static inline bool too_late(uint64_t deadline)
{
	return deadline != ARCH_NEVER && arch_cycles() >= deadline;
}

ARCH_CALL enum arch_result arch_await(const struct arch_word *what,
				      uint64_t deadline)
{
	volatile uint32_t *word;
	uint32_t value = what->value;

	if (BOARD_FAR(what->rank)) {
		return far_await(what, deadline);
	}
	word = window_word(what->rank, what->offset);
	for (;;) {
		FENCE(await_fresh, order_refresh()); /* (e) */
		if (reached(word, value)) {
			break;
		}
		if (too_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		vehicle_wait(word, what->rank, what->offset, value, deadline);
	}
	FENCE(await, order_reads()); /* (e) */
	return ARCH_OK;
}

/* Polling is time, not work: counts of instructions leave it out. */
static VEHICLE_TEXT bool look_again(volatile uint32_t *word, uint32_t value,
				    uint64_t deadline)
{
	for (uint32_t looks = 1; looks < BOARD_BRIEF_LOOKS; looks++) {
		if (too_late(deadline)) {
			return false;
		}
		vehicle_pause(word, value);
		FENCE(await_again_fresh, order_refresh()); /* (e) */
		if (reached(word, value)) {
			FENCE(await_again, order_reads()); /* (e) */
			return true;
		}
	}
	return false;
}

ARCH_CALL bool arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			 uint64_t deadline)
{
	volatile uint32_t *word;

	if (BOARD_FAR(rank)) {
		return (int32_t)(far_flag_read(rank, offset) - value) >= 0;
	}
	word = window_word(rank, offset);
	FENCE(await_briefly_fresh, order_refresh()); /* (e) */
	if (reached(word, value)) {
		FENCE(await_briefly, order_reads()); /* (e) */
		return true;
	}
	return look_again(word, value, deadline);
}

/*
 * Where windows are cached, a look brings in a line, and the words after its first
 * come from there.
 */
ARCH_CALL bool arch_look_all(uint32_t rank, uint32_t offset, uint32_t n,
			     uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word, *last;

	if (BOARD_FAR(rank)) {
		return n == 0; /* each of them is waited for */
	}
	word = window_word(rank, offset);
	last = word + n - 1;
	FENCE(await_all_fresh, order_refresh()); /* (e) */
	for (;;) {
		/* Mostly they are there: by twos, which takes fewer steps. */
		while (word < last && reached(word, value) &&
		       reached(word + 1, value)) {
			word += 2;
		}
		if (word > last) {
			break;
		}
		if (!reached(word, value) &&
		    !look_again(word, value, deadline)) {
			return false;
		}
		word++;
	}
	FENCE(await_all, order_reads()); /* (e) */
	return true;
}
