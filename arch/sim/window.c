/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Windows, flags and their ordering, by the SCC's means: MPB lines are read
 * through L1 until CL1INVMB, and written through a combining buffer of one line
 * that leaves when another line is written or when it is flushed.  Rules (a) and
 * (b) come free: one core's lines leave, and land, in the order of its writes.
 */
#include "arch/barrier.h"
#include "arch/fifo.h"
#include "arch/inline.h"
#include "arch/sim/port.h"

#ifdef ARCH_LINKS
#include <far_port.h>
#endif

/* Bytes from offset to the end of its line, at most n. */
static inline SIM_UNCHARGED uint32_t piece(uint32_t offset, size_t n)
{
	uint32_t left = ARCH_LINE - (offset & (ARCH_LINE - 1));

	return n < left ? (uint32_t)n : left;
}

SIM_UNCHARGED uint32_t arch_window_bytes(uint32_t window)
{
	uint32_t ports = ARCH_FIFO * ARCH_LINE; /* arch_fifo_come */

#ifdef ARCH_LINKS
	ports += sim_host->link_bytes > 0 ? FAR_CHANNEL : 0;
#endif
	return window == ARCH_WINDOW_MPB ? sim_host->window_bytes - ports : 0;
}

/* Targets written to since they were last asked whether that has landed. */
static struct {
	uint32_t set[SIM_CORES_MAX / 32], count;
} unasked;

static SIM_UNCHARGED void wrote(uint32_t rank)
{
	uint32_t bit = 1u << rank % 32, *word = &unasked.set[rank / 32];

	if (rank != sim_host->rank && !(*word & bit)) {
		*word |= bit;
		unasked.count++;
	}
}

static SIM_UNCHARGED void ask(uint32_t rank)
{
	uint32_t bit = 1u << rank % 32, *word = &unasked.set[rank / 32];

	if (*word & bit) {
		*word &= ~bit;
		unasked.count--;
		sim_charge(sim_host->costs.quiet);
	}
}

/* All questions are under way together. */
static SIM_UNCHARGED void ask_all(void)
{
	if (unasked.count == 0) {
		return;
	}
	sim_charge(sim_host->costs.quiet +
		   sim_host->count * sim_host->costs.quiet_core +
		   (unasked.count - 1) * sim_host->costs.quiet_each);
	for (uint32_t i = 0; unasked.count > 0; i++) {
		for (; unasked.set[i]; unasked.set[i] &= unasked.set[i] - 1) {
			unasked.count--;
		}
	}
}

SIM_UNCHARGED void arch_put(uint32_t rank, uint32_t window, uint32_t offset,
			    const void *src, size_t n)
{
	const char *from = src;

	(void)window;
	if (sim_far(rank)) {
		far_put(rank, offset, src, n);
		return;
	}
	sim_cpu.stores++;
	wrote(rank);
	sim_count(sim_host->costs.put);
	sim_charge(sim_host->costs.put_mem);
	while (n) {
		uint32_t now = piece(offset, n);

		sim_host->dram_read(from, now);
		sim_host->write(sim_at(rank), offset, from, now);
		sim_count((now + 3) / 4); /* in the time of a line */
		sim_tick();
		from += now;
		offset += now;
		n -= now;
	}
}

SIM_UNCHARGED void arch_get(void *dst, uint32_t rank, uint32_t window,
			    uint32_t offset, size_t n)
{
	char *to = dst;

	(void)window;
	if (sim_far(rank)) {
		far_get(dst, rank, offset, n);
		return;
	}
	sim_cpu.loads++;
	sim_count(sim_host->costs.get);
	sim_charge(sim_host->costs.get_mem);
	while (n) {
		uint32_t now = piece(offset, n);

		sim_host->read(sim_at(rank), offset, to, now);
		sim_host->dram_write(to, now);
		sim_count((now + 3) / 4); /* in the time of a line */
		sim_tick();
		to += now;
		offset += now;
		n -= now;
	}
}

SIM_UNCHARGED void arch_copy(struct arch_addr dst, struct arch_addr src,
			     size_t n)
{
	bool fetching = dst.rank == sim_host->rank && src.rank != dst.rank;

	if (sim_far(dst.rank) || sim_far(src.rank)) {
		far_copy(dst, src, n);
		return;
	}
	sim_cpu.stores++;
	wrote(dst.rank);
	sim_count(sim_host->costs.copy);
	sim_charge(fetching ? sim_host->costs.get_mpb
			    : sim_host->costs.put_mpb);
	/* Whole lines of the target, each of one or two of the source. */
	while (n) {
		uint32_t now = piece(dst.offset, n),
			 part = piece(src.offset, now);
		char line[ARCH_LINE];

		sim_host->read(sim_at(src.rank), src.offset, line, part);
		if (part < now) {
			sim_host->read(sim_at(src.rank), src.offset + part,
				       line + part, now - part);
		}
		sim_host->write(sim_at(dst.rank), dst.offset, line, now);
		sim_count((now + 3) / 4); /* in the time of a line */
		sim_tick();
		src.offset += now;
		dst.offset += now;
		n -= now;
	}
}

static SIM_UNCHARGED void write_flag(uint32_t rank, uint32_t offset,
				     uint32_t value, uint32_t instructions)
{
	sim_cpu.stores++;
	sim_run(instructions);
	sim_charge(sim_host->costs.flag_put);
	sim_host->write_flag(sim_at(rank), offset, &value);
	FENCE(sim_flag_flush, sim_host->flush()); /* (b) */
}

SIM_UNCHARGED void arch_flag_write(uint32_t rank, uint32_t offset,
				   uint32_t value)
{
	if (sim_far(rank)) {
		far_flags_write(rank, offset, &value, 1);
		return;
	}
	write_flag(rank, offset, value, sim_host->costs.flag_write);
	wrote(rank);
}

#if ARCH_FLAG_TELL && !defined(ARCH_LINKS) /* else far.c */
SIM_UNCHARGED void arch_flag_tell(uint32_t rank, uint32_t offset,
				  uint32_t value)
{
	write_flag(rank, offset, value, sim_host->costs.flag_tell);
}
#endif

static SIM_UNCHARGED void write_flags(uint32_t rank, uint32_t offset,
				      const uint32_t *words, uint32_t n)
{
	sim_run(sim_host->costs.flag_write + n + n); /* a load, a store each */
	sim_charge(sim_host->costs.flag_put);
	while (n-- > 0) {
		sim_cpu.stores++; /* in the order of the words */
		sim_host->write_flag(sim_at(rank), offset + 4 * n, &words[n]);
	}
	FENCE(sim_flags_flush, sim_host->flush()); /* (b) */
}

SIM_UNCHARGED void arch_flags_write(uint32_t rank, uint32_t offset,
				    const uint32_t *words, uint32_t n)
{
	if (sim_far(rank)) {
		far_flags_write(rank, offset, words, n);
		return;
	}
	write_flags(rank, offset, words, n);
	wrote(rank);
}

#if ARCH_WORDS_TELL && !defined(ARCH_LINKS)
SIM_UNCHARGED void arch_words_tell(uint32_t rank, uint32_t offset,
				   const uint32_t *words, uint32_t n)
{
	write_flags(rank, offset, words, n);
}
#endif

SIM_UNCHARGED uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	if (sim_far(rank)) {
		return far_flag_read(rank, offset);
	}
	sim_look_at_link();
	sim_run(sim_host->costs.flag_read);
	FENCE(sim_flag_read_acquire, sim_host->invalidate()); /* (e) */
	sim_host->read_flags(sim_at(rank), offset, &value, 1);
	return value;
}

SIM_UNCHARGED void arch_flags_read(uint32_t *words, uint32_t rank,
				   uint32_t offset, uint32_t n)
{
	if (sim_far(rank)) {
		far_get(words, rank, offset, n * sizeof(*words));
		return;
	}
	sim_run(sim_host->costs.flag_read + n + n); /* a load, a store each */
	FENCE(sim_flags_read_acquire, sim_host->invalidate()); /* (e) */
	for (uint32_t i = 0; i < n; i++) {
		sim_host->read_flags(sim_at(rank), offset + 4 * i, &words[i],
				     1);
	}
}

SIM_UNCHARGED void arch_acquire(void)
{
	sim_run(sim_host->costs.call);
	FENCE(sim_acquire, sim_host->invalidate()); /* (e) */
}

SIM_UNCHARGED void arch_fence(void)
{
	/* Rule (a) holds without help. */
}

/*
 * The buffer must leave, and what has left must land: nothing else orders writes
 * to different cores, nor a lock's release after the writes it publishes.
 */
SIM_UNCHARGED void arch_quiet(void)
{
#ifdef ARCH_LINKS
	if (sim_host->chips > 1) {
		far_quiet();
	}
#endif
	sim_near_quiet();
}

SIM_UNCHARGED void sim_near_quiet(void)
{
	sim_run(sim_host->costs.call);
	ask_all();
	FENCE(sim_quiet_flush, sim_host->flush()); /* (d) */
	FENCE(sim_quiet_drain, sim_host->drain()); /* (d) */
}

SIM_UNCHARGED void arch_settle(uint32_t rank)
{
	if (sim_far(rank)) {
		far_settle(rank);
		rank = sim_host->rank;
	}
	sim_run(sim_host->costs.call);
	ask(rank);
	FENCE(sim_settle_flush, sim_host->flush());                /* (g) */
	FENCE(sim_settle_drain, sim_host->drain_to(sim_at(rank))); /* (g) */
	FENCE(sim_settle_acquire, sim_host->invalidate());         /* (g) */
}

#ifdef ARCH_INLINE
SIM_UNCHARGED void arch_inline_put_byte(struct arch_reach to, uint32_t offset,
					uint8_t byte)
{
	if (sim_far(to.rank)) {
		far_put(to.rank, offset, &byte, 1);
		return;
	}
	sim_cpu.stores++;
	wrote(to.rank);
	sim_run(sim_host->costs.flag_write);
	sim_host->write(sim_at(to.rank), offset, &byte, 1);
	sim_tick();
}

SIM_UNCHARGED void arch_inline_put_words(struct arch_reach at, uint32_t offset,
					 uint32_t first, uint32_t second,
					 const uint32_t *words, uint32_t n)
{
	uint32_t all[ARCH_LINE / 4] = {first, second};

	for (uint32_t i = 0; i < n; i++) {
		all[2 + i] = words[i];
	}
	arch_flags_write(at.rank, offset, all, 2 + n);
}

SIM_UNCHARGED void arch_inline_get_words(uint32_t *words, struct arch_reach at,
					 uint32_t offset, uint32_t n)
{
	if (sim_far(at.rank)) {
		far_get(words, at.rank, offset, n * sizeof(*words));
		return;
	}
	sim_run(n + n); /* a load, a store each */
	for (uint32_t i = 0; i < n; i++) {
		sim_host->read_flags(sim_at(at.rank), offset + 4 * i, &words[i],
				     1);
	}
}
#endif
