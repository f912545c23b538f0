/* SPDX-License-Identifier: Apache-2.0 */
/*
 * To wait is to halt, or dozens of vCPUs would take the host from the one that
 * is waited for.
 *
 * No lost wake-up: the waiter announces the word it awaits, and looks once
 * more before it halts; the writer writes the word, then looks for the
 * announcement.  order_settle() lies between the two on both sides, so one of
 * them sees the other.  From the look to the halt interrupts are masked, and one
 * that is pending ends the halt.
 *
 * A core announces in its own entry of `waiting`.  Who awaits a word of another
 * core's window also counts itself in that core's `watchers`: the writer reads the
 * entry of the core that it writes to and, only if the count is not 0, those of
 * all cores.  Each wait takes back what it has announced.  Who awaits one of several words
 * (arch_await_any) announces ANY, and is woken for whatever is written to a window that
 * it watches.
 */
#include "arch/common/window.h"
#include "arch/switch.h"

enum {
	PAUSE_TURNS = 16,
	RELAX_TURNS = 4,
	RELAX_MOST_US = 50,
};

#define ANY UINT32_MAX /* no word has that number */

/*
 * Lets the other cores run where QEMU runs one at a time (-icount).  So often
 * that a wait which is brief on a chip is brief here, and the instructions of
 * waits that last are not counted for those that do not.
 */
VEHICLE_TEXT void vehicle_pause(volatile uint32_t *word, uint32_t value)
{
	for (uint32_t i = 0; i < PAUSE_TURNS && (int32_t)(*word - value) < 0;
	     i++) {
		cpu_relax();
	}
}

/* A core of this chip, as struct vehicle counts them. */
static inline uint32_t here(uint32_t rank)
{
	return rank - port_first;
}

/* A word's number in `waiting`, where 0 is none; a window is below 16 MB. */
static inline uint32_t number_of(uint32_t core, uint32_t offset)
{
	return (core << 24 | offset) + 1;
}

/* I watch that window, or do not any more.  It is another core's. */
static inline void watch(uint32_t core, uint16_t more)
{
	if (ARCH_REMOTE_AWAIT && core != port_rank) {
		__atomic_fetch_add(&VEHICLE->watchers[core], more,
				   __ATOMIC_RELAXED);
	}
}

/*
 * One halt at most; the caller looks again.  The yield comes first because with
 * -icount most words arrive meanwhile, and a 48-core barrier takes a twelfth of
 * the time.
 */
VEHICLE_TEXT void vehicle_wait(volatile uint32_t *word, uint32_t rank,
			       uint32_t offset, uint32_t value,
			       uint64_t deadline)
{
	uint32_t state;

	cpu_relax();
	if ((int32_t)(*word - value) >= 0) {
		return;
	}
	state = vehicle_mask();
	VEHICLE->waiting[port_rank] = number_of(here(rank), offset);
	watch(here(rank), 1);
	order_settle();
	if ((int32_t)(*word - value) < 0) {
		vehicle_halt(deadline, vehicle_is_open(state));
	}
	watch(here(rank), (uint16_t)-1);
	VEHICLE->waiting[port_rank] = 0;
	vehicle_unmask(state);
}

static inline bool is_for(uint32_t waiting, uint32_t number)
{
	return waiting == number || waiting == ANY;
}

static VEHICLE_TEXT void wake_watchers(uint32_t owner, uint32_t number)
{
	for (uint32_t core = 0; core < port_count; core++) {
		if (is_for(VEHICLE->waiting[core], number) && core != owner) {
			vehicle_kick(core);
		}
	}
}

VEHICLE_TEXT VEHICLE_CALL void vehicle_wake(uint32_t rank,
					    volatile uint32_t *word)
{
	uint32_t core = here(rank);
	uint32_t number = number_of(
		core, (uint32_t)((volatile uint8_t *)word - window_of(rank)));

	order_settle();
	if (is_for(VEHICLE->waiting[core], number) && core != port_rank) {
		vehicle_kick(core);
	}
	if (ARCH_REMOTE_AWAIT && VEHICLE->watchers[core] > 0) {
		wake_watchers(core, number);
	}
}

static VEHICLE_TEXT bool any_reached(const struct arch_words *words)
{
	for (; words; words = words->next) {
		const struct arch_word *word = words->word;

		if (!BOARD_FAR(word->rank) &&
		    (int32_t)(arch_flag_read(word->rank, word->offset) -
			      word->value) >= 0) {
			return true;
		}
	}
	return false;
}

static VEHICLE_TEXT void watch_all(const struct arch_words *words,
				   uint16_t more)
{
	for (; words; words = words->next) {
		if (!BOARD_FAR(words->word->rank)) {
			watch(here(words->word->rank), more);
		}
	}
}

/*
 * Of words of other chips there is news, a word of this core's own window.  Asking for it
 * may wait, so it comes before this core says what it waits for.
 */
static VEHICLE_TEXT void tell_far(const struct arch_words *words, bool on)
{
	for (; words; words = words->next) {
		if (BOARD_FAR(words->word->rank)) {
			far_watch(words->word, on);
		}
	}
}

ARCH_CALL VEHICLE_TEXT void arch_await_any(const struct arch_words *words,
					   uint64_t deadline)
{
	uint32_t state = vehicle_mask(), seen = BOARD_FAR_NEWS();

	tell_far(words, true);
	VEHICLE->waiting[port_rank] = ANY;
	watch_all(words, 1);
	order_settle();
	if (!any_reached(words) && BOARD_FAR_NEWS() == seen) {
		vehicle_halt(deadline, true);
	}
	watch_all(words, (uint16_t)-1);
	VEHICLE->waiting[port_rank] = 0;
	tell_far(words, false);
	vehicle_unmask(state);
}

/* The first attempts only yield, for a holder that runs; then halt for a while. */
ARCH_CALL VEHICLE_TEXT void arch_relax(uint32_t attempt)
{
	uint32_t us = attempt < RELAX_MOST_US ? attempt : RELAX_MOST_US;
	uint32_t state;

	if (attempt < RELAX_TURNS) {
		cpu_relax();
		return;
	}
	state = vehicle_mask();
	vehicle_halt(arch_cycles() + arch_cycles_in_us(us),
		     vehicle_is_open(state));
	vehicle_unmask(state);
}
