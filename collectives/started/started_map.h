/* SPDX-License-Identifier: Apache-2.0 */
/* Which teams have started collectives, and what rounds do about them. */
#ifndef COLLECTIVES_STARTED_STARTED_MAP_H
#define COLLECTIVES_STARTED_STARTED_MAP_H

#include "collectives/started/started.h"
#include "runtime/part.h"

extern struct started *started_teams; /* all of this core */
rt_round started_round;

#endif
