/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Barriers over the cores of a team, or of the run.
 *
 * A barrier is weft_quiet, as far as its cores can tell, followed by
 * synchronisation.  When it returns WEFT_OK every core has entered it, and all
 * cores see whatever any core has written before.  All cores must call one and
 * the same function.  They may call it again at once.  The number of cores may be
 * any.  A barrier with a name of its own is among all cores of the run.
 *
 * Errors:  WEFT_ERR_TIMEOUT if some core has not come in time.  This core has
 * announced itself by then, so the barrier cannot be entered again; the
 * application can only report the error.  WEFT_ERR_MISMATCH, with DEBUG=1, if
 * the cores call different barriers.  WEFT_ERR_NULL for WEFT_NO_TEAM.  Thread.
 *
 * A barrier takes space in the MPB only if the image links it.  P is the number
 * of cores.
 */
#ifndef WEFT_BARRIER_H
#define WEFT_BARRIER_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What weft_barrier calls.  So a program that makes no teams links none. */
int weft_barrier_world(weft_us_t within);
int weft_barrier_team(struct weft_team *team, weft_us_t within);

/*
 * Of a team the barrier by lines where the port allows it, else by dissemination.
 *
 * Of all cores the fastest barrier on this board: the chip's own where it has one, else
 * weft_barrier_lines where the port allows it, else weft_barrier_multicast where the
 * port has that and there are cores enough, else weft_barrier_dissemination.
 * WEFT_BARRIER in the environment names another of the barriers that are linked
 * (weft_barrier_algorithm links all).  A name that none of them has causes a
 * panic, which lists the names.  With WEFT_SHOW_CHOICE rank 0 prints which
 * barrier was chosen, and why.
 */
static inline int weft_barrier(struct weft_team *team, weft_us_t within)
{
	return team ? weft_barrier_team(team, within)
		    : weft_barrier_world(within);
}

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
