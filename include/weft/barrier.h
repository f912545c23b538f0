/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers over all cores of the run.
 *
 * A barrier is weft_quiet, then synchronisation: when it returns WEFT_OK, every
 * core has entered it, and whatever any core wrote before is visible to all.
 * Reusable at once.  Any number of cores.  All cores call the same one.
 *
 * With DEBUG=1 WEFT_ERR_MISMATCH: not all cores call the same barrier.
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

/*
 * The best here: the chip's own where it has one, else by lines where the port
 * allows that, else dissemination.  WEFT_BARRIER in the environment names another
 * one, of those that are linked (weft_barrier_algorithms links all); a name that
 * none of them has is a panic that says what it would choose from.  With
 * WEFT_SHOW_CHOICE rank 0 prints what was chosen, and why.
 */
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

/*
 * By lines of flags: eight cores share one, each writes its own flag there and
 * all watch the line; then eight such clusters join in the same way, each core
 * writing for its own cluster into the line of one other; and so on.
 * ceil(log8 P) steps, each a write of one flag, at most two, and looks at a line
 * nearby.  The flags of a step are those of an 8-way dissemination barrier (as in
 * T. Hoefler et al., "Fast barrier synchronization for InfiniBand", 2006), but
 * shared by a cluster, so that each is written once.
 * MPB: a line a step.  Only on ports where a core can wait for words of
 * another's MPB.
 */
int weft_barrier_lines(weft_us_t within);

/*
 * All of the above that this port has, by name: "central", "tree",
 * "dissemination", "lines", "chip"; the last entry's name is null.  A program that
 * refers to the table links them all.
 */
struct weft_barrier_algorithm {
	const char *name;
	int (*barrier)(weft_us_t within);
};
extern const struct weft_barrier_algorithm weft_barrier_algorithms[];

#ifdef __cplusplus
}
#endif
#endif
