/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which fiber runs: what fiber.c and schedule.c share.
 *
 * Fibers that can run are in a ring for each priority, and the one that runs is the
 * first of the highest ring that has any.  Those that wait are on a list; what they
 * wait for is looked for at each switch, but for yields that follow each other within a moment
 * in which the core has heard of nothing (rt_news).  Handlers touch neither: they change what is
 * looked at.  So no interrupt is masked but for the looks themselves, which end in a
 * sleep if nothing has come: look and sleep are one step.
 */
#ifndef FIBER_SCHEDULE_H
#define FIBER_SCHEDULE_H

#include "arch/switch.h"
#include "runtime/wait.h"

#include <weft/fiber.h>

/* The fiber that runs.  Read from outside by name: its stack is the core's. */
extern struct weft_fiber *rt_fiber;

/* Those that have been created and have not ended. */
extern uint32_t fiber_live;

/* Cycles since this core's start in which it had several fibers and none could run. */
extern uint64_t fiber_idle;

/* Put it at the end of its ring. */
void fiber_ready(struct weft_fiber *fiber);

/* The fiber that runs does so no more; it may be on the list of those that wait. */
void fiber_off(void);

/*
 * Go on with the first fiber that can run, once there is one; that may be this one.  The
 * record is of this one's wait.
 */
void fiber_next(const struct rt_wait *record);

/*
 * Until come(what), or that time: true if it came.  Others run meanwhile.
 */
bool fiber_wait(rt_ready *come, void *what, const struct rt_wait *record,
		uint64_t deadline);

#endif
