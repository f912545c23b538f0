/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The broadcast that chooses, once for each class of sizes: up to what fits beside
 * a flag, the rest of a line, then two classes an octave of lines.
 */
#include "arch/arch.h"
#include "collectives/bcast/bcast_choice.h"
#include "collectives/bcast/tiny.h"
#include "collectives/team/calls.h"
#include "runtime/context.h"
#include "runtime/crc.h"

#include <weft/bcast.h>

static bcast_fn *made[BCAST_CLASSES];

/* The next call is often as long as the last one. */
static struct {
	size_t bytes;
	bcast_fn *bcast;
} last;

static __attribute__((noinline)) int
by_class(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	uint32_t largest, class = bcast_class(bytes, &largest);

	if (!made[class]) {
		made[class] = bcast_choice(largest);
#if BCAST_SLOTS
		tiny_choose(made[class], largest);
#endif
	}
	last.bytes = bytes;
	last.bcast = made[class];
	return last.bcast(data, bytes, root, within);
}

static bcast_fn choose_tiny;
static bcast_fn *tiny = choose_tiny;

static ARCH_COLD int choose_tiny(void *data, size_t bytes, weft_rank_t root,
				 weft_us_t within)
{
	tiny = bcast_choice(BCAST_TINY);
#if BCAST_SLOTS
	tiny_choose(tiny, BCAST_TINY);
#endif
	return tiny(data, bytes, root, within);
}

TEAM_CALLS_WEAK(team_calls_bcast);

static ARCH_COLD __attribute__((noinline)) int of_team(void *data, size_t bytes,
						       weft_rank_t root,
						       struct weft_team *team,
						       weft_us_t within)
{
	return team_calls_bcast
		       ? team_calls_bcast(data, bytes, root, team, within)
		       : WEFT_ERR_NULL;
}

/*
 * Tiny ones are soon over: as little as can be before they begin.  One more call
 * would take as long as a flag's write.
 */
int weft_bcast(void *data, size_t bytes, weft_rank_t root,
	       struct weft_team *team, weft_us_t within)
{
	RT_THREAD_ONLY();
	if (team) {
		return of_team(data, bytes, root, team, within);
	}
	if (!WEFT_DEBUG && !WEFT_CHECK && tiny_sends(data, bytes, root)) {
		return tiny_send(&tiny_slots, data, bytes, within);
	}
	if (!WEFT_DEBUG && !WEFT_CHECK && tiny_gets(data, bytes, root)) {
		return tiny_get(&tiny_slots, data, bytes, within);
	}
	if (bytes <= BCAST_TINY) {
		return tiny(data, bytes, root, within);
	}
	if (bytes == last.bytes) {
		return last.bcast(data, bytes, root, within);
	}
	return by_class(data, bytes, root, within);
}
