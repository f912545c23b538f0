/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17 */
/*
 * Gather, scatter and their kin with one argument that is null, each in turn, on every core:
 * WEFT_ERR_NULL at once, and no call waits for another core.  Of no bytes, and where they are
 * not looked at, null pointers are right.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	MOST = 64, /* cores */
	BYTES = 4,
};

static uint32_t from[MOST], to[MOST];
static size_t count[MOST], at[MOST], none[MOST];
static bool root;

#define IS_NULL(call) ok &= (call) == WEFT_ERR_NULL

/* The root lacks one thing, all others what they have to have. */
static bool to_one(void)
{
	struct weft_team *w = WEFT_WORLD;
	const void *mine = root ? from : NULL;
	void *own = root ? to : NULL;
	bool ok = true;

	IS_NULL(weft_gather(mine, NULL, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_gather(NULL, to, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_gatherv(NULL, BYTES, to, count, at, 0, w, TAP_SOON));
	IS_NULL(weft_gatherv(mine, BYTES, NULL, count, at, 0, w, TAP_SOON));
	IS_NULL(weft_gatherv(mine, BYTES, to, NULL, at, 0, w, TAP_SOON));
	IS_NULL(weft_gatherv(mine, BYTES, to, count, NULL, 0, w, TAP_SOON));
	IS_NULL(weft_scatter(from, NULL, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatter(NULL, own, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatterv(from, count, at, NULL, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatterv(NULL, count, at, own, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatterv(from, NULL, at, own, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatterv(from, count, NULL, own, BYTES, 0, w, TAP_SOON));
	if (!root) {
		IS_NULL(weft_scatter(from, WEFT_IN_PLACE, BYTES, 0, w,
				     TAP_SOON));
		IS_NULL(weft_gather(WEFT_IN_PLACE, to, BYTES, 0, w, TAP_SOON));
	}
	return ok;
}

static bool to_all(void)
{
	struct weft_team *w = WEFT_WORLD;
	bool ok = true;

	IS_NULL(weft_allgather(NULL, to, BYTES, w, TAP_SOON));
	IS_NULL(weft_allgather(from, NULL, BYTES, w, TAP_SOON));
	IS_NULL(weft_allgatherv(NULL, BYTES, to, count, at, w, TAP_SOON));
	IS_NULL(weft_allgatherv(from, BYTES, NULL, count, at, w, TAP_SOON));
	IS_NULL(weft_allgatherv(from, BYTES, to, NULL, at, w, TAP_SOON));
	IS_NULL(weft_allgatherv(from, BYTES, to, count, NULL, w, TAP_SOON));
	IS_NULL(weft_alltoall(NULL, to, BYTES, w, TAP_SOON));
	IS_NULL(weft_alltoall(from, NULL, BYTES, w, TAP_SOON));
	IS_NULL(weft_alltoallv(NULL, count, at, to, count, at, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, NULL, at, to, count, at, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, count, NULL, to, count, at, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, count, at, NULL, count, at, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, count, at, to, NULL, at, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, count, at, to, count, NULL, w, TAP_SOON));
	return ok;
}

static bool broadcasts(void)
{
	struct weft_team *team;
	bool ok = !weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER);

	IS_NULL(weft_bcast(NULL, BYTES, 0, WEFT_WORLD, TAP_SOON));
	IS_NULL(weft_bcast(NULL, BYTES, 0, team, TAP_SOON));
	return ok && !weft_team_free(&team, WEFT_FOREVER);
}

static bool no_team(void)
{
	struct weft_team *w = WEFT_NO_TEAM;
	bool ok = true;

	IS_NULL(weft_gather(from, to, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_gatherv(from, BYTES, to, count, at, 0, w, TAP_SOON));
	IS_NULL(weft_scatter(from, to, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_scatterv(from, count, at, to, BYTES, 0, w, TAP_SOON));
	IS_NULL(weft_allgather(from, to, BYTES, w, TAP_SOON));
	IS_NULL(weft_allgatherv(from, BYTES, to, count, at, w, TAP_SOON));
	IS_NULL(weft_alltoall(from, to, BYTES, w, TAP_SOON));
	IS_NULL(weft_alltoallv(from, count, at, to, count, at, w, TAP_SOON));
	return ok;
}

static bool nothing(void)
{
	struct weft_team *w = WEFT_WORLD;
	const size_t *counts = root ? none : NULL;
	bool ok = true;

	ok &= !weft_gather(NULL, NULL, 0, 0, w, WEFT_FOREVER);
	ok &= !weft_scatter(NULL, NULL, 0, 0, w, WEFT_FOREVER);
	ok &= !weft_allgather(NULL, NULL, 0, w, WEFT_FOREVER);
	ok &= !weft_alltoall(NULL, NULL, 0, w, WEFT_FOREVER);
	ok &= !weft_gatherv(NULL, 0, NULL, counts, counts, 0, w, WEFT_FOREVER);
	ok &= !weft_scatterv(NULL, counts, counts, NULL, 0, 0, w, WEFT_FOREVER);
	ok &= !weft_allgatherv(NULL, 0, NULL, none, none, w, WEFT_FOREVER);
	ok &= !weft_alltoallv(NULL, none, none, NULL, none, none, w,
			      WEFT_FOREVER);
	ok &= !weft_gather(from, root ? to : NULL, BYTES, 0, w, WEFT_FOREVER);
	ok &= !weft_scatter(root ? from : NULL, to, BYTES, 0, w, WEFT_FOREVER);
	ok &= !weft_alltoallv(WEFT_IN_PLACE, NULL, NULL, to, count, at, w,
			      WEFT_FOREVER);
	return ok;
}

int main(void)
{
	tap_begin();
	tap_cores(MOST);
	root = weft_rank() == 0;
	for (uint32_t i = 0; i < weft_size(); i++) {
		count[i] = BYTES;
		at[i] = i * BYTES;
	}
	tap_ok(to_one(), "a null for the root, or to it");
	tap_ok(to_all(), "a null for all");
	tap_ok(broadcasts(), "a null that is broadcast, to all and to a team");
	tap_ok(no_team(), "no team");
	tap_ok(nothing(), "nulls that nobody looks at");
	return tap_end();
}
