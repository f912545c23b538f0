/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the engine, and what start-up and end need of it. */
#ifndef COLLECTIVES_ABCAST_ENGINE_H
#define COLLECTIVES_ABCAST_ENGINE_H

#include "runtime/mpb_map.h"
#include "runtime/progress.h"

rt_engine abcast_engine;

/* That core has something for me: its bell has rung. */
void abcast_rung(uint32_t from);

/* abcast_engine.c: the queue of chunks to be put. */
bool abcast_queue_empty(void);
void abcast_enqueue(uint32_t id);

/* abcast_receive.c: deliver what came before the application had chosen. */
ARCH_COLD void abcast_catch_up(void);
/*
 * Serve those whose bells rang and had to wait.  True: the
 * burst is over again, and there are more.
 */
bool abcast_scan(void);
/* A round's last. */
void abcast_scanned(void);
/* Look there next time; look at all, whether they have rung or not. */
void abcast_look_at(uint32_t parent);
void abcast_look_at_all(void);

/* abcast_answer.c: I have copied n of that stream from this core. */
void abcast_show_copied(uint32_t root, uint32_t n, uint32_t parent);
/* What is shown has been settled meanwhile. */
void abcast_settled(void);
/* That stream may have been freed further; show what has. */
void abcast_touch(uint32_t root);
void abcast_show_freed(void);
/* Tell those who wait for what I have shown. */
void abcast_answer(void);
/*
 * Leave word whom I wait for, as ranks + 1, or 0.  True: look once more.
 */
bool abcast_park(uint32_t child, uint32_t core);

/* The others' progress in my stream: nothing yet. */
ARCH_COLD void abcast_credit_init(const struct rt_shape *shape);

/*
 * main has ended.  Returns when all that this core has started has left;
 * what others send it is dropped from here on, but still passed on.
 */
ARCH_COLD void abcast_finish(void);

#endif
