/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gate to the rounds of all parts (runtime/part.h).
 *
 * The round of a part looks at what other cores have done, does a bounded
 * amount of work and never waits.  Handlers run rounds, so that a part goes on
 * while the application computes, and so do threads that have given a part
 * something to do.  A handler may interrupt a thread at any instruction, but
 * rounds do not nest: a caller that finds the gate closed notes that there is
 * more to do, and the caller inside then runs the rounds once more.
 *
 * A round begins with a look at the bells (runtime/bell.h), so a part is
 * notified of the cores that have rung before its own round runs.
 */
#ifndef RUNTIME_PROGRESS_H
#define RUNTIME_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/part.h"

/*
 * Runs rounds until there is nothing to do.  Within a round it only notes that
 * there is more.  Interrupts stay as they are.  Thread.
 */
void rt_progress(void);

/*
 * Runs rounds for what the caller has just begun.  They do not look at what
 * other cores have done, which interrupts this core, or will when interrupts
 * are on again.
 */
void rt_progress_begun(void);

/* Bells that looks found beyond the first: so many interrupts have merged. */
extern uint32_t rt_merged;

/* Interrupts in which no part found anything to do. */
extern uint32_t rt_spurious;

/* A part sets it to say that this round had something to do. */
extern bool rt_worked;

#endif
