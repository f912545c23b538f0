/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/brief.h"
#include "runtime/boot.h"
#include "runtime/mpb_map.h"
#include "runtime/panic.h"
#include "runtime/trace.h"
#include "runtime/wait.h"

struct rt_wait rt_wait;
const char *rt_phase = "starting";

static uint64_t patience = ARCH_NEVER; /* of waits without a deadline */

void rt_wait_init(void)
{
	uint32_t us = rt_env_u32("WEFT_PATIENCE_US", 0);

	patience = us > 0 ? arch_cycles_in_us(us) : ARCH_NEVER;
}

bool rt_limit(uint64_t *deadline)
{
	if (patience == ARCH_NEVER || *deadline != ARCH_NEVER) {
		return false;
	}
	*deadline = arch_cycles() + patience;
	return true;
}

void rt_impatient(void)
{
	rt_panic("a wait has lasted longer than WEFT_PATIENCE_US");
}

uint64_t rt_deadline_in(weft_us_t within)
{
	return arch_cycles() + arch_cycles_in_us(within);
}

void rt_wait_begin(uint32_t offset, uint32_t value, uint32_t from,
		   const char *what, const void *site)
{
	rt_wait.from = from;
	rt_wait.offset = offset;
	rt_wait.value = value;
	rt_wait.since = arch_cycles();
	rt_wait.site = site;
	rt_wait.at = arch_rank();
	rt_wait.what = what; /* last: it makes the record valid */
}

void rt_wait_end(void)
{
	rt_wait.what = NULL;
}

/* For a word that was not there at the first look. */
static int wait(uint32_t rank, uint32_t offset, uint32_t value,
		uint64_t deadline, uint32_t from, const char *what,
		const void *site)
{
	enum arch_result result;
	bool limited = rt_limit(&deadline);

	rt_wait_begin(offset, value, from, what, site);
	RT_TRACE(what, offset, value);
#if ARCH_REMOTE_AWAIT
	rt_wait.at = rank;
	result = arch_await_at(rank, offset, value, deadline);
#elif ARCH_BARRIER
	(void)rank;
	result = offset == RT_NO_WORD ? arch_barrier_await(deadline)
				      : arch_await(offset, value, deadline);
#else
	(void)rank;
	result = arch_await(offset, value, deadline);
#endif
	if (limited && result == ARCH_TIMEOUT) {
		rt_impatient();
	}
	rt_wait_end();
	RT_TRACE(result == ARCH_OK ? "reached" : "timed out", offset, value);
	return result == ARCH_OK ? WEFT_OK : WEFT_ERR_TIMEOUT;
}

int rt_await_word(uint32_t offset, uint32_t value, uint64_t deadline,
		  uint32_t from, const char *what)
{
	uint32_t me = arch_rank();

	if (arch_await_briefly(me, offset, value, deadline) == ARCH_OK) {
		RT_TRACE(what, offset, value);
		return WEFT_OK;
	}
	return wait(me, offset, value, deadline, from, what,
		    __builtin_return_address(0));
}

int rt_await_longer(uint32_t rank, uint32_t offset, uint32_t value,
		    uint64_t deadline, uint32_t from, const char *what)
{
	return wait(rank, offset, value, deadline, from, what,
		    __builtin_return_address(0));
}

#if ARCH_BARRIER
int rt_await_barrier(weft_us_t within)
{
	const char *what = "all cores, at the chip's barrier";

	if (arch_barrier_await(0) == ARCH_OK) {
		RT_TRACE(what, RT_NO_WORD, 0);
		return WEFT_OK;
	}
	return wait(arch_rank(), RT_NO_WORD, 0, rt_deadline(within), RT_ANYONE,
		    what, __builtin_return_address(0));
}
#endif

/* Are the flags from i on all there, or at least soon? */
static bool all_soon(uint32_t rank, uint32_t flags, uint32_t i, uint32_t n,
		     uint32_t value, uint64_t deadline)
{
#if ARCH_AWAIT_ALL
	if (i < n) {
		return arch_await_all_briefly(rank, rt_flag(flags, i), n - i,
					      value, deadline) == ARCH_OK;
	}
#else
	(void)rank;
	(void)flags;
	(void)value;
	(void)deadline;
#endif
	return i == n;
}

int rt_await_all_at(uint32_t rank, uint32_t flags, uint32_t n, uint32_t value,
		    uint64_t deadline, rt_writer *writer, const void *of,
		    const char *what)
{
	for (uint32_t i = 0; !all_soon(rank, flags, i, n, value, deadline);
	     i++) {
		int error = rt_await_at(rank, rt_flag(flags, i), value,
					deadline, writer(of, i), what);

		if (error) {
			return error;
		}
	}
	return WEFT_OK;
}

int rt_await_all(uint32_t flags, uint32_t n, uint32_t value, uint64_t deadline,
		 rt_writer *writer, const void *of, const char *what)
{
	return rt_await_all_at(arch_rank(), flags, n, value, deadline, writer,
			       of, what);
}
