/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast: one core, the root, sends bytes to the private memory of all
 * cores of a team, or of the run.
 *
 * A broadcast is collective: every core calls the function, with equal `bytes`
 * and `root`, which is a rank of the team.  The root's `data` are read, those of
 * the other cores are written.  The size may be 0.  Calls may follow one
 * another at once, with changing roots.  When a call returns, this core's copy
 * is complete, and the root may reuse its buffer.  Other cores may still be
 * receiving: a broadcast is no barrier.
 *
 * Errors before any data move:  WEFT_ERR_NULL, WEFT_ERR_RANK.
 * With DEBUG=1, all cores return WEFT_ERR_MISMATCH if their calls differ in
 * arguments, algorithm or order; no data have moved then, and all cores may go
 * on.
 *
 * Other errors:  WEFT_ERR_TIMEOUT if some core did not take part in time; the
 * broadcast cannot be continued then, and the application can only report it.
 * With CHECK=1, all cores return WEFT_ERR_DAMAGED if bits have flipped in each
 * of four tries.  Thread.
 *
 * A broadcast takes space in the MPB only if the image links it.  P is the
 * number of cores.
 */
#ifndef WEFT_BCAST_H
#define WEFT_BCAST_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Chooses the algorithm that should be fastest for the number of bytes, the
 * number of cores and where these are.  The choice is made from what the port
 * says that its operations cost (docs/broadcast.md).  OC-Bcast then has the
 * run's degree: WEFT_K in the environment, or 7.  On chips where a get costs
 * much more than a put, only algorithms that put are considered.
 *
 * weft/published/bcast.h has each of them by its own name, and OC-Bcast with any degree.
 *
 * WEFT_BCAST in the environment names another algorithm: one of those that are
 * considered here, or of weft_bcast_algorithm if the image links that.  It is
 * used for the sizes that it can send.  A name that none of them has causes a
 * panic.  With WEFT_SHOW_CHOICE rank 0 prints each choice when it is made, and
 * why.
 *
 * A team without a wide room (weft/team.h) has OC-Bcast alone, with the run's
 * degree, at most 7.  WEFT_BCAST names the choice for teams, too, if it is one
 * of those that are considered here.
 */
int weft_bcast(void *data, size_t bytes, weft_rank_t root,
	       struct weft_team *team, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
