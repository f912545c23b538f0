/* SPDX-License-Identifier: Apache-2.0 */
/* What a run costs, in what others can see of it: tests/costs.t. */
#ifndef SIM_REPORT_COSTS_H
#define SIM_REPORT_COSTS_H

/* Written there at the end of the run; the cores are ready to start. */
void costs_create(const char *path);

#endif
