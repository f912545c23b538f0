/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who waits for a word of this node from another one.  While somebody does, the word's
 * window has the server among its watchers, so that a core that writes there wakes it.
 */
#include <stdlib.h>

#include "host/host.h"
#include "host/mpi/serve.h"

struct watch {
	uint32_t from;
	struct arch_word word;
};

static struct watch *watches;
static uint32_t n_watches, room_for_watches;

static void forget(uint32_t i)
{
	__atomic_fetch_sub(
		&core.cells[watches[i].word.rank - core.first].watchers,
		FAR_WATCH, __ATOMIC_SEQ_CST);
	watches[i] = watches[--n_watches];
}

/* A core has one watch for a word: it may ask anew after a signal. */
void site_forget(const struct far_record *record)
{
	for (uint32_t i = n_watches; i-- > 0;) {
		if (watches[i].from == record->from &&
		    watches[i].word.rank == record->rank &&
		    watches[i].word.offset == record->offset) {
			forget(i);
		}
	}
}

void site_watch(const struct far_record *record)
{
	site_forget(record);
	if (n_watches == room_for_watches) {
		room_for_watches = 2 * room_for_watches + 16;
		watches = realloc(watches, room_for_watches * sizeof(*watches));
		if (!watches) {
			die(STATUS_HOST, "no memory for waits");
		}
	}
	watches[n_watches++] = (struct watch){
		.from = record->from,
		.word = {record->rank, record->offset, record->value, 0},
	};
	__atomic_fetch_add(&core.cells[record->rank - core.first].watchers,
			   FAR_WATCH, __ATOMIC_SEQ_CST);
}

bool watch_look(void)
{
	bool any = false;

	for (uint32_t i = n_watches; i-- > 0;) {
		const struct arch_word *word = &watches[i].word;
		const uint32_t *at = serve_place(word->rank, word->offset);

		if ((int32_t)(__atomic_load_n(at, __ATOMIC_ACQUIRE) -
			      word->value) >= 0) {
			far_tell_news(watches[i].from);
			forget(i);
			any = true;
		}
	}
	return any;
}
