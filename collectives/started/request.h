/* SPDX-License-Identifier: Apache-2.0 */
/* The requests of started collectives, and how a thread waits for what rounds bring. */
#ifndef COLLECTIVES_STARTED_REQUEST_H
#define COLLECTIVES_STARTED_REQUEST_H

#include <stdbool.h>

#include "runtime/operation.h"
#include "runtime/part.h"

/* Its request ends in COMPLETE; or REUSABLE, with the error in `last`. */
extern const struct rt_operation started_operation;

/* An operation of the thread's own waits for it to come by. */
extern volatile bool started_wants_thread;

/* Runs rounds until that has come. */
int started_await(rt_ready *come, void *what, uint64_t deadline,
		  const char *why);

#endif
