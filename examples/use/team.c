/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A team: even and odd ranks each have a broadcast of their own, at the same time.
 *
 * With 4 cores rank 0 says: 2 cores of my team have heard of rank 0
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

int main(void)
{
	struct weft_team *team;
	uint32_t word = weft_rank(), mine;

	need(weft_team_split(WEFT_WORLD, (int32_t)(weft_rank() & 1), 0, &team,
			     WEFT_FOREVER));
	need(weft_bcast(&word, sizeof(word), 0, team, WEFT_FOREVER));
	mine = weft_team_size(team);
	if (weft_rank() == 0) {
		printf("%u cores of my team have heard of rank %u\n",
		       (unsigned)mine, (unsigned)word);
	}
	need(weft_team_free(&team, WEFT_FOREVER));
	return word == (weft_rank() & 1) ? 0 : 1;
}
