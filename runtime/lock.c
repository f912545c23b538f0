/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include <weft/lock.h>

enum {
	MAX_RANKS = ARCH_CORES_MAX < 4096 ? ARCH_CORES_MAX : 4096,
	LOOK_EVERY = 16, /* attempts, a power of two: who holds it? */
};

static uint32_t holder; /* a word: who holds the lock here, rank + 1, or 0 */

/* A bit for each home whose lock I hold. */
static uint32_t held[MAX_RANKS / 32];

static ARCH_COLD uint32_t bytes(const struct rt_run *shape, uint32_t left)
{
	(void)shape;
	(void)left;
	return sizeof(uint32_t);
}

static ARCH_COLD void place(const struct rt_run *shape, uint32_t offset,
			    uint32_t size)
{
	(void)shape;
	(void)size;
	holder = offset;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "locks",
	.bytes = bytes,
	.placed = place,
};
RT_PART(part);

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

/* For who reads the record: 0 becomes RT_ANYONE, not known. */
static void note_holder(weft_rank_t home)
{
	rt_wait.word.from = arch_flag_read(home, holder) - 1;
}

/* Somebody holds it: attempts until it is mine, or the deadline. */
static int wait(weft_rank_t home, uint64_t deadline, const void *site)
{
	uint64_t limit = rt_limit(deadline);
	uint32_t attempt = 0;
	bool late = false;

	rt_wait_begin(RT_A_LOCK, home, RT_ANYONE, "a lock", site);
	do {
		late = arch_cycles() >= limit;
		if (late || (attempt & (LOOK_EVERY - 1)) == 0) {
			note_holder(home);
		}
		if (late && rt_never(deadline)) {
			rt_impatient();
		}
		if (!late) {
			arch_relax(attempt++);
		}
	} while (!late && !arch_tas(home));
	rt_wait_end();
	return late ? WEFT_ERR_TIMEOUT : WEFT_OK;
}

int weft_lock(weft_rank_t home, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = check(home);

	if (error) {
		return error;
	}
	if (holding(home)) {
		return WEFT_ERR_STATE;
	}
	if (!arch_tas(home)) {
		error = wait(home, deadline, __builtin_return_address(0));
	}
	if (!error) {
		held[home >> 5] |= UINT32_C(1) << (home & 31);
		arch_flag_write(home, holder, arch_rank() + 1);
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
	arch_flag_write(home, holder, 0);
	/* What I wrote under the lock lands before the next holder enters. */
	FENCE(lock_release, arch_quiet());
	arch_tas_clear(home);
	return WEFT_OK;
}
