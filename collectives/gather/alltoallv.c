/* SPDX-License-Identifier: Apache-2.0 */
/* All-to-all of blocks that differ: no core knows how long the largest is. */
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"

#include <weft/reduce.h>

static void larger(void *into, const void *from, size_t n)
{
	size_t *a = into;
	const size_t *b = from;

	for (size_t i = 0; i < n; i++) {
		a[i] = b[i] > a[i] ? b[i] : a[i];
	}
}

int weft_alltoallv(const void *send, const size_t *send_count,
		   const size_t *send_at, void *recv, const size_t *recv_count,
		   const size_t *recv_at, struct weft_team *team,
		   weft_us_t within)
{
	static const struct weft_op most = {.combine = larger,
					    .bytes = sizeof(size_t)};
	struct blocks from = {.base = (char *)(uintptr_t)send,
			      .count = send_count,
			      .at = send_at};
	struct blocks to = {.base = recv, .count = recv_count, .at = recv_at};
	bool in_place = send == WEFT_IN_PLACE;
	struct rounds x;
	int error;

	RT_THREAD_ONLY();
	error = rounds_of(&x, team, WEFT_TEAM_NOBODY);
	if (error) {
		return error;
	}
	x.most = 0;
	if (!recv_count || !recv_at ||
	    (!in_place && (!send_count || !send_at))) {
		error = WEFT_ERR_NULL;
	} else {
		size_t out = blocks_most(in_place ? &to : &from, x.team->size);

		x.most = blocks_most(&to, x.team->size);
		error = lacks(recv, x.most) || lacks(send, out) ? WEFT_ERR_NULL
								: WEFT_OK;
		x.most = out > x.most ? out : x.most;
		if (!blocks_fit(&to, x.team->size) ||
		    (!in_place && !blocks_fit(&from, x.team->size))) {
			error = WEFT_ERR_SIZE;
		}
	}
	AGREE_IN(team_agree(team), &within, .name = "alltoallv",
		 .error = error);
	x.deadline = rt_deadline(within);
	if (!error) {
		error = weft_allreduce(&x.most, &x.most, 1, &most, team,
				       agree_left(x.deadline));
	}
	return error ? error : alltoall_blocks(&x, &from, &to);
}
