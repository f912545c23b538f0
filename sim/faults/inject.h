/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Faults, injected by rule: interrupts that get lost, cores that stop, bits that
 * flip ...  docs/faults.md is the manual.  (What software does wrong by itself is
 * in fault.h.)
 *
 * Everything random is drawn from a stream of its own, and what is done is logged
 * as a rule without chance.  So those rules alone repeat the run, and a run
 * without rules is what it was before.
 */
#ifndef SIM_FAULTS_INJECT_H
#define SIM_FAULTS_INJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/chip/engine.h"

/* The command line; what is wrong is death by name. */
void inject_add_rule(const char *text); /* or "@FILE", one rule a line */
void inject_add_seed(const char *text); /* SEED[:RATE[:KIND+KIND ..]] */
extern const char *inject_log_path;     /* null: stderr */

/* When all cores are there, before any has its processor: draw their fates. */
void inject_start(void);

#endif
