/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/am/am_lean.h"
#include "runtime/context.h"
#include "runtime/part.h"
#include "runtime/progress.h"

struct am am;

/* am_library.c: if that is linked, its endpoint is there before any message. */
extern void am_library_open(void) __attribute__((weak, visibility("hidden")));

/* The gate may evict this core between the two, so `evicted` is looked at again. */
ARCH_COLD void am_set_ready(void)
{
	bool ready = am.mode.how && !am.mode.held && !am.mode.evicted;

	am.mode.ready_poll = ready && am.mode.how == WEFT_AM_POLL;
	am.mode.ready = am.mode.ready_poll ? am.count : 0;
	if (*(volatile bool *)&am.mode.evicted) {
		am.mode.ready = am.mode.ready_poll = 0;
	}
}

AM_BY_INTERRUPT int am_check(void)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!am.mode.how) {
		return am.mode.placed
			       ? RT_WHY(WEFT_ERR_STATE,
					"weft_am_begin has not been called")
			       : WEFT_ERR_LIMIT;
	}
	return am.mode.evicted ? WEFT_ERR_DEAD : WEFT_OK;
}

/* A round of the gate: the likely slot, then all that there is. */
static AM_BY_INTERRUPT __attribute__((noinline)) bool serve_round(void)
{
	uint32_t served;

	if (am.mode.held) {
		am.mode.pending = true;
		return false;
	}
	served = am_serve(am.look.likely, 0);
	while (served < AM_BURST) {
		uint32_t n = served == 1 ? am_scan() : am_look();

		served += n;
		rt_worked |= served > 0;
		if (n == 0) {
			return am.mode.how == WEFT_AM_HYBRID &&
			       am_hybrid_round(served);
		}
	}
	return true;
}

/* The thread comes here, too, by rt_progress. */
static bool round(enum rt_round why)
{
	if (why == RT_TICK) {
		am_watch();
	}
	return why != RT_BEGUN &&
	       (am.mode.how >= WEFT_AM_INTERRUPT || am.mode.finished) &&
	       serve_round();
}

/* Others may still send, and nobody polls any more: from now on ticks serve. */
static ARCH_COLD void finish(void)
{
	if (am.mode.how == WEFT_AM_POLL) {
		while (am_look() > 0) {
		}
		am.mode.finished = true;
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "am",
	.bytes = am_bytes,
	.placed = am_place,
	.round = round,
	.lost = am_lost,
	.finish = finish,
};
RT_PART_DEALT(part);

ARCH_COLD int weft_am_begin(enum weft_am_reception how)
{
	RT_THREAD_ONLY();
	if (!am.mode.placed) {
		return RT_WHY(
			WEFT_ERR_LIMIT,
			"Active Messages have no room in the MPB in this run");
	}
	if (how < WEFT_AM_POLL || how > WEFT_AM_HYBRID) {
		return RT_WHY(WEFT_ERR_NUMBER, "how: no such reception");
	}
	if (am.mode.how) {
		return RT_WHY(WEFT_ERR_STATE, "begun already");
	}
	if (am_library_open) {
		am_library_open();
	}
	am.mode.how = how;
	am_set_ready();
	/*
	 * A sender that has not seen this word reads it once its message has
	 * landed (am_tell.c).  This core looks for messages once the word has.
	 */
	arch_flag_write(am.me, am.at.reception, how);
	arch_settle(am.me);
	if (how != WEFT_AM_POLL) {
		rt_progress();
	}
	return WEFT_OK;
}

ARCH_COLD int weft_am_open(uint32_t number,
			   const struct weft_am_endpoint *endpoint)
{
	RT_THREAD_ONLY();
	if (!endpoint || (endpoint->handlers > 0 && !endpoint->handler)) {
		return RT_WHY(WEFT_ERR_NULL, "endpoint or its handlers");
	}
	if (number >= WEFT_AM_ENDPOINTS ||
	    endpoint->handlers > WEFT_AM_HANDLERS) {
		return RT_WHY(WEFT_ERR_NUMBER,
			      "endpoint: 0 to 15; handlers: at most 256");
	}
	if (am.endpoint[number]) {
		return RT_WHY(WEFT_ERR_STATE, "the endpoint is open already");
	}
	am.endpoint[number] = endpoint;
	return WEFT_OK;
}

ARCH_COLD int weft_am_close(uint32_t number)
{
	RT_THREAD_ONLY();
	if (number >= WEFT_AM_ENDPOINTS) {
		return RT_WHY(WEFT_ERR_NUMBER, "endpoint: 0 to 15");
	}
	if (!am.endpoint[number]) {
		return RT_WHY(WEFT_ERR_STATE, "the endpoint is not open");
	}
	am.endpoint[number] = NULL;
	am.usual.head = AM_NO_HEAD;
	return WEFT_OK;
}

ARCH_COLD void weft_am_hold(void)
{
	am.mode.held++;
	am_set_ready();
}

ARCH_COLD void weft_am_release(void)
{
	if (am.mode.held == 0 || --am.mode.held > 0) {
		return;
	}
	am_set_ready();
	if (am.mode.pending) {
		/* Cleared first: messages from here on interrupt again. */
		am.mode.pending = false;
		rt_progress();
	}
}

ARCH_COLD uint32_t weft_am_slots(void)
{
	return am.mode.placed ? am.form.mask + 1 : 0;
}
