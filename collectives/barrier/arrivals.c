/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/barrier/arrivals.h"
#include "arch/multicast.h"

#if ARCH_MULTICAST
static ARCH_COLD uint32_t arrivals_writer(const void *of, uint32_t i)
{
	(void)of;
	return i + 1;
}

int arrivals_gather(uint32_t words, uint32_t value, uint64_t deadline)
{
	uint32_t first = rt_flag(words, 1), n = arch_count() - 1;

	/* Mostly all come so soon: a look without what a wait saves. */
	if (arch_look_all(0, first, n, value, rt_look_until(deadline))) {
		return WEFT_OK;
	}
	return rt_await_row(0, first, n, value, deadline, arrivals_writer, NULL,
			    "all cores to come so far");
}
#endif
