/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 */
/*
 * A copy of the handle of a team that was freed: each call with it returns WEFT_ERR_STATE at
 * once, moves nothing, and a request stays unused; and the team made next works.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

static uint32_t word, result[64];
static size_t counts[64];
static struct weft_request request;

#define IS_GONE(call) ok &= (call) == WEFT_ERR_STATE

static bool blocking(struct weft_team *old)
{
	const struct weft_op *op = &weft_sum_uint32;
	bool ok = true;

	IS_GONE(weft_barrier(old, TAP_SOON));
	IS_GONE(weft_bcast(&word, sizeof(word), 0, old, TAP_SOON));
	IS_GONE(weft_allreduce(&word, result, 1, op, old, TAP_SOON));
	IS_GONE(weft_reduce(&word, result, 1, op, 0, old, TAP_SOON));
	IS_GONE(weft_scan(&word, result, 1, op, old, TAP_SOON));
	IS_GONE(weft_reduce_scatter(result, &word, 1, NULL, op, old, TAP_SOON));
	IS_GONE(weft_reduce_scatter(result, &word, 0, counts, op, old,
				    TAP_SOON));
	IS_GONE(weft_allgather(&word, result, sizeof(word), old, TAP_SOON));
	IS_GONE(weft_scatter(result, &word, sizeof(word), 0, old, TAP_SOON));
	IS_GONE(weft_alltoall(&word, result, sizeof(word), old, TAP_SOON));
	return ok;
}

static bool started(struct weft_team *old)
{
	struct weft_request *r = &request;
	const struct weft_op *op = &weft_sum_uint32;
	bool ok = true;

	IS_GONE(weft_barrier_start(old, r));
	IS_GONE(weft_bcast_start(&word, sizeof(word), 0, old, r));
	IS_GONE(weft_allreduce_start(&word, result, 1, op, old, r));
	IS_GONE(weft_scan_start(&word, result, 1, op, old, r));
	IS_GONE(weft_reduce_scatter_start(result, &word, 0, counts, op, old,
					  r));
	IS_GONE(weft_allgather_start(&word, result, sizeof(word), old, r));
	return ok;
}

static bool asked(struct weft_team *old)
{
	struct weft_team *copy = old, *made = WEFT_NO_TEAM;
	weft_rank_t first = 0;
	bool ok = true;

	IS_GONE(weft_team_split(old, 0, 0, &made, TAP_SOON));
	IS_GONE(weft_team_create(old, &first, 1, &made, TAP_SOON));
	IS_GONE(weft_team_free(&copy, TAP_SOON));
	return ok && weft_team_rank(old) == WEFT_TEAM_NOBODY &&
	       weft_team_size(old) == 0 &&
	       weft_team_translate(WEFT_WORLD, 0, old) == WEFT_TEAM_NOBODY &&
	       weft_team_translate(WEFT_WORLD, 0, WEFT_NO_TEAM) ==
		       WEFT_TEAM_NOBODY;
}

static bool works(struct weft_team *team)
{
	word = weft_team_rank(team) + 1;
	return !weft_barrier(team, WEFT_FOREVER) &&
	       !weft_bcast(&word, sizeof(word), 0, team, WEFT_FOREVER) &&
	       word == 1 && !weft_team_free(&team, WEFT_FOREVER);
}

int main(void)
{
	struct weft_team *kept = WEFT_NO_TEAM, *team = WEFT_NO_TEAM, *old;
	int32_t half = weft_rank() & 1;
	bool ok;

	tap_begin();
	ok = !weft_team_split(WEFT_WORLD, half, 0, &kept, WEFT_FOREVER) &&
	     !weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER);
	old = team;
	ok &= !weft_team_free(&team, WEFT_FOREVER) && team == WEFT_NO_TEAM;
	tap_ok(ok, "a team is made and freed, and one of before stays");
	tap_ok(blocking(old), "calls that block");
	tap_ok(started(old), "calls that start");
	tap_ok(asked(old), "teams of it, and what it is asked");
	tap_ok(works(kept), "the one of before works");
	ok = !weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER);
	tap_ok(ok && works(team), "so does the next one");
	return tap_end();
}
