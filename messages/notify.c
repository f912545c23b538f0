/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/notify.h"
#include "runtime/bell.h"
#include "runtime/mpb_map.h"

static void ring_at_once(uint32_t first, uint32_t n, uint32_t channel)
{
	uint32_t rank = first;

	for (uint32_t left = n; left > 0; left--) {
		rt_bell_ring(rank, channel);
		rank = rank + 1 == rt_run.count ? 0 : rank + 1;
	}
	notify_interrupt(first, n);
}

static void ring_each(uint32_t rank, uint32_t n, uint32_t channel)
{
	for (; n > 0; n--) {
		rt_bell_ring(rank, channel);
		arch_raise(rank, 1);
		rank = rank + 1 == rt_run.count ? 0 : rank + 1;
	}
}

void notify_ring(uint32_t first, uint32_t n, uint32_t channel)
{
	if (notify_at_once()) {
		ring_at_once(first, n, channel);
	} else {
		ring_each(first, n, channel);
	}
}
