/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/lock.h>

enum {
	MAX_RANKS = ARCH_CORES_MAX < 4096 ? ARCH_CORES_MAX : 4096
};

/* A bit for each home whose lock I hold. */
static uint32_t held[MAX_RANKS / 32];

static bool holding(weft_rank_t home)
{
	return held[home >> 5] >> (home & 31) & 1;
}

static int check(weft_rank_t home)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (home >= arch_count()) {
		return WEFT_ERR_RANK;
	}
	return home < MAX_RANKS ? WEFT_OK : WEFT_ERR_LIMIT;
}

int weft_lock(weft_rank_t home, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint64_t limit = rt_limit(deadline);
	int error = check(home);

	if (error) {
		return error;
	}
	if (holding(home)) {
		return WEFT_ERR_STATE;
	}
	rt_wait_begin(RT_NO_WORD, 0, home, "the lock at that core",
		      __builtin_return_address(0));
	for (uint32_t attempt = 0; !arch_tas(home); attempt++) {
		if (arch_cycles() >= limit) {
			if (rt_never(deadline)) {
				rt_impatient();
			}
			error = WEFT_ERR_TIMEOUT;
			break;
		}
		arch_relax(attempt);
	}
	rt_wait_end();
	if (!error) {
		held[home >> 5] |= UINT32_C(1) << (home & 31);
	}
	return error;
}

int weft_unlock(weft_rank_t home)
{
	int error = check(home);

	if (error) {
		return error;
	}
	if (!holding(home)) {
		return WEFT_ERR_STATE;
	}
	held[home >> 5] &= ~(UINT32_C(1) << (home & 31));
	/* What I wrote under the lock lands before the next holder enters. */
	FENCE(lock_release, arch_quiet());
	arch_tas_clear(home);
	return WEFT_OK;
}
