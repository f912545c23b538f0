/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_SHRINK_H
#define SIM_SHRINK_H

#include <stdbool.h>

/*
 * Leave out of `schedule` what is not needed for that status: first as much as
 * possible of its end, then one choice after another until none can go.
 */
void shrink(int status);

/* explore.c: by `schedule`; returns the status. */
int explore_play(bool say);

#endif
