/* SPDX-License-Identifier: Apache-2.0 */
/* The steps that were played, one after another, as JSON for the runner. */
#ifndef SIM_EXPLORE_NARRATE_H
#define SIM_EXPLORE_NARRATE_H

#include "sim/explore/stepwise.h"

extern const char *narrate_path; /* null: nothing is written */

void narrate_create(void); /* after stepwise_create, before the cores start */
void narrate_stop(uint32_t rank); /* the running core has stopped here .. */
uint32_t narrate_stopped(uint32_t rank); /* .. by these calls */
/* From now on; in virtual time the last ones of a run, when it ends. */
void narrate_begin(void);
void narrate(uint32_t at);

#endif
