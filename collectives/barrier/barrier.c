/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier that chooses, at its first call, from what is worth it on this port. */
#include "collectives/barrier/barriers.h"
#include "collectives/team/calls.h"

static ARCH_COLD_DATA const struct choose_candidate *const list[] = {
	BARRIERS(BARRIER_IN_CHOSEN)};
static ARCH_COLD_DATA const uint32_t end = sizeof(list) / sizeof(list[0]);

/* What is linked for other reasons.  Weak: a reference from here links nothing. */
extern __typeof(barrier_all) barrier_all __attribute__((weak));
extern __typeof(barrier_all_end) barrier_all_end __attribute__((weak));

static ARCH_COLD_DATA const struct choose choice = {
	.what = "barrier",
	.variable = "WEFT_BARRIER",
	.list = list,
	.end = &end,
	.linked = barrier_all,
	.linked_end = &barrier_all_end,
};

static ARCH_COLD int first(weft_us_t within);
static int (*chosen)(weft_us_t within) = first;

static ARCH_COLD int first(weft_us_t within)
{
	const struct barrier *taken =
		(const void *)*choose(&choice, NULL, 0, arch_count());

	chosen = taken->all;
	return chosen(within);
}

TEAM_CALLS_WEAK(team_calls_barrier);

static ARCH_COLD __attribute__((noinline)) int of_team(struct weft_team *team,
						       weft_us_t within)
{
	return team_calls_barrier ? team_calls_barrier(team, within)
				  : WEFT_ERR_NULL;
}

int weft_barrier(struct weft_team *team, weft_us_t within)
{
	if (team) {
		return of_team(team, within);
	}
	return chosen(within);
}
