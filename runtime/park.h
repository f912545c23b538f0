/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for what the rounds of parts bring: stage, check, park.
 *
 * A waiting core is given a function, ready(), which tells whether that has come.
 * Rounds, mostly in handlers, make it come.  No wake-up is lost, because a wake-up is
 * only a hint to call ready() again, and because the call and the sleep are one step:
 * the core masks interrupts, calls ready(), sleeps, which lets a pending interrupt in,
 * and calls ready() again.
 */
#ifndef RUNTIME_PARK_H
#define RUNTIME_PARK_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/wait.h"

/*
 * Calls ready() again and again, without a sleep, for as long as weft_spin has set and
 * at most until the deadline.  True: it has come.  This is linked only where an
 * application calls weft_spin.
 */
bool rt_spin(rt_ready *ready, void *what, uint64_t deadline);

/*
 * Runs rounds, and sleeps between them, until ready(what) or the deadline.  With
 * weft_spin it spins before it sleeps.  `from` and `why` are for the record
 * (runtime/wait.h).  WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
 */
int rt_park(rt_ready *ready, void *what, uint64_t deadline, uint32_t from,
	    const char *why);

#endif
