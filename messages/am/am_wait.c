/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, for room or for what handlers count, while everything that comes is
 * served: by this thread, or by interrupts.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "arch/inline.h"
#include "messages/am/am.h"
#include "runtime/context.h"
#include "runtime/park.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

enum {
	LOOKS = 32,     /* that find nothing, before a core sleeps */
	SLOT_LOOKS = 3, /* .. of which those at a slot are so many */
	SLOT_AGAIN = 5, /* .. more, where one has come, for half a round trip */
	/*
	 * Of a call, at a slot alone, as long as a round trip; for longer where what
	 * comes after that lies in slow memory.
	 */
	FIRST_LOOKS = ARCH_NEAR ? 128 : 24,
	WAITS = 16, /* .. for which all bytes, or news, are looked at once */
};

/*
 * Whether news names a message.  Whose news another's have overwritten is looked for at
 * once only where this is how messages are found, else rarely.  There it is also looked
 * for between two that are named: who asks last would else be served first.  What stands in
 * the likely slot is found there, a moment later; a core that waits for a word does not look there.
 */
static bool look_at_news(bool rarely, bool word)
{
	uint32_t news = arch_inline_flag_at(am.own, am.notice);
	uint32_t likely = am.likely, found;
	uint32_t most = rarely ? 0 : AM_NAMED_MOST;

	if (news == am.news) {
		return false;
	}
	if (news != am.heard &&
	    am.named < (am.by_news ? AM_NAMED_WAITING : most)) {
		am.heard = news;
		am.named++;
		if (!(news & AM_NEWS_MESSAGE)) {
			return true;
		}
		if ((news & AM_NEWS_KEY) == likely && !word) {
			return false;
		}
		found = am_serve(news & AM_NEWS_KEY, 0);
	} else if (am.by_news || rarely) {
		found = am_scan();
	} else {
		return false;
	}
	if (found) {
		am.by_news = am.likely != likely;
	}
	return found;
}

/*
 * At the slot in which the next message is likely, where it shows first.  Where one has come
 * the next is looked for at once, and longer; but each 16th time at news first.
 */
static bool look_at_slot(uint32_t n)
{
	bool found = am_serve(am.likely, am.slot_looks) > 0;
	bool again = found && (n + 2) % (2 * WAITS) != 0;

	am.slot_looks = again ? SLOT_AGAIN : SLOT_LOOKS - 1;
	am.looks += again;
	return found;
}

/*
 * Looks until something has been served or may have come, or so often in vain: at
 * the likely slot, or, for a word that another core writes, at that; and at news, which
 * goes on as long as it tells of something that is not in that slot.
 */
static bool look_awhile(rt_ready *come, void *what, bool word)
{
	for (uint32_t vain = 0; vain < LOOKS; vain++) {
		uint32_t n = am.looks;

		am.looks = n + 1;
		if (n & 1) {
			if (look_at_news((n & 7) == 7, word)) {
				am.looks = n + !am.by_news;
				return true;
			}
			continue;
		}
		if (word ? come(what) : look_at_slot(n)) {
			am.by_news = false;
			return true;
		}
	}
	return false;
}

/*
 * Nothing has come for a while.  Set to 0, news cannot be one that I have seen,
 * and any value that comes ends the wait; what came before is looked at once
 * that has landed.  Pairs with am_post_line of a sender, whose byte lands before its
 * news: if the 0 wipes out news, am_scan reads the byte after that.
 */
static ARCH_COLD __attribute__((noinline)) int
sleep_until(rt_ready *come, void *what, uint64_t deadline, uint32_t from,
	    const char *why)
{
	arch_flag_write(am.me, am.notice, 0);
	FENCE(am_before_sleep, arch_settle(am.me));
	if (am_scan() == 0 && !come(what) &&
	    rt_await(am.notice, 1, deadline, from, why)) {
		return come(what) ? WEFT_OK : WEFT_ERR_TIMEOUT;
	}
	return WEFT_OK;
}

/* On a core that polls. */
static int poll_until(rt_ready *come, void *what, bool word, uint64_t deadline,
		      uint32_t from, const char *why)
{
	int error = WEFT_OK;

	while (!error && !come(what)) {
		if (!look_awhile(come, what, word)) {
			error = sleep_until(come, what, deadline, from, why);
		} else if (!rt_never(deadline) && arch_cycles() >= deadline) {
			return come(what) ? WEFT_OK : WEFT_ERR_TIMEOUT;
		}
	}
	return error;
}

ARCH_COLD int am_poll_word(rt_ready *come, void *what, uint64_t deadline,
			   uint32_t from, const char *why)
{
	return poll_until(come, what, true, deadline, from, why);
}

ARCH_COLD int am_serve_until(rt_ready *come, void *what, uint64_t deadline,
			     uint32_t from, const char *why)
{
	int error = WEFT_OK;

	if (am.how == WEFT_AM_POLL) {
		error = poll_until(come, what, false, deadline, from, why);
	} else if (am.how != WEFT_AM_HYBRID ||
		   !am_hybrid_comes(come, what, deadline)) {
		error = rt_park(come, what, deadline, from, why);
	}
	return am.evicted ? WEFT_ERR_DEAD : error;
}

static inline bool reached(const volatile uint32_t *count, uint32_t value)
{
	return (int32_t)(*count - value) >= 0;
}

struct counted {
	const volatile uint32_t *count;
	uint32_t value;
};

static bool is_counted(void *what)
{
	const struct counted *c = what;

	return reached(c->count, c->value) || am.evicted;
}

ARCH_COLD int am_wait_until(const volatile uint32_t *count, uint32_t value,
			    uint64_t deadline)
{
	struct counted what = {count, value};
	int error = am_serve_until(is_counted, &what, deadline, RT_ANYONE,
				   "active messages");

	return am.evicted ? WEFT_ERR_DEAD : error;
}

/* Apart, so that a poll that finds nothing needs no frame. */
ARCH_COLD int am_poll_rarely(void)
{
	int error = am_check();

	if (!error && !am.held) {
		rt_progress();
	}
	return error;
}

static ARCH_COLD __attribute__((noinline)) int
wait(const volatile uint32_t *count, uint32_t value, weft_us_t within)
{
	struct counted what = {count, value};
	int error = am_check();

	if (error || !count || am.held) {
		return error ? error : count ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	if (is_counted(&what)) {
		return WEFT_OK;
	}
	return am_wait_until(count, value, rt_deadline(within));
}

/*
 * What is waited for is most often a reply, and comes soon: all else takes longer.  But who
 * asks another core again and again has others to serve, too.
 */
int weft_am_wait(const volatile uint32_t *count, uint32_t value,
		 weft_us_t within)
{
	if ((uint32_t)rt_context < am.ready_poll && count) {
		if (!reached(count, value)) {
			if (++am.waits % WAITS == 0) {
				am_scan();
			}
			am_serve(am.likely, FIRST_LOOKS);
		}
		if (reached(count, value)) {
			return WEFT_OK;
		}
	}
	return wait(count, value, within);
}
