/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers over all cores of the run.
 *
 * A barrier is weft_quiet, then synchronisation: when it returns WEFT_OK, every
 * core has entered it, and whatever any core wrote before is visible to all.
 * Reusable at once.  Any number of cores.  All cores call the same one.
 *
 * On WEFT_ERR_TIMEOUT some core has not come; this core has announced itself and
 * the barrier cannot be entered anew, only reported.  Thread.
 *
 * Each named barrier takes MPB space only when it is linked.
 */
#ifndef WEFT_BARRIER_H
#define WEFT_BARRIER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The best here: the chip's own where it has one, else dissemination. */
int weft_barrier(weft_us_t within);

/*
 * By wires of the chip, where it has some and all its cores take part (Epiphany:
 * WAND); dissemination otherwise.
 */
int weft_barrier_chip(weft_us_t within);

/*
 * Every core tells rank 0, which tells every core.  2(P-1) flag writes one
 * after another: the baseline.  P - 1 flags a core; WEFT_ERR_LIMIT above 1024
 * cores.
 */
int weft_barrier_central(weft_us_t within);

/* Up a binary tree and down again: 2 ceil(log2 P) steps, 3 flags a core. */
int weft_barrier_tree(weft_us_t within);

/*
 * In round r core i tells core i + 2^r and hears from i - 2^r: ceil(log2 P)
 * steps and flags (Hensgen, Finkel, Manber, 1988).
 */
int weft_barrier_dissemination(weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
