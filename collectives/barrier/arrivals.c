/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/barrier/arrivals.h"
#include "arch/barrier.h"
#include "arch/multicast.h"
#include "runtime/mpb_map.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#if ARCH_MULTICAST
_Static_assert(ARCH_FLAG_STRIDE == 4, "flags in a row are words in a row");

static uint32_t groups(uint32_t count)
{
	return (count + ARRIVALS_GROUP - 1) >> ARRIVALS_SHIFT;
}

uint32_t arrivals_bytes(uint32_t count)
{
	return rt_flag_bytes(ARRIVALS_GROUP + groups(count));
}

void arrivals_place(struct arrivals *own, uint32_t offset)
{
	own->cores = offset;
	own->firsts = rt_flag(offset, ARRIVALS_GROUP);
}

void arrivals_preset(const struct arrivals *own, uint32_t value)
{
	rt_flags_preset(own->cores, ARRIVALS_GROUP + groups(arch_count()),
			value);
}

void arrivals_tell(const struct arrivals *own, uint32_t value)
{
	uint32_t me = arch_rank(), place = me & (ARRIVALS_GROUP - 1);

	arch_flag_tell(me - place, rt_flag(own->cores, place), value);
}

/* Of so many flags from there on: the first that has not come to `need`, or n. */
static uint32_t arrivals_look(uint32_t flags, uint32_t n, uint32_t need,
			      uint32_t *least)
{
	uint32_t words[ARRIVALS_GROUP], low = *least;

	arch_flags_read(words, arch_rank(), flags, n);
	for (uint32_t i = 0; i < n; i++) {
		if ((int32_t)(words[i] - need) < 0) {
			return i;
		}
		low = (int32_t)(words[i] - low) < 0 ? words[i] : low;
	}
	*least = low;
	return n;
}

/* Of n flags, of the cores from `rank` on, each `step` from the one before. */
static int arrivals_gather_some(uint32_t flags, uint32_t n, uint32_t rank,
				uint32_t step, uint32_t need, uint32_t *least,
				uint64_t deadline)
{
	int error = WEFT_OK;

	while (n > 0 && !error) {
		uint32_t part = n < ARRIVALS_GROUP ? n : ARRIVALS_GROUP;
		uint32_t i = arrivals_look(flags, part, need, least);

		if (i < part) {
			error = rt_await(rt_flag(flags, i), need, deadline,
					 rank + arith_mul(i, step),
					 "all cores to come so far");
			continue;
		}
		n -= part;
		flags = rt_flag(flags, part);
		rank += arith_mul(part, step);
	}
	return error;
}

int arrivals_gather(const struct arrivals *own, uint32_t need, uint32_t *least,
		    uint64_t deadline)
{
	uint32_t me = arch_rank(), left = arch_count() - me;
	uint32_t all = groups(arch_count());
	int error = arrivals_gather_some(
		rt_flag(own->cores, 1),
		left < ARRIVALS_GROUP ? left - 1 : ARRIVALS_GROUP - 1, me + 1,
		1, need, least, deadline);

	if (error) {
		return error;
	}
	if (me == 0) {
		return arrivals_gather_some(rt_flag(own->firsts, 1), all - 1,
					    ARRIVALS_GROUP, ARRIVALS_GROUP,
					    need, least, deadline);
	}
	arch_flag_tell(0, rt_flag(own->firsts, me >> ARRIVALS_SHIFT), *least);
	return WEFT_OK;
}
#endif
