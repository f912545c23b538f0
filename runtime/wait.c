/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/boot.h"
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

uint64_t rt_patience(void)
{
	return patience;
}

uint64_t rt_deadline(weft_us_t within)
{
	if (within == WEFT_FOREVER) {
		return ARCH_NEVER;
	}
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
	rt_wait.what = what; /* last: it makes the record valid */
}

void rt_wait_end(void)
{
	rt_wait.what = NULL;
}

#if ARCH_REMOTE_AWAIT
static int await_far(uint32_t rank, uint32_t offset, uint32_t value,
		     uint64_t deadline, uint32_t from, const char *what)
{
	enum arch_result result;
	bool limited = patience != ARCH_NEVER && deadline == ARCH_NEVER;

	rt_wait_begin(RT_NO_WORD, value, from, what,
		      __builtin_return_address(0));
	RT_TRACE(what, rank, value);
	if (limited) {
		deadline = rt_wait.since + patience;
	}
	result = arch_await_at(rank, offset, value, deadline);
	if (limited && result == ARCH_TIMEOUT) {
		rt_panic("a wait has lasted longer than WEFT_PATIENCE_US");
	}
	rt_wait_end();
	return result == ARCH_OK ? WEFT_OK : WEFT_ERR_TIMEOUT;
}
#endif

int rt_await(uint32_t offset, uint32_t value, uint64_t deadline, uint32_t from,
	     const char *what)
{
	enum arch_result result;
	bool limited = patience != ARCH_NEVER && deadline == ARCH_NEVER;

	rt_wait_begin(offset, value, from, what, __builtin_return_address(0));
	RT_TRACE(what, offset, value);
	if (limited) {
		deadline = rt_wait.since + patience;
	}
	result = arch_await(offset, value, deadline);
	if (limited && result == ARCH_TIMEOUT) {
		rt_panic("a wait has lasted longer than WEFT_PATIENCE_US");
	}
	rt_wait_end();
	RT_TRACE(result == ARCH_OK ? "reached" : "timed out", offset, value);
	return result == ARCH_OK ? WEFT_OK : WEFT_ERR_TIMEOUT;
}

int rt_await_at(uint32_t rank, uint32_t offset, uint32_t value,
		uint64_t deadline, uint32_t from, const char *what)
{
#if ARCH_REMOTE_AWAIT
	if (rank != arch_rank()) {
		return await_far(rank, offset, value, deadline, from, what);
	}
#endif
	(void)rank;
	return rt_await(offset, value, deadline, from, what);
}
