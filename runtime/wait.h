/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, with a record of it.
 *
 * A core waits for a word (rt_await and its variants), or for what the rounds of parts
 * bring (rt_park, runtime/park.h).  Each of these functions looks first.  If the look
 * does not end the wait, parts that have an idle() may run something else meanwhile.
 * Then the core notes in rt_wait what it waits for, and sleeps or polls, as the port
 * does.  Reports of hangs and panics read this record, which lies in private memory and
 * costs about ten stores.
 */
#ifndef RUNTIME_WAIT_H
#define RUNTIME_WAIT_H

#include <stdint.h>

#include "arch/inline.h"
#include "arch/look.h"
#include "runtime/part.h"
#include "runtime/trace.h"

#include <weft/types.h>

#define RT_ANYONE ARCH_ANYONE /* the writer is not known */
/* In place of a word's offset: the wait is for something else, for a lock, for a copy. */
#define RT_NO_WORD UINT32_MAX
#define RT_A_LOCK  (UINT32_MAX - 1)
#define RT_A_COPY  (UINT32_MAX - 2)

struct rt_wait {
	const char
		*what; /* what it waits for, in words; null: it does not wait */
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
 * The waits of this core's fibers, if fiber/ is linked; each lies on its fiber's stack.
 * While no fiber can run, rt_wait is a copy of one of them.
 */
struct rt_parked {
	const struct rt_wait *wait;
	struct rt_parked *next;
	uint32_t fiber; /* its number */
	uint64_t deadline;
};
extern struct rt_parked *rt_parked;

/* In the lowest word of each fiber's stack, and of main's (runtime/guard.h). */
#define RT_STACK_GUARD 0x57454654u

/* What this core does: "starting", "main", "ending", "ended" or "failed". */
extern const char *rt_phase;

/*
 * At start: takes WEFT_PATIENCE_US from the environment.  A wait without a deadline
 * that lasts longer panics.  So a chip that no runner watches also reports who waits
 * for whom.  Unset or 0: such a wait never panics.
 */
ARCH_COLD void rt_wait_init(void);

/*
 * Returns the time so far from now, on arch_cycles' scale; ARCH_NEVER for WEFT_FOREVER.
 * rt_deadline is inline for WEFT_FOREVER, because a call would show in short operations.
 */
ARCH_CALL uint64_t rt_deadline_in(weft_us_t within);

static inline ARCH_SHORT uint64_t rt_deadline(weft_us_t within)
{
	return within == WEFT_FOREVER ? ARCH_NEVER : rt_deadline_in(within);
}

/* Tells whether that is ARCH_NEVER, or so late that it makes no difference. */
static inline bool rt_never(uint64_t deadline)
{
	return (uint32_t)(deadline >> 32) == UINT32_MAX;
}

/*
 * Returns when a wait with that deadline is given up: at the deadline, or, if it has
 * none (ARCH_NEVER), after WEFT_PATIENCE_US.  In the second case the wait then calls
 * rt_impatient, which panics, before it calls rt_wait_end.
 */
uint64_t rt_limit(uint64_t deadline);
ARCH_COLD _Noreturn void rt_impatient(void);

/*
 * Waits until the word at `offset` of this core's window 0 reaches value (arch_await).
 * `from` and `what` are for the record.  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 * rt_await_word takes less code.  On ports whose looks are inline (ARCH_LOOK_INLINE) it
 * does not look before the wait begins.
 */
ARCH_CALL int rt_await_word(uint32_t offset, uint32_t value, uint64_t deadline,
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

/*
 * rt_await within so many us, where the word is usually there: it looks before it reads the
 * time, by what is inline on this port.
 */
static inline ARCH_SHORT __attribute__((always_inline)) int
rt_await_within(uint32_t offset, uint32_t value, weft_us_t within,
		uint32_t from, const char *what)
{
	uint64_t since = RT_TRACE_NOW();

	if ((ARCH_LOOK_INLINE && arch_look(arch_rank(), offset, value, 0)) ||
	    arch_inline_came(offset, value)) {
		RT_TRACE_SINCE(what, since, offset, from);
		return WEFT_OK;
	}
	(void)since;
	return rt_await_word(offset, value,
			     ARCH_LOOK_INLINE ? rt_deadline_in(within)
					      : rt_deadline(within),
			     from, what);
}

/* The idle() of parts, which a wait calls before it begins; null: no part has one. */
extern rt_idle *rt_idler;

/*
 * Returns until when the look before a wait with that deadline goes on: to the deadline,
 * or 0, one look only, if something else may run meanwhile.
 */
static inline ARCH_SHORT uint64_t rt_look_until(uint64_t deadline)
{
	return __builtin_expect(!rt_idler, 1) ? deadline : 0;
}

/*
 * rt_await for a word of core `rank`, which is another core only where the port can
 * wait for one (ARCH_REMOTE_AWAIT).
 */
ARCH_CALL int rt_await_longer(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline, uint32_t from,
			      const char *what);

static inline int rt_await_at(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline, uint32_t from,
			      const char *what)
{
	uint64_t since;

	if (!ARCH_REMOTE_AWAIT) {
		return rt_await(offset, value, deadline, from, what);
	}
	since = RT_TRACE_NOW();
	if (arch_look(rank, offset, value, rt_look_until(deadline))) {
		RT_TRACE_SINCE(what, since, offset, from);
		return WEFT_OK;
	}
	return rt_await_longer(rank, offset, value, deadline, from, what);
}

/*
 * rt_await_at for n flags, rt_flag(flags, i), until all have reached value.  Where the
 * chip can, one look reads a line of them (arch_look_all).  If they do not all come
 * within such a look, the core waits for one after the other, so that the record says
 * which flag is missing.  writer(of, i) is the rank that writes flag i; it is called
 * only for the record.
 */
typedef uint32_t rt_writer(const void *of, uint32_t i);

/* Its part after the first look, which has not seen all of them. */
int rt_await_row(uint32_t rank, uint32_t flags, uint32_t n, uint32_t value,
		 uint64_t deadline, rt_writer *writer, const void *of,
		 const char *what);

static inline int rt_await_all(uint32_t rank, uint32_t flags, uint32_t n,
			       uint32_t value, uint64_t deadline,
			       rt_writer *writer, const void *of,
			       const char *what)
{
	int error = WEFT_OK;

	if (ARCH_LOOK_ROWS) {
		return arch_look_all(rank, flags, n, value,
				     rt_look_until(deadline))
			       ? WEFT_OK
			       : rt_await_row(rank, flags, n, value, deadline,
					      writer, of, what);
	}
	for (uint32_t i = 0; !error && i < n; i++) {
		error = rt_await_at(rank, rt_flag(flags, i), value, deadline,
				    writer(of, i), what);
	}
	return error;
}

/*
 * Makes a record, which rt_idler is given.  Its offset also tells how the end of the wait
 * shows: in a word; in what rounds bring (RT_NO_WORD); or only to a core that looks again
 * (RT_A_LOCK, RT_A_COPY).
 */
ARCH_COLD struct rt_wait rt_wait_record(uint32_t offset, uint32_t value,
					uint32_t from, const char *what,
					const void *site);

/*
 * After a look in vain by a call that does not wait, or not any more: whoever looks again
 * and again in a loop must not keep others from running where an emulator runs one core
 * at a time, nor this core's own handlers where nothing interrupts it.  In handlers it does
 * nothing.  Any context.
 */
void rt_in_vain(void);

/* Makes rt_wait the record of a wait of another kind; rt_wait_end ends it. */
void rt_wait_begin(uint32_t offset, uint32_t value, uint32_t from,
		   const char *what, const void *site);
void rt_wait_end(void);

#endif
