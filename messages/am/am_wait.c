/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting, for room or for a count that handlers raise.  Meanwhile all messages
 * that come are served: by this thread on a core that polls, or by interrupts.
 * am_look.h has the figure of what follows.
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
	SLOT_READS = 2, /* more reads of a slot in a look at it */
	SLOT_AGAIN = 5, /* more reads where one has come: half a round trip */
	/*
	 * Reads of the slot alone at the start of a call, for as long as a
	 * round trip.  There are more where later looks read slow memory.
	 */
	FIRST_READS = ARCH_NEAR ? 128 : 24,
	TURNS = 16,      /* after so many looks at the slot, news comes first */
	SCAN_WAITS = 16, /* after so many waits, a scan does */
	SCAN_TURNS = 4,  /* so many looks at news for one that may scan */
};

/*
 * Looks at news, and returns whether a message may have come (am_look.h).  A
 * message in the likely slot is left to the look at that slot, which comes
 * next.  A core that waits for a word does not look at the slot, so it serves
 * such a message here.
 */
static bool look_at_news(bool may_scan, bool word)
{
	struct am_look *look = &am.look;
	uint32_t news = arch_inline_flag_at(am.own, am.at.notice);
	uint32_t likely = look->likely, found;
	uint32_t budget = look->by_news ? AM_NAMED_WAITING
			  : may_scan    ? 0
					: AM_NAMED_MOST;

	if (news == look->scanned) {
		return false;
	}
	if (news != look->heard && look->named < budget) {
		look->heard = news;
		look->named++;
		if (!(news & AM_NEWS_MESSAGE)) {
			return true;
		}
		if ((news & AM_NEWS_KEY) == likely && !word) {
			return false;
		}
		found = am_serve(news & AM_NEWS_KEY, 0);
	} else if (look->by_news || may_scan) {
		found = am_scan();
	} else {
		return false;
	}
	if (found) {
		look->by_news = look->likely != likely;
	}
	return found;
}

/* AM_AT_NEWS: it stays there while messages are found by news. */
static bool turn_at_news(bool word)
{
	struct am_look *look = &am.look;
	bool may_scan = look->turn % SCAN_TURNS == SCAN_TURNS - 1;
	bool found = look_at_news(may_scan, word);

	if (!found || !look->by_news) {
		look->at = AM_AT_SLOT;
		look->turn++;
	}
	return found;
}

/*
 * AM_AT_SLOT.  Where a message has come, the next one is looked for there at
 * once, and for longer.  But after each 16th look at the slot, news comes
 * first.
 */
static bool turn_at_slot(void)
{
	struct am_look *look = &am.look;
	bool found = am_serve(look->likely, look->reads) > 0;

	if (found && (look->turn + 1) % TURNS != 0) {
		look->reads = SLOT_AGAIN;
		look->turn++;
	} else {
		look->reads = SLOT_READS;
		look->at = AM_AT_NEWS;
	}
	return found;
}

/* AM_AT_SLOT of a core that waits for a word: it looks at that word. */
static bool turn_at_word(rt_ready *come, void *what)
{
	am.look.at = AM_AT_NEWS;
	return come(what);
}

/*
 * Alternates until a message has been served or may have come.  Returns false
 * if so many looks in a row were in vain.
 */
static bool look_awhile(rt_ready *come, void *what, bool word)
{
	for (uint32_t vain = 0; vain < LOOKS; vain++) {
		if (am.look.at == AM_AT_NEWS) {
			if (turn_at_news(word)) {
				return true;
			}
		} else if (word ? turn_at_word(come, what) : turn_at_slot()) {
			am.look.by_news = false;
			return true;
		}
	}
	return false;
}

/*
 * ASLEEP.  News is set to 0, a value that no sender writes, so any value that
 * comes ends the wait.  Messages that came before the 0 landed are found by the
 * scan after it.  Pairs with am_post_line of a sender, whose byte lands before
 * its news: if the 0 wipes out news, am_scan reads the byte after that.
 */
static ARCH_COLD __attribute__((noinline)) int
sleep_until(rt_ready *come, void *what, uint64_t deadline, uint32_t from,
	    const char *why)
{
	arch_flag_write(am.me, am.at.notice, 0);
	FENCE(am_before_sleep, arch_settle(am.me));
	if (am_scan() == 0 && !come(what) &&
	    rt_await(am.at.notice, 1, deadline, from, why)) {
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

AM_BY_INTERRUPT int am_serve_until(rt_ready *come, void *what,
				   uint64_t deadline, uint32_t from,
				   const char *why)
{
	int error = WEFT_OK;

	if (am.mode.how == WEFT_AM_POLL) {
		error = poll_until(come, what, false, deadline, from, why);
	} else if (am.mode.how != WEFT_AM_HYBRID ||
		   !am_hybrid_comes(come, what, deadline)) {
		error = rt_park(come, what, deadline, from, why);
	}
	return am.mode.evicted ? WEFT_ERR_DEAD : error;
}

static inline bool reached(const volatile uint32_t *count, uint32_t value)
{
	return (int32_t)(*count - value) >= 0;
}

struct am_wait_counted {
	const volatile uint32_t *count;
	uint32_t value;
};

static bool is_counted(void *what)
{
	const struct am_wait_counted *c = what;

	return reached(c->count, c->value) || am.mode.evicted;
}

AM_BY_INTERRUPT int am_wait_until(const volatile uint32_t *count,
				  uint32_t value, uint64_t deadline)
{
	struct am_wait_counted what = {count, value};
	int error = am_serve_until(is_counted, &what, deadline, RT_ANYONE,
				   "active messages");

	return am.mode.evicted ? WEFT_ERR_DEAD : error;
}

/* Apart, so that a poll that finds nothing needs no frame. */
ARCH_COLD int am_poll_rarely(void)
{
	int error = am_check();

	if (!error && !am.mode.held) {
		rt_progress();
	}
	return error;
}

static AM_BY_INTERRUPT __attribute__((noinline)) int
wait(const volatile uint32_t *count, uint32_t value, weft_us_t within)
{
	struct am_wait_counted what = {count, value};
	int error = am_check();

	if (error || !count || am.mode.held) {
		return error   ? error
		       : count ? RT_WHY(WEFT_ERR_STATE,
					"handlers are held: weft_am_hold")
			       : WEFT_ERR_NULL;
	}
	if (is_counted(&what)) {
		return WEFT_OK;
	}
	return am_wait_until(count, value, rt_deadline(within));
}

/*
 * Most waits are for a reply, which comes soon.  So the first look is for that;
 * all other ways take longer.  But a core that asks another one again and again
 * has others to serve, too, so each 16th wait scans first.
 */
int weft_am_wait(const volatile uint32_t *count, uint32_t value,
		 weft_us_t within)
{
	if ((uint32_t)rt_context < am.mode.ready_poll && count) {
		if (!reached(count, value)) {
			if (++am.look.waits % SCAN_WAITS == 0) {
				am_scan();
			}
			am_serve(am.look.likely, FIRST_READS);
		}
		if (reached(count, value)) {
			return WEFT_OK;
		}
	}
	return wait(count, value, within);
}
