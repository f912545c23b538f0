/* SPDX-License-Identifier: Apache-2.0 */
/* Started gather and allgather: who wants the blocks asks all others. */
#include "collectives/started/asked.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

int weft_gather_start(const void *send, void *recv, size_t bytes,
		      weft_rank_t root, struct weft_team *team,
		      struct weft_request *request)
{
	struct moves m = MOVES_GATHER(BLOCKS_OF(send, bytes),
				      BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}

int weft_gatherv_start(const void *send, size_t bytes, void *recv,
		       const size_t *count, const size_t *at, weft_rank_t root,
		       struct weft_team *team, struct weft_request *request)
{
	struct moves m =
		MOVES_GATHER(BLOCKS_OF(send, bytes),
			     BLOCKS_LISTED(recv, count, at), root, team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}

int weft_allgather_start(const void *send, void *recv, size_t bytes,
			 struct weft_team *team, struct weft_request *request)
{
	struct moves m = MOVES_ALLGATHER(BLOCKS_OF(send, bytes),
					 BLOCKS_OF(recv, bytes), team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}

int weft_allgatherv_start(const void *send, size_t bytes, void *recv,
			  const size_t *count, const size_t *at,
			  struct weft_team *team, struct weft_request *request)
{
	struct moves m = MOVES_ALLGATHER(BLOCKS_OF(send, bytes),
					 BLOCKS_LISTED(recv, count, at), team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}
