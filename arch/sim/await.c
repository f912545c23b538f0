/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for a word: look, and if it is not there yet, block in the engine
 * until its line is written.  The engine charges the polling that a chip does
 * meanwhile; there are no poll events.  Also the time scale of deadlines.
 */
#include "arch/look.h"
#include "arch/sim/port.h"
#include "arch/worked.h"

#ifdef ARCH_LINKS
#include "arch/common/far/chip/door.h"
#endif

enum {
	READS_AT_ONCE = 8, /* of a clock that stands */
	LOOP = 16,         /* cycles that a loop around a read would take */
};

/*
 * Where software is free nothing else takes time in a loop that waits for the clock: who
 * reads it again and again lets the time of such a loop pass.  Who measures what takes
 * longer, or reads a few times, sees nothing of that.
 */
static SIM_UNCHARGED void not_stand(uint64_t cycles)
{
	static uint64_t last;
	static uint32_t again;

	again = cycles - last <= LOOP ? again + 1 : 0;
	last = cycles;
	if (again >= READS_AT_ONCE) {
		sim_charge(SIM_PS_PER_US / sim_host->core_mhz * LOOP);
	}
}

SIM_UNCHARGED uint64_t arch_cycles(void)
{
	uint64_t us = sim_cpu.clock / SIM_PS_PER_US;
	uint64_t rest = sim_cpu.clock % SIM_PS_PER_US;
	uint64_t cycles = us * sim_host->core_mhz +
			  rest * sim_host->core_mhz / SIM_PS_PER_US;

	sim_run(sim_host->costs.call);
	if (sim_cpu.unit_time == 0) {
		not_stand(cycles);
	}
	return cycles;
}

#if ARCH_WORKED
SIM_UNCHARGED uint64_t arch_worked(void)
{
	uint64_t time = sim_cpu.units * sim_cpu.unit_time + sim_cpu.registers;

	return time / SIM_PS_PER_US * sim_host->core_mhz +
	       time % SIM_PS_PER_US * sim_host->core_mhz / SIM_PS_PER_US;
}
#endif

SIM_UNCHARGED uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * sim_host->core_mhz;
}

/* The first moment at which arch_cycles() has reached `cycles`. */
SIM_UNCHARGED uint64_t sim_moment(uint64_t cycles)
{
	uint64_t mhz = sim_host->core_mhz;

	if (cycles / mhz >= SIM_NEVER / SIM_PS_PER_US) {
		return SIM_NEVER;
	}
	return cycles / mhz * SIM_PS_PER_US +
	       (cycles % mhz * SIM_PS_PER_US + mhz - 1) / mhz;
}

#ifdef ARCH_LINKS
SIM_UNCHARGED void sim_look_at_link(void)
{
	if (sim_cpu.masked && sim_cpu.irq_next <= sim_cpu.clock &&
	    sim_host->link_take()) {
		far_door_turn();
	}
}
#endif

static SIM_UNCHARGED enum arch_result look_until(struct sim_await *what)
{
	for (;;) {
		FENCE(sim_await_acquire, sim_host->invalidate()); /* (e) */
		sim_host->read_flags(what->rank, what->offset, &what->seen, 1);
		if ((int32_t)(what->seen - what->value) >= 0) {
			sim_charge(sim_host->costs.flag_wait);
			return ARCH_OK;
		}
		if (sim_cpu.clock >= what->deadline) {
			return ARCH_TIMEOUT;
		}
		sim_host->await(what);
		sim_look_at_link();
	}
}

enum arch_result SIM_UNCHARGED arch_await(const struct arch_word *word,
					  uint64_t deadline)
{
	struct sim_await what = {
		.rank = sim_at(word->rank),
		.offset = word->offset,
		.value = word->value,
		.deadline = sim_moment(deadline),
	};

	if (sim_far(word->rank)) {
		return far_await(word, deadline);
	}
	sim_run(sim_host->costs.await);
	if (sim_host->foresee) {
		sim_host->foresee(&what);
	}
	return look_until(&what);
}

/* Until when a look goes on.  The chip's port counts looks. */
static SIM_UNCHARGED uint64_t brief(uint64_t deadline)
{
	uint64_t end = sim_cpu.clock + SIM_BRIEF_NS * (uint64_t)1000;
	uint64_t then = sim_moment(deadline);

	return end < then ? end : then;
}

/*
 * The explorer of schedules has no looks: they only save time, and would be
 * nothing but more schedules.
 */
#if !ARCH_LOOK_INLINE
bool SIM_UNCHARGED arch_look(uint32_t rank, uint32_t offset, uint32_t value,
			     uint64_t deadline)
{
	struct sim_await what = {
		.rank = sim_at(rank),
		.offset = offset,
		.value = value,
		.deadline = brief(deadline),
		.brief = true,
	};

	if (sim_far(rank)) {
		return (int32_t)(far_flag_read(rank, offset) - value) >= 0;
	}
	sim_run(sim_host->costs.await);
	return !sim_host->foresee && look_until(&what) == ARCH_OK;
}
#else
bool SIM_UNCHARGED sim_soon(uint32_t offset, uint32_t value)
{
	struct sim_await what = {
		.rank = sim_at(sim_host->rank),
		.offset = offset,
		.value = value,
		.deadline = brief(ARCH_NEVER),
		.brief = true,
	};

	sim_run(sim_host->costs.soon);
	return !sim_host->foresee && look_until(&what) == ARCH_OK;
}
#endif

#if ARCH_LOOK_ALL
/* Of n words from offset on, how many are in the first one's line. */
static SIM_UNCHARGED uint32_t in_line(uint32_t offset, uint32_t n)
{
	uint32_t left = (ARCH_LINE - (offset & (ARCH_LINE - 1))) / 4;

	return n < left ? n : left;
}

/* A line is read as a whole, and its words are looked at one after another. */
bool SIM_UNCHARGED arch_look_all(uint32_t rank, uint32_t offset, uint32_t n,
				 uint32_t value, uint64_t deadline)
{
	struct sim_await what = {
		.rank = sim_at(rank),
		.value = value,
		.deadline = brief(deadline),
		.brief = true,
	};
	uint32_t end = offset + 4 * n;

	if (sim_far(rank)) {
		return n == 0; /* each of them is waited for */
	}
	sim_run(sim_host->costs.await_all);
	if (sim_host->foresee) {
		return n == 0;
	}
	FENCE(sim_await_all_acquire, sim_host->invalidate()); /* (e) */
	while (offset != end) {
		uint32_t words[ARCH_LINE / 4], i = 0;
		uint32_t have = in_line(offset, (end - offset) / 4);

		sim_host->read_flags(sim_at(rank), offset, words, have);
		while (i < have && (int32_t)(words[i] - value) >= 0) {
			i++;
		}
		sim_run(i * sim_host->costs.await_each);
		offset += 4 * i;
		if (i == have) {
			sim_charge(sim_host->costs.flag_wait);
			continue;
		}
		if (sim_cpu.clock >= what.deadline) {
			return false;
		}
		what.offset = offset;
		what.seen = words[i];
		sim_host->await(&what);
		FENCE(sim_await_all_acquire, sim_host->invalidate()); /* (e) */
	}
	return true;
}
#endif

SIM_UNCHARGED void arch_timer_set(uint64_t deadline)
{
	sim_host->timer(sim_moment(deadline));
}
