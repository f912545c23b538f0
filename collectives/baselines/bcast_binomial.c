/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binomial tree over send and receive: a core has the whole message before it
 * sends it on.
 */
#include "collectives/barrier/agree.h"
#include "collectives/bcast/checked.h"
#include "topology/binomial.h"
#include "messages/sendrecv.h"
#include "runtime/context.h"
#include "runtime/wait.h"

#include <weft/bcast.h>

int weft_bcast_binomial(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within)
{
	uint64_t deadline = rt_deadline(within);
	uint32_t me = arch_rank(), count = arch_count();
	int error = bcast_check(data, bytes, root);
	uint32_t v, edge;

	RT_THREAD_ONLY();
	CHECKED(weft_bcast_binomial, data, bytes, root, within);
	AGREE_BCAST(&within, "binomial", data, bytes, root, 0);
	if (error) {
		return error;
	}
	if (count > SENDRECV_CORES) {
		return WEFT_ERR_LIMIT;
	}
	v = arith_sub_mod(me, root, count);
	edge = binomial_edge(v, count);
	if (v > 0) {
		uint32_t parent = arith_sub_mod(me, UINT32_C(1) << edge, count);

		error = recv_until(data, bytes, parent, deadline);
	}
	while (edge > 0 && !error) {
		uint32_t step = UINT32_C(1) << --edge;

		if (v + step < count) {
			error = send_until(data, bytes,
					   arith_add_mod(me, step, count),
					   deadline);
		}
	}
	return error;
}
