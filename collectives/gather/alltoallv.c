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

static int tell_most(struct rounds *x)
{
	static const struct weft_op most = {.combine = larger,
					    .bytes = sizeof(size_t)};

	return weft_allreduce(&x->most, &x->most, 1, &most, x->whole,
			      agree_left(x->deadline));
}

int weft_alltoallv(const void *send, const size_t *send_count,
		   const size_t *send_at, void *recv, const size_t *recv_count,
		   const size_t *recv_at, struct weft_team *team,
		   weft_us_t within)
{
	static const struct rounds_call call = {"alltoallv", tell_most,
						alltoall_blocks};
	struct moves m =
		MOVES_ALLTOALL(BLOCKS_LISTED(send, send_count, send_at),
			       BLOCKS_LISTED(recv, recv_count, recv_at), team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
