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
#include <stdio.h>

#include "sim/chip/engine.h"

/* The command line; what is wrong is death by name. */
void inject_add_rule(const char *text); /* or "@FILE", one rule a line */
void inject_add_seed(const char *text); /* SEED[:RATE[:KIND+KIND ..]] */
extern const char *inject_log_path;     /* null: stderr */

/* When all cores are there, before any has its processor: draw their fates. */
void inject_start(void);
uint64_t inject_lateness(const struct core *core);

/* The event at inject_slot(): something is due. */
void inject_due(uint64_t time);
static inline uint32_t inject_slot(void)
{
	return engine.count * SLOT_KINDS +
	       (uint32_t)(engine.profile.mesh_x * engine.profile.mesh_y) + 1;
}

/*
 * inject_core.c.  The core that runs is about to do something that others can
 * see: it may stop here for good.  Its clock has reached inject_at: how fast is it
 * from now on?  A DRAM access takes so many times longer now.  Does a phantom
 * hold this core's test-and-set register?
 */
void inject_visible(struct core *core);
void inject_pace(struct core *core);
uint64_t inject_dram(struct core *core);
bool inject_held(struct core *owner, uint64_t time);

/* inject_irq.c: an interrupt from one core to another takes effect now. */
void inject_raise(struct core *from, struct core *to, uint64_t time);

/* inject_flip.c: these bytes have landed in a window. */
void inject_landed(struct core *window, const struct packet *packet,
		   uint64_t time);

/* For the report: what was done to a core, as JSON; and what never came. */
void inject_note(FILE *f, const struct core *core);
void inject_end(void);

#endif
