/* SPDX-License-Identifier: Apache-2.0 */
/* What headers say beside their chunks: who is dead, and that a stream begins anew. */
#include "collectives/abcast/abcast.h"
#include "collectives/abcast/abcast_engine.h"
#include "messages/liveness.h"

/*
 * BEGIN_ANEW: who lacks chunks before such a message forgets them, as soon as it
 * has done with those that it has.  True: it has, now.
 */
static ARCH_COLD bool begin_anew(uint32_t root, uint32_t parent,
				 const struct abcast_header *h)
{
	struct abcast_stream *s = &abcast.stream[root];
	struct inbox_stream *in = abcast_in(root);
	uint32_t ahead = (h->id - in->come - 1) & ABCAST_N;

	if (ahead == 0 || ahead > ABCAST_N >> 1) {
		return false;
	}
	inbox_break_off(&abcast.inbox, root);
	if (s->freed != in->come) {
		turns_mark(&abcast.turns, parent);
		return false;
	}
	in->come += ahead;
	s->put = s->freed = in->delivered = in->come;
	inbox_begin_anew(&abcast.inbox, root, h->message);
	return true;
}

bool abcast_begins_anew(uint32_t parent, const struct abcast_header *h)
{
	bool anew = false;

	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		uint32_t root = h[b].id >> ABCAST_ROOT_SHIFT;

		if (root < abcast.count && h[b].message & ABCAST_RESTART &&
		    routes_gives(&abcast.routes, parent, root)) {
			anew |= begin_anew(root, parent, &h[b]);
		}
	}
	return anew;
}

void abcast_hear(const struct abcast_header *h)
{
	for (uint32_t b = 0; b < ABCAST_BUFFERS; b++) {
		if (h[b].offset >> ABCAST_NEWS_SHIFT) {
			liveness_hear((h[b].offset >> ABCAST_NEWS_SHIFT) - 1);
		}
	}
}
