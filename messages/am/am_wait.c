/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, for room or for a count that handlers raise.  Meanwhile all messages
 * that come are served: by this thread, or by interrupts.
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
	SLOT_LOOKS = 3, /* reads of a slot in a look at it */
	SLOT_AGAIN = 5, /* more reads where one has come: half a round trip */
	/*
	 * Reads of the slot alone at the start of a call, for as long as a
	 * round trip.  There are more where later looks read slow memory.
	 */
	FIRST_LOOKS = ARCH_NEAR ? 128 : 24,
	WAITS = 16, /* waits for one scan; looks at a slot for one at news */
};

/*
 * Looks at news, and returns whether a message may have come.  A notice word
 * can be overwritten by another sender, so the word alone does not show all
 * messages.  The core therefore scans all sender bytes: at once if its last
 * message was found through the notice word, and otherwise only at every fourth
 * look at news.  Where messages are found through news, a scan also comes
 * between two messages that news names; else the sender that wrote last would
 * always be served first.  A message in the likely slot is left to the look at
 * that slot, which comes next.  A core that waits for a word does not look at
 * the slot, so it serves such a message here.
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
 * Looks at the slot in which the next message is likely, where it shows first.
 * Where a message has come, the next one is looked for there at once, and for
 * longer.  But after each 16th look at the slot, news is looked at first.
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
 * Looks until a message has been served or may have come, or until LOOKS looks
 * in a row were vain.  Looks at news alternate with looks at the likely slot
 * or, if the core waits for a word that another core writes, at that word.
 * Looks at news go on without the slot as long as news tells of messages that
 * are not in it.
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
 * Nothing has come for a while.  News is set to 0, a value that no sender
 * writes, so any value that comes ends the wait.  Messages that came before the
 * 0 landed are found by the scan after it.  Pairs with am_post_line of a sender,
 * whose byte lands before its news: if the 0 wipes out news, am_scan reads the
 * byte after that.
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
 * The wait is most often for a reply, which comes soon, so the first look is
 * for that: all other ways take longer.  But a core that asks another one again
 * and again has others to serve, too, so each 16th wait scans first.
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
