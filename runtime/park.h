/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for what the rounds of parts bring: stage, check, park.
 *
 * Whoever waits says by a function whether it has come.  Handlers make it come;
 * a wake-up is only a hint to look again, so none can be lost: the look and the
 * sleep are one step with interrupts masked.  The order in time is: look with
 * interrupts masked, sleep (which lets a pending one in), look again.
 */
#ifndef RUNTIME_PARK_H
#define RUNTIME_PARK_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/wait.h"

/*
 * Look for it without a sleep, as long as weft_spin said, until then at most.  Linked
 * where an application calls weft_spin.
 */
bool rt_spin(rt_ready *ready, void *what, uint64_t deadline);

/*
 * Drive rounds and sleep in between until ready(what), or the deadline.
 * With weft_spin set, looks for that long before it sleeps.  WEFT_OK or
 * WEFT_ERR_TIMEOUT.  Thread.
 */
int rt_park(rt_ready *ready, void *what, uint64_t deadline, uint32_t from,
	    const char *why);

#endif
