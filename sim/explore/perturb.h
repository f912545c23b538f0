/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a seed changes: delays, and in mode relaxed what a read returns.
 *
 * Every change is a number drawn by engine_random, 0 for none; each core numbers
 * its draws.  So a run can be repeated with some of the changes only, and when it
 * fails, those found that are needed.
 */
#ifndef SIM_EXPLORE_PERTURB_H
#define SIM_EXPLORE_PERTURB_H

#include <stdbool.h>
#include <stdint.h>

/* "0:17,3:4-9": only these draws of these ranks count; "none". */
void perturb_option(const char *list);

/* Should the run fail, find which are needed. */
extern bool perturb_shrinks;
extern const char *perturb_path; /* where they are written; or null */

/* One of the two has been asked for. */
extern bool perturb_on;

/*
 * Run all, or, where the changes that are needed are to be found, many times.
 * Before anything is drawn.
 */
_Noreturn void perturb_run(void (*all)(void));

#endif
