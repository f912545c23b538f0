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

/*
 * Of a team the barrier by lines where the port allows it, else by dissemination.
 *
 * Of all cores the fastest barrier on this board: the chip's own where it has one, else
 * by lines where the port allows it, else by multicast where the port has that and there
 * are cores enough, else by dissemination.  weft/published/barrier.h has each by its own
 * name.  WEFT_BARRIER in the environment names another of the barriers that are linked
 * (weft_barrier_algorithm links all).  A name that none of them has causes a
 * panic, which lists the names.  With WEFT_SHOW_CHOICE rank 0 prints which
 * barrier was chosen, and why.
 */
int weft_barrier(struct weft_team *team, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
