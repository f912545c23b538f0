/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of RCCE share: how weft's errors become RCCE's, and say so. */
#ifndef COMPAT_RCCE_H
#define COMPAT_RCCE_H

#include <stdbool.h>

#include <weft/team.h>
#include <weft/types.h>

#include <RCCE.h>

enum {
	RCCE_COMM_IS_MADE =
		12345678 /* memory that was never a RCCE_COMM is not this */
};

/* Returns the error; prints it first, if the program wants that. */
int rcce_error(int error);
extern void (*rcce_print)(int error); /* or null; RCCE_debug_set's */

/*
 * RCCE's number for weft's error.  `null` is what it says of a null pointer.
 * A core that waits without a deadline has no other errors: they panic.
 */
int rcce_from_error(int weft_error, int null, const char *who);

static inline int rcce_from(int weft_error, int null, const char *who)
{
	return weft_error == WEFT_OK ? RCCE_SUCCESS
				     : rcce_from_error(weft_error, null, who);
}

static inline bool rcce_is_ue(int ue)
{
	return ue >= 0 && ue < RCCE_NP;
}

/* Is it made, and is that a rank of it? */
static inline int rcce_check_comm(const RCCE_COMM *comm, int root)
{
	if (comm->initialized != RCCE_COMM_IS_MADE) {
		return rcce_error(RCCE_ERROR_COMM_UNDEFINED);
	}
	return root >= 0 && root < comm->size ? RCCE_SUCCESS
					      : rcce_error(RCCE_ERROR_ID);
}

static inline struct weft_team *rcce_team(const RCCE_COMM *comm)
{
	return (struct weft_team *)comm->team;
}

/*
 * The calls of teams that are not the world: set by RCCE_comm_split, so that a program
 * without it links none of them.
 */
extern struct rcce_teams {
	int (*barrier)(struct weft_team *team, weft_us_t within);
	int (*bcast)(void *data, size_t bytes, weft_rank_t root,
		     struct weft_team *team, weft_us_t within);
} rcce_teams;

/*
 * Another way for messages, which iRCCE_init sets: one for both libraries, so that their
 * sends and receives meet.  A program without iRCCE links nothing of it.
 */
extern struct rcce_wire {
	int (*send)(char *data, size_t bytes, int dest);
	int (*recv)(char *data, size_t bytes, int source);
	int (*test)(char *data, size_t bytes, int source, int *test);
} rcce_wire;

#endif
