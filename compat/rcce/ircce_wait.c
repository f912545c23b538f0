/* SPDX-License-Identifier: Apache-2.0 */
/* How iRCCE waits: which flags other cores may write, and what a core does until one does. */
#include <weft/flag.h>

#include "compat/rcce/ircce.h"

enum {
	LOOK = 20 /* us: how long one of several flags is waited for */
};

/* A flag of mine that the other core of the pair will write. */
struct ircce_event {
	weft_rank_t from;
	uint32_t flag, value;
};

static bool is_awaited(int source)
{
	return ircce.from[source].first || ircce.any.first ||
	       ircce.probed == source || ircce.probed == iRCCE_ANY_SOURCE;
}

/* What can go on when another core writes: one of the flags, and how many there are. */
static int waits_for(int which, struct ircce_event *event)
{
	int count = 0;

	if (ircce.sends.first) {
		int dest = ircce.sends.first->dest;

		if (count++ == which) {
			*event = (struct ircce_event){
				(weft_rank_t)dest,
				weft_flag_at(ircce.taken, (uint32_t)dest),
				ircce.pair[dest].to};
		}
	}
	for (int source = 0; source < RCCE_NP; source++) {
		if (is_awaited(source) && count++ == which) {
			*event = (struct ircce_event){
				(weft_rank_t)source,
				weft_flag_at(ircce.news, (uint32_t)source),
				ircce.pair[source].from + 1};
		}
	}
	return count;
}

/* One flag is waited for.  Of several, each in turn for a while. */
void ircce_idle(bool wait)
{
	static int which;
	struct ircce_event event = {0, weft_flag_at(ircce.news, 0),
				    ircce.pair[0].from + 1};
	int count;

	which++;
	count = waits_for(which, &event);
	if (which >= count) {
		which = 0;
		waits_for(0, &event);
	}
	(void)weft_flag_wait_from(event.from, event.flag, event.value,
				  !wait        ? 0
				  : count == 1 ? WEFT_FOREVER
					       : LOOK);
}

void ircce_until(const volatile int *over)
{
	while (!*over) {
		bool moved = ircce_push_sends();

		moved |= ircce_push_receives();
		if (!*over && !moved) {
			ircce_idle(true);
		}
	}
}
