/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binomial tree over send and receive: a core has the whole message before it
 * sends it on.
 */
#include "collectives/barrier/agree.h"
#include "published/baselines.h"
#include "collectives/bcast/bcast.h"
#include "collectives/bcast/checked.h"
#include "topology/binomial.h"
#include "messages/sendrecv.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/published/bcast.h>

TEAM_BODY int binomial(const struct team *team, void *data, size_t bytes,
		       uint32_t root, uint64_t deadline)
{
	uint32_t me = team->me, count = team->size;
	uint32_t v = arith_sub_mod(me, root, count);
	uint32_t edge = binomial_edge(v, count);
	int error = WEFT_OK;

	if (v > 0) {
		uint32_t parent = arith_sub_mod(me, UINT32_C(1) << edge, count);

		error = recv_until(data, bytes, team_rank(team, parent),
				   deadline);
	}
	while (edge > 0 && !error) {
		uint32_t step = UINT32_C(1) << --edge;

		if (v + step < count) {
			uint32_t child = arith_add_mod(me, step, count);

			error = send_until(data, bytes, team_rank(team, child),
					   deadline);
		}
	}
	return error;
}

int bcast_binomial(const struct team *team, void *data, size_t bytes,
		   uint32_t root, uint64_t deadline)
{
	return binomial(team, data, bytes, root, deadline);
}

int weft_bcast_binomial(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	struct team all = team_world();
	int error = bcast_check(data, bytes, root);

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_binomial, data, bytes, root, within);
	AGREE_BCAST(&within, "binomial", data, bytes, root, 0);
	if (error) {
		return error;
	}
	if (all.size > SENDRECV_CORES) {
		return WEFT_ERR_LIMIT;
	}
	return binomial(&all, data, bytes, root, deadline);
}

const struct bcast bcast_is_binomial = {
	.choose =
		{
			.name = "binomial",
			.cores = SENDRECV_CORES,
		},
	.all = weft_bcast_binomial,
};
