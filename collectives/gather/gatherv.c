/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter of blocks that differ: the root tells all how long the largest is. */
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"

#include <weft/bcast.h>

int rounds_tell_most(struct rounds *x)
{
	return weft_bcast(&x->most, sizeof(x->most), x->root, x->whole,
			  agree_left(x->deadline));
}

int weft_gatherv(const void *send, size_t bytes, void *recv,
		 const size_t *count, const size_t *at, weft_rank_t root,
		 struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"gatherv", rounds_tell_most,
						gather_blocks};
	struct moves m =
		MOVES_GATHER(BLOCKS_OF(send, bytes),
			     BLOCKS_LISTED(recv, count, at), root, team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}

int weft_scatterv(const void *send, const size_t *count, const size_t *at,
		  void *recv, size_t bytes, weft_rank_t root,
		  struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"scatterv", rounds_tell_most,
						scatter_blocks};
	struct moves m = MOVES_SCATTER(BLOCKS_LISTED(send, count, at),
				       BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}

/* All cores know all counts. */
int weft_allgatherv(const void *send, size_t bytes, void *recv,
		    const size_t *count, const size_t *at,
		    struct weft_team *team, weft_us_t within)
{
	static const struct rounds_call call = {"allgatherv", NULL,
						gather_blocks};
	struct moves m = MOVES_ALLGATHER(BLOCKS_OF(send, bytes),
					 BLOCKS_LISTED(recv, count, at), team);

	RT_THREAD_ONLY();
	return rounds_call(&m, within, &call);
}
