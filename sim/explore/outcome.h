/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What executions print: kept until it is known which is to be shown, and told
 * apart.  The order of lines does not count, since cores' are not ordered.
 */
#ifndef SIM_EXPLORE_OUTCOME_H
#define SIM_EXPLORE_OUTCOME_H

#include <stdbool.h>

void outcome_create(void);
void outcome_collect(void); /* what this process prints from now on */
void outcome_add(void);     /* the last execution's was this */
void outcome_tell(void);    /* the different ones, and how many of each */
void outcome_print(
	bool first); /* the first one added, or the last execution's */

#endif
