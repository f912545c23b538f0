/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3,17 modes=strict,relaxed seeds=2 time-out=60 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_MPB_LEAST=1 time-out=60 */
/* weft-test: boards=scc-sim cores=3 env=WEFT_EPOCH=0xfffffff0 time-out=60 */
/*
 * A core comes to a collective of a team when the others have given it up, and use their
 * chunk buffers for other calls.  What it takes for right is right, and it does not disturb
 * the other calls.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	GIVEN_UP_US = 300,
	LATE_US = 900,
	MOST = 5000, /* bytes: two chunks */
	SHORT = 400,
	ROUNDS = 8,
	LATE = 1, /* rank */
	KEY = 7,
};

static char *data, *other;
static bool right; /* or an error said that it need not be */

static void come_late(void)
{
	uint64_t end = weft_cycles() + weft_cycles_in_us(LATE_US);

	while (weft_rank() == LATE && weft_cycles() < end) {
	}
}

static int broadcast(struct weft_team *team, uint32_t bytes, uint32_t root)
{
	int error;

	tap_message(data, bytes, root, KEY);
	error = weft_bcast(data, bytes, root, team, GIVEN_UP_US);
	right = error || tap_same(data, bytes, KEY);
	return error;
}

static int short_one(struct weft_team *team)
{
	return broadcast(team, SHORT, 0);
}

static int long_one(struct weft_team *team)
{
	return broadcast(team, MOST, 0);
}

static int from_late(struct weft_team *team)
{
	return broadcast(team, MOST, LATE);
}

/* The late core has blocks for the buffers of all others. */
static int all_to_all(struct weft_team *team)
{
	uint32_t me = weft_rank(), n = weft_size();
	int error;

	for (uint32_t i = 0; i < n; i++) {
		tap_fill(data + i * SHORT, SHORT, me * n + i);
	}
	error = weft_alltoall(data, other, SHORT, team, GIVEN_UP_US);
	for (uint32_t i = 0; !error && i < n; i++) {
		right &= tap_same(other + i * SHORT, SHORT, i * n + me);
	}
	return error;
}

/* Of all, while the late core is in the call that they have given up. */
static bool others_go_on(void)
{
	bool ok = true;

	for (uint32_t n = 0; n < ROUNDS; n++) {
		uint32_t root = n & 1 ? 2 : 0;

		tap_message(other, MOST, root, n);
		ok &= weft_bcast(other, MOST, root, WEFT_WORLD, WEFT_FOREVER) ==
			      WEFT_OK &&
		      tap_same(other, MOST, n);
	}
	return ok;
}

/* Nobody uses the team again: not even to free it. */
static void given_up(int (*call)(struct weft_team *team), const char *name)
{
	struct weft_team *team;
	bool ok = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER) ==
		  WEFT_OK;
	int error;

	if (!tap_ok(ok, "a team")) {
		return;
	}
	right = true;
	come_late();
	error = call(team);
	ok = others_go_on();
	tap_ok(weft_rank() != 0 || error == WEFT_ERR_TIMEOUT, "%s: given up",
	       name);
	tap_ok(right, "%s: nothing wrong without an error", name);
	tap_ok(ok, "%s: other calls go on", name);
}

int main(void)
{
	tap_begin();
	data = tap_room(weft_size() * SHORT + MOST);
	other = tap_room(weft_size() * SHORT + MOST);
	given_up(long_one, "long broadcast");
	given_up(short_one, "short broadcast");
	given_up(from_late, "broadcast from the late core");
	given_up(all_to_all, "all-to-all");
	return tap_end();
}
