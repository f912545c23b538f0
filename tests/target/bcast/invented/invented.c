/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 time-out=60 */
/* weft-test: boards=scc-sim cores=3 time-out=60 args=dear */
/* weft-test: boards=scc-sim cores=3 time-out=60 args=named env=WEFT_BCAST=invented */
/*
 * A broadcast that is added by one file and one line: it is taken where its cost is the
 * least, up to its most bytes and its most cores, by all cores and by teams; and where it
 * costs more, only if it is named.  Between nodes data go by another one, and by this one
 * within each node.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/nodes.h"

#include "tests/target/bcast/invented/invented.h"
#include "tests/target/tap.h"

enum {
	LONG = 40 /* bytes, more than it can send */
};

/* From each root; false: the data are wrong. */
static bool sends(struct weft_team *team, uint32_t bytes)
{
	uint32_t size = weft_team_size(team);
	uint8_t data[LONG];
	bool ok = true;

	for (uint32_t root = 0; root < size; root++) {
		tap_fill(data, bytes,
			 weft_team_rank(team) == root ? root + 1 : 99);
		ok &= weft_bcast(data, bytes, root, team, WEFT_FOREVER) ==
		      WEFT_OK;
		ok &= tap_same(data, bytes, root + 1);
	}
	return ok;
}

/* The team's cores of my node, and I. */
static uint32_t mates(struct weft_team *team)
{
	uint32_t size = weft_team_size(team), mine = arch_node(weft_rank());
	uint32_t n = 0;

	for (uint32_t i = 0; i < size; i++) {
		n += arch_node(weft_team_translate(team, i, WEFT_WORLD)) ==
		     mine;
	}
	return n;
}

static bool taken(struct weft_team *team, uint32_t bytes, bool expected)
{
	uint32_t size = weft_team_size(team), before = invented_runs;
	uint32_t near = mates(team);
	bool ok = sends(team, bytes);
	uint32_t runs = invented_runs - before;

	expected = expected && near > 1 && near <= INVENTED_CORES;
	return ok && runs == (expected ? size : 0);
}

int main(int argc, char **argv)
{
	struct weft_team *half = WEFT_NO_TEAM;
	uint32_t me = weft_rank();
	bool dear = argc > 1, named = dear && strcmp(argv[1], "named") == 0;
	bool takes = !dear || named, ok;

	tap_begin();
	invented_cost = dear ? CHOOSE_CANNOT - 1 : 0;
	tap_ok(taken(WEFT_WORLD, INVENTED_BYTES, takes),
	       "all cores: taken where it is the cheapest, or named");
	tap_ok(taken(WEFT_WORLD, LONG, false), "not for more than it can send");
	ok = weft_team_split(WEFT_WORLD, me & 1, -(int32_t)me, &half,
			     WEFT_FOREVER) == WEFT_OK;
	tap_ok(ok && taken(half, INVENTED_BYTES, takes), "a team: likewise");
	tap_ok(ok && taken(half, LONG, false), "nor there");
	return tap_end();
}
