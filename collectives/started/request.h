/* SPDX-License-Identifier: Apache-2.0 */
/* The requests of started collectives, and how a thread waits for what rounds bring. */
#ifndef COLLECTIVES_STARTED_REQUEST_H
#define COLLECTIVES_STARTED_REQUEST_H

#include <stdbool.h>

#include "runtime/operation.h"
#include "runtime/part.h"

/*
 * The core that keeps this one from the end of the oldest collective of a team, which
 * is `of`; or RT_ANYONE.  It may wait for another one itself.
 */
typedef uint32_t started_whom(void *of);

/* An operation of the thread's own waits for it to come by. */
extern volatile bool started_wants_thread;

/* Runs rounds until that has come. */
int started_await(rt_ready *come, void *what, started_whom *whom, void *of,
		  uint64_t deadline, const char *why);

/*
 * What the two protocols' rt_operations have in common.  Requests end in COMPLETE; or
 * REUSABLE, with the error in `last`.  `data` is the team's object.  A time-out
 * leaves in `peer` who is waited for.
 */
void started_look(struct weft_request *request, enum weft_request_state state);
int started_wait(struct weft_request *request, enum weft_request_state state,
		 weft_us_t within, started_whom *whom);

#endif
