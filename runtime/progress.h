/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gate to the rounds of all parts (runtime/part.h).
 *
 * A part that is driven by what other cores do looks at what has come, does a bounded
 * amount of work, and never waits.  Its round runs when a handler calls, so it goes
 * on while the application computes, and when a thread calls that has given it
 * something to do.  Both may come at any instruction of each other, but rounds do
 * not nest: a handler that finds the gate busy leaves word, and who is inside goes
 * round once more.
 *
 * First in a round the bells are looked at (runtime/bell.h), so a part is notified
 * of who has rung before its own turn comes.
 */
#ifndef RUNTIME_PROGRESS_H
#define RUNTIME_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/part.h"

/*
 * Rounds until there is nothing to do.  Thread; within a round it only leaves
 * word.  Interrupts stay as they are.
 */
void rt_progress(void);

/*
 * The same for what the caller has begun just now: what others have done
 * is not looked at, as it interrupts, or will when interrupts are on again.
 */
void rt_progress_begun(void);

/* Bells found rung beyond the first of a look: so many interrupts merged. */
extern uint32_t rt_merged;

/* Interrupts taken in which no part found anything to do. */
extern uint32_t rt_spurious;

/* A part says that this round was not for nothing. */
extern bool rt_worked;

#endif
