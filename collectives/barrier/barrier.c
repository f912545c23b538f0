/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The barrier that chooses, at its first call.  The table has what is worth
 * choosing from on this port, and links nothing else.
 */
#include "collectives/barrier/barriers.h"

static ARCH_COLD_DATA const struct barrier *const chosen_from[] = {
	BARRIERS(BARRIER_IN_CHOSEN)};

static ARCH_COLD bool candidate(const void *of, uint32_t i,
				struct choose_option *o)
{
	const struct barrier *barrier;

	(void)of;
	if (i == sizeof(chosen_from) / sizeof(chosen_from[0])) {
		return false;
	}
	barrier = chosen_from[i];
	*o = (struct choose_option){0};
	if (barrier) {
		o->name = barrier->is.name;
		o->cost = barrier->cost;
	}
	return true;
}

/* What is linked for other reasons.  Weak: a reference from here links nothing. */
extern __typeof(weft_barrier_algorithm) weft_barrier_algorithm
	__attribute__((weak));

static ARCH_COLD bool linked(const void *of, uint32_t i,
			     struct choose_option *o)
{
	const struct weft_barrier_algorithm *a =
		weft_barrier_algorithm ? weft_barrier_algorithm(i) : NULL;

	(void)of;
	if (!a) {
		return false;
	}
	*o = (struct choose_option){.name = a->name};
	return true;
}

static ARCH_COLD_DATA const struct choose choice = {
	.what = "barrier",
	.variable = "WEFT_BARRIER",
	.list = candidate,
	.linked = linked,
};

static ARCH_COLD int first(weft_us_t within);
static int (*chosen)(weft_us_t within) = first;

static ARCH_COLD int first(weft_us_t within)
{
	uint32_t i = choose(&choice, NULL, 0, arch_count());

	chosen = i < CHOOSE_LINKED
			 ? chosen_from[i]->is.barrier
			 : weft_barrier_algorithm(i - CHOOSE_LINKED)->barrier;
	return chosen(within);
}

int weft_barrier_world(weft_us_t within)
{
	return chosen(within);
}
