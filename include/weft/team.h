/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams: subsets of the cores that have collectives of their own.
 *
 * A team is an ordered list of cores.  A core's place in the list is its rank in the
 * team, from 0.  A core may be in several teams, and teams that overlap may work at
 * the same time: each has its own words in the MPBs of its cores.  As elsewhere, cores
 * that share several teams must call the collectives of those in an order that does
 * not make two of them wait for each other.
 *
 * Words: the MPB map has room for as many teams on each core as WEFT_TEAMS in the
 * environment says, else 4; the world needs none of it.  Teams without a core in
 * common share room.  Only programs that make teams have it.  For 48 cores of the SCC a
 * room is 96 bytes: 64 for its barrier, 32 for OC-Bcast.  Where there is space, each room
 * has up to 320 more for values of reductions, if these are linked.  One room, the wide
 * one, has 576 more, for the broadcasts that otherwise only the world has.  Reductions and
 * broadcasts work without this space, but take longer.  Collectives that are started
 * (weft/started.h) have 256 more in each room, and 352 more for data longer than a
 * line; where there is little space they have 96 and 192.
 *
 * If WEFT_TEAMS says nothing, an MPB that is nearly full has fewer rooms: at least one, and
 * up to four while they take a sixteenth of the MPB.  A number in WEFT_TEAMS is kept at the
 * cost of other parts, and a run in which they do not fit does not start.  A team takes the
 * first room that is free on all its cores, and the wide one comes first.
 *
 * The terms are MPI's (split, colour, key) and OpenSHMEM's (team, translate).
 * With DEBUG=1 WEFT_ERR_MISMATCH as for all other collectives.  Thread.
 */
#ifndef WEFT_TEAM_H
#define WEFT_TEAM_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A colour: this core is to be in none of the new teams. */
#define WEFT_TEAM_NONE (-1)

/* No rank. */
#define WEFT_TEAM_NOBODY UINT32_MAX

/*
 * Parts `parent` into teams: all its cores that name the same colour, from 0, are one.
 * Their ranks there go by key, and among the same keys by rank in the parent.  *team is
 * the team that this core is in, or WEFT_NO_TEAM for WEFT_TEAM_NONE and after an error.
 *
 * All cores of the parent call; when it returns WEFT_OK the new teams may be used at once.
 * WEFT_ERR_SPACE, on all of them: on some core there is no room left for one more team,
 * or no memory; rank 0 of the parent prints how much room there is.  WEFT_ERR_NULL: a
 * pointer is null.  WEFT_ERR_NUMBER: a negative colour that is not WEFT_TEAM_NONE.
 * WEFT_ERR_TIMEOUT: some core did not take part in time; the parent cannot be used again.
 * Cost: three barriers of the parent, and two broadcasts: a word, and 16 bytes for each of
 * its cores.
 */
int weft_team_split(struct weft_team *parent, int32_t colour, int32_t key,
		    struct weft_team **team, weft_us_t within);

/*
 * The team of those n ranks of the parent, in that order.  All cores of the parent call,
 * with the same list; *team is WEFT_NO_TEAM on other cores.  As weft_team_split, and
 * WEFT_ERR_RANK: the parent has no such rank, or it is named twice; WEFT_ERR_SIZE: n is 0.
 */
int weft_team_create(struct weft_team *parent, const weft_rank_t *ranks,
		     uint32_t n, struct weft_team **team, weft_us_t within);

/*
 * All cores of the team call.  Its room is free when it returns, and *team is WEFT_NO_TEAM.
 * WEFT_ERR_STATE: that is all cores.  WEFT_ERR_NULL: it is WEFT_NO_TEAM.  WEFT_ERR_TIMEOUT.
 */
int weft_team_free(struct weft_team **team, weft_us_t within);

/*
 * This core's rank in the team; how many cores the team has.  WEFT_NO_TEAM has
 * none, and WEFT_TEAM_NOBODY is the rank there.  Any context; a few
 * instructions.
 */
weft_rank_t weft_team_rank(const struct weft_team *team);
uint32_t weft_team_size(const struct weft_team *team);

/*
 * The rank in team `to` of the core that has this rank in `from`; WEFT_TEAM_NOBODY if
 * there is none.  Any context.  Cost: nothing to the world, else up to a step for each
 * core of `to`.
 */
weft_rank_t weft_team_translate(const struct weft_team *from, weft_rank_t rank,
				const struct weft_team *to);

#ifdef __cplusplus
}
#endif
#endif
