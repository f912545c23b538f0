/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, with a record of it.
 *
 * All waits for a word go through rt_await and its like, which note in rt_wait
 * what this core waits for; a dump (the simulator's, the runner's, a panic's)
 * reads it.  The record is private memory: about ten stores, made only when a
 * wait turns out to be no brief one (arch_await_briefly).
 */
#ifndef RUNTIME_WAIT_H
#define RUNTIME_WAIT_H

#include <stdint.h>

#include "arch/barrier.h"
#include "arch/brief.h"
#include "runtime/mpb_map.h"
#include "runtime/trace.h"

#include <weft/types.h>

#define RT_ANYONE  UINT32_MAX /* the writer is not known */
#define RT_NO_WORD UINT32_MAX /* the wait is not for a word */
#define RT_A_LOCK  (UINT32_MAX - 1) /* .. but for a lock */

struct rt_wait {
	const char *what; /* on whose behalf, words; null: not waiting */
	uint32_t from;    /* rank that should write, or RT_ANYONE */
	uint32_t offset;  /* the word of window 0 of `at`, or RT_NO_WORD */
	uint32_t value;   /* what it must reach */
	/* With RT_A_LOCK `value` is the lock's home, `from` who holds it. */
	uint64_t since;   /* arch_cycles at the start of the wait */
	const void *site; /* who called */
	uint32_t at;      /* whose window the word is in, if not RT_NO_WORD */
};

/* This core's record; read from outside by name. */
extern struct rt_wait rt_wait;

/* Where this core is in its life, one word: starting, main, ending, ended; failed. */
extern const char *rt_phase;

/*
 * At start: takes WEFT_PATIENCE_US from the environment.  A wait without a
 * deadline of its own that lasts longer panics, so that even a chip without a
 * runner beside it says who waits for whom.  Unset or 0: never.
 */
ARCH_COLD void rt_wait_init(void);

/*
 * A time so far from now, on arch_cycles' scale; WEFT_FOREVER: never.  rt_deadline
 * makes no call for that, which short operations would notice.
 */
uint64_t rt_deadline_in(weft_us_t within);

static inline uint64_t rt_deadline(weft_us_t within)
{
	return within == WEFT_FOREVER ? ARCH_NEVER : rt_deadline_in(within);
}

/* ARCH_NEVER, or as good as that: half of it is enough to see. */
static inline bool rt_never(uint64_t deadline)
{
	return (uint32_t)(deadline >> 32) == UINT32_MAX;
}

/*
 * When a wait with that deadline is given up.  If it has none (ARCH_NEVER), but its
 * patience a limit, that comes before rt_wait_end, and the wait then calls
 * rt_impatient, which panics.
 */
uint64_t rt_limit(uint64_t deadline);
ARCH_COLD _Noreturn void rt_impatient(void);

/*
 * Wait until the word at `offset` of my window 0 reaches value (arch_await):
 * WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.  rt_await_word: with less code, but on ports
 * that have arch_soon without a look before the wait begins.
 */
int rt_await_word(uint32_t offset, uint32_t value, uint64_t deadline,
		  uint32_t from, const char *what);

static inline int rt_await(uint32_t offset, uint32_t value, uint64_t deadline,
			   uint32_t from, const char *what)
{
#if ARCH_SOON
	if (arch_soon(offset, value)) {
		return WEFT_OK;
	}
#endif
	return rt_await_word(offset, value, deadline, from, what);
}

/* The same; where a look is cheap, before the deadline is made. */
static inline int rt_await_within(uint32_t offset, uint32_t value,
				  weft_us_t within, uint32_t from,
				  const char *what)
{
#if ARCH_SOON
	if (arch_soon(offset, value)) {
		return WEFT_OK;
	}
#endif
	return rt_await_word(offset, value,
			     ARCH_SOON ? rt_deadline_in(within)
				       : rt_deadline(within),
			     from, what);
}

/*
 * The same for a word of that core's window: another's only where the port can
 * (ARCH_REMOTE_AWAIT).
 */
#if ARCH_REMOTE_AWAIT
int rt_await_longer(uint32_t rank, uint32_t offset, uint32_t value,
		    uint64_t deadline, uint32_t from, const char *what);
#endif

static inline int rt_await_at(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline, uint32_t from,
			      const char *what)
{
#if ARCH_REMOTE_AWAIT
	if (arch_await_briefly(rank, offset, value, deadline) == ARCH_OK) {
		RT_TRACE(what, offset, value);
		return WEFT_OK;
	}
	return rt_await_longer(rank, offset, value, deadline, from, what);
#else
	(void)rank;
	return rt_await(offset, value, deadline, from, what);
#endif
}

/*
 * The same for n flags of my own window, rt_flag(flags, i), until all have
 * reached value.  Where the chip can, a look takes in a line of them.  It looks
 * so for a moment (arch_await_all_briefly); if they have not all come by then it
 * waits for one after the other, so that the record says which is missing.
 * writer(of, i) is the rank that writes flag i, asked only for the record.
 */
typedef uint32_t rt_writer(const void *of, uint32_t i);

#if ARCH_AWAIT_ALL
int rt_await_all_at(uint32_t rank, uint32_t flags, uint32_t n, uint32_t value,
		    uint64_t deadline, rt_writer *writer, const void *of,
		    const char *what);
#else
static inline int rt_await_all_at(uint32_t rank, uint32_t flags, uint32_t n,
				  uint32_t value, uint64_t deadline,
				  rt_writer *writer, const void *of,
				  const char *what)
{
	int error = WEFT_OK;

	for (uint32_t i = 0; !error && i < n; i++) {
		error = rt_await_at(rank, rt_flag(flags, i), value, deadline,
				    writer(of, i), what);
	}
	return error;
}
#endif

static inline int rt_await_all(uint32_t flags, uint32_t n, uint32_t value,
			       uint64_t deadline, rt_writer *writer,
			       const void *of, const char *what)
{
	return rt_await_all_at(arch_rank(), flags, n, value, deadline, writer,
			       of, what);
}

/* The same for the chip's own barrier, which I have entered. */
#if ARCH_BARRIER
int rt_await_barrier_long(weft_us_t within);

static inline int rt_await_barrier(weft_us_t within)
{
	return arch_barrier_await(0) == ARCH_OK ? WEFT_OK
						: rt_await_barrier_long(within);
}
#endif

/* The same record for waits of another kind; rt_wait_end when over. */
void rt_wait_begin(uint32_t offset, uint32_t value, uint32_t from,
		   const char *what, const void *site);
void rt_wait_end(void);

#endif
