/* SPDX-License-Identifier: Apache-2.0 */
/* What start-up and end need of the engine. */
#ifndef COLLECTIVES_ABCAST_ENGINE_H
#define COLLECTIVES_ABCAST_ENGINE_H

#include "runtime/mpb_map.h"
#include "runtime/progress.h"

rt_engine abcast_engine;

/* That core has something for me: its bell has rung. */
void abcast_rung(uint32_t from);

/* The others' progress in my stream: nothing yet. */
void abcast_credit_init(const struct rt_shape *shape);

/*
 * main has ended.  Returns when all that this core has started has left;
 * what others send it is dropped from here on, but still passed on.
 */
void abcast_finish(void);

#endif
