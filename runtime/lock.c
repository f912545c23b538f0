/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/wait.h"

#include <weft/fiber.h>
#include <weft/lock.h>

enum {
	MAX_RANKS = ARCH_CORES_MAX < 4096 ? ARCH_CORES_MAX : 4096,
	LOOK_EVERY = 16, /* attempts, a power of two: who holds it? */
};

enum {
	FIBER_SHIFT =
		16 /* in that word: the number of its fiber, modulo 2^16 */
};

static uint32_t holder; /* a word: who holds the lock here, rank + 1, or 0 */

/* The fiber that runs, where there are fibers. */
extern struct weft_fiber *rt_fiber __attribute__((weak));

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

static bool core_holds(weft_rank_t home)
{
	return held[home >> 5] >> (home & 31) & 1;
}

static uint32_t my_name(void)
{
	uint32_t fiber = &rt_fiber ? rt_fiber->number : 0;

	return fiber << FIBER_SHIFT | (arch_rank() + 1);
}

/* It may be another fiber of this core that does: its name is there. */
static bool holding(weft_rank_t home)
{
	if (!core_holds(home) || !&rt_fiber) {
		return core_holds(home);
	}
	FENCE(lock_holder, arch_settle(home)); /* I have written it myself */
	return arch_flag_read(home, holder) == my_name();
}

static void take(weft_rank_t home)
{
	held[home >> 5] |= UINT32_C(1) << (home & 31);
	arch_flag_write(home, holder, my_name());
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
static uint32_t holder_of(weft_rank_t home)
{
	uint32_t rank = arch_flag_read(home, holder) &
			((UINT32_C(1) << FIBER_SHIFT) - 1);

	return rank - 1;
}

/* For a fiber that waits, which notes that it holds it when it runs again. */
static ARCH_COLD bool attempt(void *what)
{
	const struct rt_wait *record = what;

	return arch_tas(record->word.value);
}

static ARCH_COLD bool idle(weft_rank_t home, uint64_t limit, const void *site)
{
	struct rt_wait record = rt_wait_record(RT_A_LOCK, home, holder_of(home),
					       "a lock", site);

	return rt_idler(attempt, &record, &record, limit);
}

/* Somebody holds it: attempts until it is mine, or the deadline. */
static int wait(weft_rank_t home, uint64_t deadline, const void *site)
{
	uint64_t limit = rt_limit(deadline);
	uint32_t attempts = 0;
	bool late = false;

	if (rt_idler && idle(home, limit, site)) {
		take(home);
		return WEFT_OK;
	}
	rt_wait_begin(RT_A_LOCK, home, RT_ANYONE, "a lock", site);
	do {
		late = arch_cycles() >= limit;
		if (late || (attempts & (LOOK_EVERY - 1)) == 0) {
			rt_wait.word.from = holder_of(home);
		}
		if (late && rt_never(deadline)) {
			rt_impatient();
		}
		if (!late) {
			arch_relax(attempts++);
		}
	} while (!late && !arch_tas(home));
	rt_wait_end();
	if (!late) {
		take(home);
	}
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
		return wait(home, deadline, __builtin_return_address(0));
	}
	take(home);
	return WEFT_OK;
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
