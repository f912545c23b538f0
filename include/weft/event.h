/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events: what a core sleeps on, and how other cores wake it.
 *
 * Every core has a notification table of WEFT_EVENTS entries (M. A. Parker,
 * "Efficient User-Level Event Notification", Utah 2013, section 3.2; here in
 * software).  An entry is a count that only grows.  A post adds one to it,
 * whether somebody waits or not, so no post is lost.  To be woken is a hint:
 * the thread looks at what it waits for once more.  This order misses nothing:
 *
 *     seen = weft_event_stage(e);      a post from here on ends the wait
 *     if what is wanted is not there yet:
 *             weft_event_wait(e, seen, within);
 *             look again
 *
 * An entry may be bound to another core.  That core's weft_notify then posts
 * it.  Notifications by a core to which no entry is bound are kept, and posted
 * when one is.  Whoever sees the post also sees the data that the notifying
 * core has put here before.
 *
 * MPB: a flag for each core.  Limit: 255 cores; in larger runs the calls fail
 * with WEFT_ERR_LIMIT.
 */
#ifndef WEFT_EVENT_H
#define WEFT_EVENT_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_EVENTS = 16
};

typedef uint32_t weft_event_t; /* 0 to WEFT_EVENTS - 1 */

#define WEFT_ANYONE UINT32_MAX       /* notifications by any core */
#define WEFT_NOBODY (UINT32_MAX - 1) /* only what this core posts itself */

/*
 * Takes a free entry and binds it to notifications by `from`.  A core's
 * notifications go to the entry that is bound to it, or else to that of
 * WEFT_ANYONE.  The count begins with the notifications that have been kept for
 * the entry.  Errors:  WEFT_ERR_SPACE if no entry is free; WEFT_ERR_STATE if
 * `from` has an entry already; WEFT_ERR_RANK, _NULL.  Thread.
 */
int weft_event_open(weft_rank_t from, weft_event_t *event);

/*
 * Gives an entry back, for which nobody may be waiting.  Error:  WEFT_ERR_STATE
 * if it is not open.  Thread.
 */
int weft_event_close(weft_event_t event);

/* Posts an entry of this core.  Error: WEFT_ERR_STATE.  Thread, handler. */
WEFT_REGISTERS int weft_event_post(weft_event_t event);

/*
 * Notifies a core: the entry there that is bound to this core is posted, and
 * the core is woken if it sleeps.  This core's earlier puts to that core are
 * visible by then.  At most 65535 notifications may be under way to a core that
 * takes no interrupts.  Error:  WEFT_ERR_RANK.  Thread, handler.  Cost: a flag
 * write and an interrupt.
 */
int weft_notify(weft_rank_t rank);

/*
 * Returns the count, which weft_event_wait is to be given; 0 if the entry is
 * not open.  Any context.
 */
WEFT_REGISTERS uint32_t weft_event_stage(weft_event_t event);

/*
 * Waits until the count is no longer `staged`; the core sleeps (weft_spin).
 * Errors:  WEFT_ERR_TIMEOUT, WEFT_ERR_STATE.  Thread.
 */
WEFT_REGISTERS int weft_event_wait(weft_event_t event, uint32_t staged,
				   weft_us_t within);

/*
 * Sets how long this core's waits for events, requests and messages look before
 * the core goes to sleep.  With 0, the value at start, it sleeps at once; with
 * WEFT_FOREVER it never sleeps.  Looking saves the interrupt that ends a sleep.
 * Thread.
 */
void weft_spin(weft_us_t us);

#ifdef __cplusplus
}
#endif
#endif
