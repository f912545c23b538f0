/* SPDX-License-Identifier: Apache-2.0 */
/* Ways that are open, and what the owners of queues tell their senders. */
#include "arch/arch.h"
#include "messages/am/ways/am_spill.h"
#include "runtime/wait.h"
#include "runtime/why.h"
#include "topology/arith.h"

weft_am_handler am_on_taken;

enum {
	NOT_TOLD = 1 /* `taken` never is, as it counts whole words */
};

/* A handler may walk this list at any time, so the list changes by one write. */
static struct weft_am_way *volatile ways;

static struct weft_am_way *way_to(uint32_t rank, uint32_t segment)
{
	for (struct weft_am_way *w = ways; w; w = w->next) {
		if (w->to.rank == rank && w->segment == segment) {
			return w;
		}
	}
	return NULL;
}

/* A receiver says what it has taken so far, and what was wrong with a message. */
void am_on_taken(struct weft_am_message *m)
{
	struct weft_am_way *way =
		way_to(m->from, m->word[AM_WORD_HEAD] & AM_HEAD_BYTE);

	if (way && m->count > AM_WORD_MORE) {
		way->taken = m->word[AM_WORD_OFFSET];
		if (m->word[AM_WORD_MORE]) {
			way->error = (int)m->word[AM_WORD_MORE];
		}
	}
}

/*
 * The queue's owner counts on from where this core's last way to it ended, and says where
 * that is.  What that way sent by messages is there before the question.  A piece takes
 * another path, so this waits for it first.  `taken` may have been told already by a
 * message that the owner sent after its answer; that one is newer.
 */
static ARCH_COLD int am_way_open_go_on(struct weft_am_way *way,
				       uint64_t deadline)
{
	uint32_t words[AM_WORD_MORE] = {0, am_head_alone(way->segment)};
	uint32_t at[AM_WAY_WORDS];
	arch_irq_state state;
	int error = am_spill_idle ? am_spill_idle(deadline) : WEFT_OK;

	if (!error) {
		error = am_ask(way->to.rank, AM_ON_WAY, words, AM_WORD_MORE, at,
			       sizeof(at), deadline);
	}
	if (error) {
		return error;
	}
	way->put = at[AM_WAY_PUT];
	state = arch_irq_save();
	if (way->taken == NOT_TOLD ||
	    (int32_t)(at[AM_WAY_TAKEN] - way->taken) > 0) {
		way->taken = at[AM_WAY_TAKEN];
	}
	arch_irq_restore(state);
	return WEFT_OK;
}

static ARCH_COLD int am_way_open_find(struct weft_am_way *way, weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	int error = weft_am_map(&way->there, way->to.rank, way->segment,
				way->key, within);

	if (error) {
		return error;
	}
	error = am_way_open_go_on(way, deadline);
	if (error) {
		weft_am_unmap(&way->there);
		return error;
	}
	way->share = am_share(way->there.bytes);
	way->mine = arith_mul(am.me, way->share);
	way->most = way->share >> 2 > AM_ENTRY_MOST
			    ? (way->share >> 2) - AM_ENTRY_MOST
			    : 0;
	return WEFT_OK;
}

static ARCH_COLD bool drop(struct weft_am_way *way)
{
	if (ways == way) {
		ways = way->next;
		return true;
	}
	for (struct weft_am_way *w = ways; w; w = w->next) {
		if (w->next == way) {
			w->next = way->next;
			return true;
		}
	}
	return false;
}

ARCH_COLD int weft_am_way_open(struct weft_am_way *way, weft_us_t within)
{
	int error = am_library();

	if (error || !way) {
		return error ? error : WEFT_ERR_NULL;
	}
	if (!way->link && way_to(way->to.rank, way->segment)) {
		return RT_WHY(WEFT_ERR_STATE, "a way there is open already");
	}
	way->put = way->share = 0;
	way->most = way->link ? UINT32_MAX : 0;
	way->taken = NOT_TOLD;
	way->spills = false;
	way->error = WEFT_OK;
	if (way->link) {
		return WEFT_OK;
	}
	way->next = ways;
	ways = way;
	error = am_way_open_find(way, within);
	if (error) {
		drop(way);
	}
	return error;
}

ARCH_COLD int weft_am_way_close(struct weft_am_way *way)
{
	int error = am_library();

	if (error || !way || way->link) {
		return error ? error : way ? WEFT_OK : WEFT_ERR_NULL;
	}
	return drop(way) ? weft_am_unmap(&way->there)
			 : RT_WHY(WEFT_ERR_STATE, "the way is not open");
}
