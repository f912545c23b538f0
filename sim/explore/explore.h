/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The explorer: plays all schedules that differ, or one again; docs/schedules.md.
 *
 * The cores are brought to where the exploration begins; from there each
 * schedule is played in a process of its own, a copy made by fork, so that all
 * begin alike.
 */
#ifndef SIM_EXPLORE_EXPLORE_H
#define SIM_EXPLORE_EXPLORE_H

/* "key:value,.." of the command line; wrong input is death by name. */
void explore_option(const char *list);

/* Play just this one; may come before or after. */
void explore_schedule(const char *text);

/* Where to write, for the runner, the schedule of a run that failed. */
extern const char *explore_path;

void explore_blocks(void); /* the table of blocks is there */
void explore_create(void); /* the cores are, but do not run */
_Noreturn void explore_run(void);

#endif
