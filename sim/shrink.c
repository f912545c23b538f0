/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "sim/schedule.h"
#include "sim/shrink.h"

static struct schedule best;

/* Of `schedule`, what could be done: that is now the best, if it still fails. */
static bool fails(int status)
{
	if (explore_play(false) != status) {
		schedule = best;
		return false;
	}
	schedule_of_tape();
	if (schedule.n < best.n) {
		best = schedule;
		return true;
	}
	schedule = best;
	return false;
}

static void without(uint32_t from, uint32_t n)
{
	memmove(&schedule.at[from], &schedule.at[from + n],
		(schedule.n - from - n) * sizeof(schedule.at[0]));
	schedule.n -= n;
}

/* Halves, quarters, .. down to single ones; the last go first. */
static bool remove_some(int status, uint32_t n)
{
	bool any = false;
	uint32_t from = best.n;

	while (from > 0) {
		uint32_t now = from < n ? from : n;

		from -= now;
		without(from, now);
		if (fails(status)) {
			any = true;
			from = from < best.n ? from : best.n;
		}
	}
	return any;
}

void shrink(int status)
{
	best = schedule;
	for (uint32_t n = best.n; n > 1; n = (n + 1) / 2) {
		remove_some(status, n);
	}
	while (best.n && remove_some(status, 1)) {
	}
	schedule = best;
}
