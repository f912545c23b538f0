/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The notification table.  Counts are written inside the gate or with interrupts
 * masked, and read anywhere: they are words.
 */
#include "arch/arch.h"
#include "runtime/bell.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/irq.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include <weft/event.h>

static struct event_entry {
	bool open;
	uint32_t from;
	volatile uint32_t count;
} table[WEFT_EVENTS];

static uint32_t channel;

/* What has come from cores that nobody was bound to. */
static uint32_t unclaimed[RT_BELLS];

static struct event_entry *bound_to(uint32_t from)
{
	for (uint32_t i = 0; i < WEFT_EVENTS; i++) {
		if (table[i].open && table[i].from == from) {
			return &table[i];
		}
	}
	return NULL;
}

/* Inside the gate, or masked. */
static void notified(uint32_t from, uint32_t times)
{
	struct event_entry *entry = bound_to(from);

	if (!entry) {
		entry = bound_to(WEFT_ANYONE);
	}
	if (entry) {
		entry->count += times;
	} else {
		unclaimed[from] += times;
	}
	rt_worked = true;
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "events",
	.notified = notified,
	.channel = &channel,
};
RT_PART(part);

/* What came from those that this entry is for, before it was there. */
static ARCH_COLD void claim(struct event_entry *entry)
{
	for (uint32_t i = 0; i < rt_run.count; i++) {
		if (entry->from == WEFT_ANYONE || entry->from == i) {
			entry->count += unclaimed[i];
			unclaimed[i] = 0;
		}
	}
}

ARCH_COLD int weft_event_open(weft_rank_t from, weft_event_t *event)
{
	arch_irq_state state;
	int error = WEFT_ERR_SPACE;

	RT_THREAD_ONLY();
	if (rt_run.count > RT_BELLS) {
		return RT_WHY(WEFT_ERR_LIMIT, "more than 255 cores");
	}
	if (!event) {
		return RT_WHY(WEFT_ERR_NULL, "event");
	}
	if (from >= rt_run.count && from != WEFT_ANYONE &&
	    from != WEFT_NOBODY) {
		return RT_WHY(WEFT_ERR_RANK, "from");
	}
	if (from != WEFT_NOBODY && bound_to(from)) {
		return RT_WHY(WEFT_ERR_STATE, "`from` has an event already");
	}
	if (from != WEFT_NOBODY && !rt_bells_used) {
		rt_bells_used = true;
		rt_progress(); /* what has come until now */
	}
	state = arch_irq_save();
	for (uint32_t i = 0; i < WEFT_EVENTS && error; i++) {
		if (!table[i].open) {
			table[i].from = from;
			table[i].count = 0;
			table[i].open = true;
			claim(&table[i]);
			*event = i;
			error = WEFT_OK;
		}
	}
	arch_irq_restore(state);
	return error;
}

static bool is_open(weft_event_t event)
{
	return event < WEFT_EVENTS && table[event].open;
}

ARCH_COLD int weft_event_close(weft_event_t event)
{
	RT_THREAD_ONLY();
	if (!is_open(event)) {
		return RT_WHY(WEFT_ERR_STATE, "that event is not open");
	}
	table[event].open = false;
	return WEFT_OK;
}

WEFT_REGISTERS int weft_event_post(weft_event_t event)
{
	arch_irq_state state;

	if (!is_open(event)) {
		return RT_WHY(WEFT_ERR_STATE, "that event is not open");
	}
	state = arch_irq_save();
	table[event].count++;
	rt_news++;
	arch_irq_restore(state);
	return WEFT_OK;
}

int weft_notify(weft_rank_t rank)
{
	arch_irq_state state;

	if (rt_run.count > RT_BELLS) {
		return RT_WHY(WEFT_ERR_LIMIT, "more than 255 cores");
	}
	if (rank >= rt_run.count) {
		return RT_WHY(WEFT_ERR_RANK, "no such core");
	}
	state = arch_irq_save();
	rt_bell_ring(rank, channel);
	arch_irq_restore(state);
	arch_raise(rank, 1);
	return WEFT_OK;
}

WEFT_REGISTERS uint32_t weft_event_stage(weft_event_t event)
{
	return is_open(event) ? table[event].count : 0;
}

struct event_staged {
	weft_event_t event;
	uint32_t count;
};

static bool posted(void *what)
{
	const struct event_staged *staged = what;

	return table[staged->event].count != staged->count;
}

WEFT_REGISTERS int weft_event_wait(weft_event_t event, uint32_t staged,
				   weft_us_t within)
{
	struct event_staged what = {event, staged};
	uint32_t from;

	RT_THREAD_ONLY();
	if (!is_open(event)) {
		return RT_WHY(WEFT_ERR_STATE, "that event is not open");
	}
	if (posted(&what)) {
		return WEFT_OK;
	}
	from = table[event].from < rt_run.count ? table[event].from : RT_ANYONE;
	return rt_park(posted, &what, rt_deadline(within), from,
		       "an event to be posted");
}
