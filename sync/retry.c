/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/retry.h"
#include "arch/arch.h"
#include "runtime/wait.h"

/* For a fiber that waits: it tries when it runs again. */
static ARCH_COLD bool may_take(void *what)
{
	struct sync_retry *retry = what;

	return retry->look(retry);
}

static ARCH_COLD bool retry_idle(struct sync_retry *retry, uint64_t limit)
{
	struct rt_wait record;

	retry->look(retry);
	record = rt_wait_record(RT_A_LOCK, retry->home, retry->by, retry->what,
				retry->site);
	return rt_idler(may_take, retry, &record, limit);
}

int sync_retry(struct sync_retry *retry, uint64_t deadline)
{
	uint64_t limit = rt_limit(deadline);
	uint32_t attempt = 0;
	bool mine = false;

	while (rt_idler && !mine && retry_idle(retry, limit)) {
		mine = retry->take(retry, deadline);
	}
	if (mine) {
		return WEFT_OK;
	}
	rt_wait_begin(RT_A_LOCK, retry->home, RT_ANYONE, retry->what,
		      retry->site);
	do {
		bool may = retry->look(retry);

		rt_wait.word.from = retry->by;
		mine = may && retry->take(retry, deadline);
		if (!mine) {
			arch_relax(attempt++);
		}
	} while (!mine && arch_cycles() < limit);
	if (!mine && rt_never(deadline)) {
		rt_impatient();
	}
	rt_wait_end();
	return mine ? WEFT_OK : WEFT_ERR_TIMEOUT;
}

static bool has_reached(struct sync_retry *retry)
{
	const struct arch_word *word = retry->of;

	return (int32_t)(arch_flag_read(word->rank, word->offset) -
			 word->value) >= 0;
}

static bool taken(struct sync_retry *retry, uint64_t deadline)
{
	(void)retry;
	(void)deadline;
	return true;
}

int sync_await_until(uint32_t rank, uint32_t offset, uint32_t value,
		     uint64_t deadline, uint32_t from, uint32_t home,
		     const char *what)
{
	struct arch_word word = {rank, offset, value, from};
	struct sync_retry retry = {.look = has_reached,
				   .take = taken,
				   .home = home,
				   .by = from,
				   .of = &word,
				   .what = what,
				   .site = __builtin_return_address(0)};

	if (ARCH_REMOTE_AWAIT || rank == arch_rank()) {
		return rt_await_at(rank, offset, value, deadline, from, what);
	}
	return sync_retry(&retry, deadline);
}
