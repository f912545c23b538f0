/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers by their own names, to compare.  weft_barrier (weft/barrier.h) takes one of the first
 * four, whichever is fastest on the board; "central" and "tree" were published, and it takes
 * neither.  What that header says of barriers holds for these, too.  They are among all cores
 * of the run.
 */
#ifndef WEFT_PUBLISHED_BARRIER_H
#define WEFT_PUBLISHED_BARRIER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Uses the chip's wires for barriers where it has them and all its cores take
 * part (Epiphany:  WAND); otherwise it is weft_barrier_dissemination.
 */
int weft_barrier_chip(weft_us_t within);

/*
 * In round r core i tells core i + 2^r and waits for core i - 2^r (D. Hensgen,
 * R. Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988).
 * Cost: ceil(log2 P) rounds.  MPB: ceil(log2 P) flags.
 */
int weft_barrier_dissemination(weft_us_t within);

/*
 * Eight cores form a cluster with one line of flags: each core writes its own
 * flag there, and all of them watch the line.  In the next step eight clusters
 * join likewise: each core writes a flag for its cluster into the line of one
 * other cluster.  Further steps join eight times as many cores each.  The flags
 * of a step are those of an 8-way dissemination barrier (T. Hoefler et al.,
 * "Fast barrier synchronization for InfiniBand", 2006), but a cluster shares
 * them, so that each is written only once.
 *
 * Cost: ceil(log8 P) steps, each one or two flag writes and looks at a line
 * nearby.  MPB: a line for each step.  It exists only on ports where a core can
 * wait for words of another core's MPB.
 */
int weft_barrier_lines(weft_us_t within);

/*
 * Each core tells the first of its eight, and these tell rank 0, which releases all by
 * one multicast of the chip's network.  Cost: two flag writes one after the
 * other, 7 + P/8 looks, and the multicast.  MPB: 9 + P/8 flags.  It exists only on
 * ports with multicast.
 */
int weft_barrier_multicast(weft_us_t within);

/*
 * Every core tells rank 0, which then tells every core.  Cost:
 * 2(P - 1) flag writes one after another.  MPB: P - 1 flags.  WEFT_ERR_LIMIT
 * above 1024 cores.
 */
int weft_barrier_central(weft_us_t within);

/*
 * Arrivals go up a binary tree, and the release comes down.  Cost: 2 ceil(log2
 * P) steps.  MPB: 3 flags.
 */
int weft_barrier_tree(weft_us_t within);

struct weft_barrier_algorithm {
	const char *name;
	int (*barrier)(weft_us_t within);
};

/*
 * Finds the i-th of all barriers that this port has; false: there are no more.
 * "dissemination", "lines", "multicast", "chip", and those of weft/published/barrier.h,
 * "central" and "tree".  A program that calls it links them all.  Any context.
 */
bool weft_barrier_algorithm(uint32_t i, struct weft_barrier_algorithm *found);

#ifdef __cplusplus
}
#endif
#endif
