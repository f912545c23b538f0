/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, with a record of it.
 *
 * A core waits for a word (rt_await and its like), or for what the rounds of parts
 * bring (rt_park, runtime/park.h).  Each looks first.  If that does not end the wait,
 * parts that have an idle() may run something else meanwhile; then the core notes in
 * rt_wait what it waits for, and sleeps or polls as the port does.  A dump (the
 * simulator's, the runner's, a panic's) reads the record, which is private memory:
 * about ten stores.
 */
#ifndef RUNTIME_WAIT_H
#define RUNTIME_WAIT_H

#include <stdint.h>

#include "arch/look.h"
#include "runtime/part.h"
#include "runtime/trace.h"

#include <weft/types.h>

#define RT_ANYONE  ARCH_ANYONE      /* the writer is not known */
#define RT_NO_WORD UINT32_MAX       /* the wait is not for a word */
#define RT_A_LOCK  (UINT32_MAX - 1) /* .. but for a lock */
#define RT_A_COPY  (UINT32_MAX - 2) /* .. or for an engine's copy to end */

struct rt_wait {
	const char *what; /* on whose behalf, words; null: not waiting */
	const void *site; /* who called */
	uint64_t since;   /* arch_cycles at the start of the wait */
	/*
	 * The word, if its offset is not RT_NO_WORD.  With RT_A_LOCK its value is
	 * the lock's home, and `from` who holds the lock.
	 */
	struct arch_word word;
};

/* This core's record; read from outside by name. */
extern struct rt_wait rt_wait;

/*
 * The waits of its fibers (fiber/), if that is linked: each on its fiber's stack.  The
 * core's own record is of one of them then, if no fiber can run.
 */
struct rt_parked {
	const struct rt_wait *wait;
	struct rt_parked *next;
	uint32_t fiber; /* its number */
};
extern struct rt_parked *rt_parked;

/* In the lowest word of each fiber's stack, and of main's (runtime/guard.h). */
#define RT_STACK_GUARD 0x57454654u

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
 * WEFT_OK or WEFT_ERR_TIMEOUT.  `from` and `what` are for the record.  Thread.
 * rt_await_word is the same with less code, but where looks are inline it does not
 * look before the wait begins.
 */
int rt_await_word(uint32_t offset, uint32_t value, uint64_t deadline,
		  uint32_t from, const char *what);

static inline int rt_await(uint32_t offset, uint32_t value, uint64_t deadline,
			   uint32_t from, const char *what)
{
	if (ARCH_LOOK_INLINE &&
	    arch_look(arch_rank(), offset, value, deadline)) {
		return WEFT_OK;
	}
	return rt_await_word(offset, value, deadline, from, what);
}

/* The same; where a look is cheap, before the deadline is made. */
static inline int rt_await_within(uint32_t offset, uint32_t value,
				  weft_us_t within, uint32_t from,
				  const char *what)
{
	if (ARCH_LOOK_INLINE && arch_look(arch_rank(), offset, value, 0)) {
		return WEFT_OK;
	}
	return rt_await_word(offset, value,
			     ARCH_LOOK_INLINE ? rt_deadline_in(within)
					      : rt_deadline(within),
			     from, what);
}

/* What a wait calls before it begins, if not null: see below. */
extern rt_idle *rt_idler;

/*
 * Until when a look goes on, before a wait with that deadline: once, if something else
 * may run meanwhile.
 */
static inline uint64_t rt_look_until(uint64_t deadline)
{
	return rt_idler ? 0 : deadline;
}

/*
 * The same for a word of that core's window: another's only where the port can
 * (ARCH_REMOTE_AWAIT).
 */
int rt_await_longer(uint32_t rank, uint32_t offset, uint32_t value,
		    uint64_t deadline, uint32_t from, const char *what);

static inline int rt_await_at(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline, uint32_t from,
			      const char *what)
{
	if (!ARCH_REMOTE_AWAIT) {
		return rt_await(offset, value, deadline, from, what);
	}
	if (arch_look(rank, offset, value, rt_look_until(deadline))) {
		RT_TRACE(what, offset, value);
		return WEFT_OK;
	}
	return rt_await_longer(rank, offset, value, deadline, from, what);
}

/*
 * The same for n flags of that window, rt_flag(flags, i), until all have reached
 * value.  Where the chip can, a look takes in a line of them (arch_look_all).  If
 * they do not all come within such a look the core waits for one after the other,
 * so that the record says which is missing.  writer(of, i) is the rank that writes
 * flag i, asked only for the record.
 */
typedef uint32_t rt_writer(const void *of, uint32_t i);

int rt_await_row(uint32_t rank, uint32_t flags, uint32_t n, uint32_t value,
		 uint64_t deadline, rt_writer *writer, const void *of,
		 const char *what);

static inline int rt_await_all(uint32_t rank, uint32_t flags, uint32_t n,
			       uint32_t value, uint64_t deadline,
			       rt_writer *writer, const void *of,
			       const char *what)
{
	int error = WEFT_OK;

	if (ARCH_LOOK_ALL) {
		return rt_await_row(rank, flags, n, value, deadline, writer, of,
				    what);
	}
	for (uint32_t i = 0; !error && i < n; i++) {
		error = rt_await_at(rank, rt_flag(flags, i), value, deadline,
				    writer(of, i), what);
	}
	return error;
}

/*
 * rt_idler is idle() of parts.  It is given a record that tells also how the end of
 * the wait shows: by a word, by what rounds bring (RT_NO_WORD), or to who asks
 * (RT_A_LOCK, RT_A_COPY).
 */
ARCH_COLD struct rt_wait rt_wait_record(uint32_t offset, uint32_t value,
					uint32_t from, const char *what,
					const void *site);

/* The same record for waits of another kind; rt_wait_end when over. */
void rt_wait_begin(uint32_t offset, uint32_t value, uint32_t from,
		   const char *what, const void *site);
void rt_wait_end(void);

#endif
