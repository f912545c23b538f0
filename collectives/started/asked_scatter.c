/* SPDX-License-Identifier: Apache-2.0 */
/* Started scatter: all ask the root. */
#include "collectives/started/asked.h"
#include "runtime/context.h"
#include "runtime/in_use.h"

int weft_scatter_start(const void *send, void *recv, size_t bytes,
		       weft_rank_t root, struct weft_team *team,
		       struct weft_request *request)
{
	struct moves m = MOVES_SCATTER(BLOCKS_OF(send, bytes),
				       BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}

int weft_scatterv_start(const void *send, const size_t *count, const size_t *at,
			void *recv, size_t bytes, weft_rank_t root,
			struct weft_team *team, struct weft_request *request)
{
	struct moves m = MOVES_SCATTER(BLOCKS_LISTED(send, count, at),
				       BLOCKS_OF(recv, bytes), root, team);

	RT_THREAD_ONLY();
	return RT_LISTED(asked_moves(&m, NULL, request), request);
}
