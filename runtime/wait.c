/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/guard.h"
#include "runtime/panic.h"
#include "runtime/trace.h"
#include "runtime/variables.h"
#include "runtime/wait.h"

struct rt_wait rt_wait;
const char *rt_phase = "starting";

static uint32_t patience_us; /* of waits without a deadline; 0: without end */

void rt_wait_init(void)
{
	patience_us = rt_variable_PATIENCE_US();
}

uint64_t rt_limit(uint64_t deadline)
{
	return rt_never(deadline) && patience_us > 0
		       ? rt_deadline_in(patience_us)
		       : deadline;
}

void rt_impatient(void)
{
	rt_panic("a wait has lasted longer than WEFT_PATIENCE_US");
}

ARCH_CALL uint64_t rt_deadline_in(weft_us_t within)
{
	return within == WEFT_FOREVER
		       ? ARCH_NEVER
		       : arch_cycles() + arch_cycles_in_us(within);
}

struct rt_wait rt_wait_record(uint32_t offset, uint32_t value, uint32_t from,
			      const char *what, const void *site)
{
	return (struct rt_wait){
		what,
		site,
		arch_cycles(),
		{arch_rank(), offset, value, from},
	};
}

void rt_wait_begin(uint32_t offset, uint32_t value, uint32_t from,
		   const char *what, const void *site)
{
	rt_wait.site = site;
	rt_wait.since = arch_cycles();
	rt_wait.word = (struct arch_word){arch_rank(), offset, value, from};
	rt_wait.what = what; /* last: it makes the record valid */
}

void rt_wait_end(void)
{
	rt_wait.what = NULL;
}

void rt_in_vain(void)
{
	if (rt_context == RT_THREAD) {
		arch_relax(0);
	}
}

static ARCH_COLD bool wait_has_reached(void *what)
{
	const struct rt_wait *wait = what;

	return (int32_t)(arch_flag_read(wait->word.rank, wait->word.offset) -
			 wait->word.value) >= 0;
}

/* The record is made, and goes with this wait while others run. */
static ARCH_COLD bool wait_idle(uint64_t deadline)
{
	struct rt_wait record = rt_wait;
	bool come;

	rt_wait_end();
	come = rt_idler(wait_has_reached, &record, &record, rt_limit(deadline));
	if (!come) {
		rt_wait = record;
	}
	return come;
}

/*
 * For a word that was not there at the first look.  Whoever looks before has it as a
 * call, so that a look finds no registers to save.
 */
#if !ARCH_LOOK_INLINE
__attribute__((noinline))
#endif
static int
wait_for_word(uint32_t rank, uint32_t offset, uint32_t value, uint64_t deadline,
	      uint32_t from, const char *what, const void *site)
{
	enum arch_result result;

	rt_guard_look();
	rt_wait_begin(offset, value, from, what, site);
	if (ARCH_REMOTE_AWAIT) {
		rt_wait.word.rank = rank;
	}
	if (rt_idler && wait_idle(deadline)) {
		return WEFT_OK;
	}
	result = arch_await(&rt_wait.word, rt_limit(deadline));
	if (result == ARCH_TIMEOUT && rt_never(deadline)) {
		rt_impatient();
	}
	rt_wait_end();
	RT_TRACE_SINCE(what, rt_wait.since, offset, from);
	if (result == ARCH_OK) {
		return WEFT_OK;
	}
	RT_TRACE("timed out", offset, value);
	rt_in_vain();
	return WEFT_ERR_TIMEOUT;
}

ARCH_CALL ARCH_SHORT int rt_await_word(uint32_t offset, uint32_t value,
				       uint64_t deadline, uint32_t from,
				       const char *what)
{
	uint64_t since = RT_TRACE_NOW();

	if (arch_inline_came(offset, value)) {
		RT_TRACE_SINCE(what, since, offset, from);
		return WEFT_OK;
	}
	if (!ARCH_LOOK_INLINE &&
	    arch_look(arch_rank(), offset, value, rt_look_until(deadline))) {
		RT_TRACE_SINCE(what, since, offset, from);
		return WEFT_OK;
	}
	(void)since;
	/* The rank again, where it is needed: kept, it would cost each look. */
	return wait_for_word(ARCH_REMOTE_AWAIT ? arch_rank() : 0, offset, value,
			     deadline, from, what, __builtin_return_address(0));
}

#if ARCH_REMOTE_AWAIT /* else never called */
ARCH_CALL int rt_await_longer(uint32_t rank, uint32_t offset, uint32_t value,
			      uint64_t deadline, uint32_t from,
			      const char *what)
{
	return wait_for_word(rank, offset, value, deadline, from, what,
			     __builtin_return_address(0));
}
#endif

#if ARCH_LOOK_ALL
int rt_await_row(uint32_t rank, uint32_t flags, uint32_t n, uint32_t value,
		 uint64_t deadline, rt_writer *writer, const void *of,
		 const char *what)
{
	for (uint32_t i = 0; i < n; i++) {
		int error = rt_await_at(rank, rt_flag(flags, i), value,
					deadline, writer(of, i), what);

		/* Are the others all there, or at least soon? */
		if (error ||
		    (i + 1 < n &&
		     arch_look_all(rank, rt_flag(flags, i + 1), n - i - 1,
				   value, rt_look_until(deadline)))) {
			return error;
		}
	}
	return WEFT_OK;
}
#endif
