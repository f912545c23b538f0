/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events: what a core sleeps on, and how others wake it.
 *
 * Every core has a notification table of WEFT_EVENTS entries (M. A. Parker,
 * "Efficient User-Level Event Notification", Utah 2013, section 3.2, in software).
 * An entry is a count that only grows: a post is sticky and counted, never
 * lost, whether somebody waits or not.  Being woken is a hint; who waits looks at
 * the count.  The order that loses nothing is
 *
 *     seen = weft_event_stage(e);      what comes from here on ends the wait
 *     look whether what you want is already there; if not:
 *     weft_event_wait(e, seen, within);
 *     .. and look again.
 *
 * An entry may be bound to another core: then that core's weft_notify posts it.
 * Notifications that come before anybody is bound are kept and posted when
 * somebody is.  Data that the notifier has put here before are visible to who
 * sees the post.
 *
 * MPB: a flag a core.  Up to 255 cores: above, calls give WEFT_ERR_LIMIT.
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

typedef uint32_t weft_event_t; /* 0 .. WEFT_EVENTS - 1 */

#define WEFT_ANYONE UINT32_MAX       /* notifications by any core */
#define WEFT_NOBODY (UINT32_MAX - 1) /* only what this core posts itself */

/*
 * Take a free entry and bind it to notifications by `from`.  One core's
 * go to the entry bound to it, else to that of WEFT_ANYONE.  Its count begins
 * with those that have been kept for it, or 0.
 * WEFT_ERR_SPACE: none is free; WEFT_ERR_STATE: `from` is bound already;
 * WEFT_ERR_RANK, WEFT_ERR_NULL.  Thread.
 */
int weft_event_open(weft_rank_t from, weft_event_t *event);

/* Give it back; nobody may be waiting.  WEFT_ERR_STATE: not open.  Thread. */
int weft_event_close(weft_event_t event);

/* Post my own entry, once more.  WEFT_ERR_STATE.  Thread, handler. */
int weft_event_post(weft_event_t event);

/*
 * Notify that core: the entry there that is bound to me is posted, and the core
 * is woken if it sleeps.  Cost: a flag write and an interrupt.  No more than 65535
 * may be under way to a core that takes no interrupts.  My puts to that core
 * come before it.  WEFT_ERR_RANK.  Thread, handler.
 */
int weft_notify(weft_rank_t rank);

/* The count, to be given to weft_event_wait.  0 if not open.  Any context. */
uint32_t weft_event_stage(weft_event_t event);

/*
 * Until the count is no longer `staged`.  WEFT_ERR_TIMEOUT, WEFT_ERR_STATE.
 * Thread; the core sleeps, see weft_spin.
 */
int weft_event_wait(weft_event_t event, uint32_t staged, weft_us_t within);

/*
 * How this core's waits of this kind (events, requests, messages) begin: look
 * for so long before going to sleep.  0, as at start: sleep at once;
 * WEFT_FOREVER: never sleep.  Looking costs the application nothing where it
 * waits anyway and saves the interrupt.  Thread.
 */
void weft_spin(weft_us_t us);

#ifdef __cplusplus
}
#endif
#endif
