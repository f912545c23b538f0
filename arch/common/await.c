/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for words of windows, by the steps that window.c explains.  Most words
 * that are waited for are there: that path is kept short.
 */
#include "arch/common/port.h"

#include <board.h>
#include <window_ops.h>

#include "arch/brief.h"
#include "arch/fence.h"

static volatile uint32_t *word_of(uint32_t rank, uint32_t offset)
{
	return (volatile uint32_t *)(window_of(rank) + offset);
}

static inline bool reached(volatile uint32_t *word, uint32_t value)
{
	return (int32_t)(*word - value) >= 0;
}

static inline bool too_late(uint64_t deadline)
{
	return deadline != ARCH_NEVER && arch_cycles() >= deadline;
}

/* Inline in both: registers to save are most of what a word that is there costs. */
static inline __attribute__((always_inline)) enum arch_result
await(uint32_t rank, uint32_t offset, uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word = word_of(rank, offset);

	for (;;) {
		FENCE(await_fresh, order_refresh()); /* (e) */
		if (reached(word, value)) {
			break;
		}
		if (too_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		vehicle_wait(word, rank, offset, value, deadline);
	}
	FENCE(await, order_reads()); /* (e) */
	return ARCH_OK;
}

enum arch_result arch_await(uint32_t offset, uint32_t value, uint64_t deadline)
{
	return await(port_rank, offset, value, deadline);
}

#if ARCH_REMOTE_AWAIT
enum arch_result arch_await_at(uint32_t rank, uint32_t offset, uint32_t value,
			       uint64_t deadline)
{
	return await(rank, offset, value, deadline);
}
#endif

/* Polling is time, not work: counts of instructions leave it out. */
static VEHICLE_TEXT enum arch_result
look_again(volatile uint32_t *word, uint32_t value, uint64_t deadline)
{
	for (uint32_t looks = 1; looks < BOARD_BRIEF_LOOKS; looks++) {
		if (too_late(deadline)) {
			return ARCH_TIMEOUT;
		}
		vehicle_pause(word, value);
		FENCE(await_again_fresh, order_refresh()); /* (e) */
		if (reached(word, value)) {
			FENCE(await_again, order_reads()); /* (e) */
			return ARCH_OK;
		}
	}
	return ARCH_TIMEOUT;
}

enum arch_result arch_await_briefly(uint32_t rank, uint32_t offset,
				    uint32_t value, uint64_t deadline)
{
	volatile uint32_t *word = word_of(rank, offset);

	FENCE(await_briefly_fresh, order_refresh()); /* (e) */
	if (reached(word, value)) {
		FENCE(await_briefly, order_reads()); /* (e) */
		return ARCH_OK;
	}
	return look_again(word, value, deadline);
}

/*
 * Where windows are cached, a look brings in a line, and the words after its first
 * come from there.
 */
enum arch_result arch_await_all_briefly(uint32_t rank, uint32_t offset,
					uint32_t n, uint32_t value,
					uint64_t deadline)
{
	volatile uint32_t *word = word_of(rank, offset);
	volatile uint32_t *end = word + n;

	FENCE(await_all_fresh, order_refresh()); /* (e) */
	while (word != end) {
		if (reached(word, value)) {
			word++;
		} else if (look_again(word, value, deadline) != ARCH_OK) {
			return ARCH_TIMEOUT;
		}
	}
	FENCE(await_all, order_reads()); /* (e) */
	return ARCH_OK;
}
