/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Started broadcasts, reductions and scans that go the way of long ones whatever their size.
 * Those that the library would not send that way have right arguments.
 */
#ifndef TESTS_TARGET_LONG_WAY_H
#define TESTS_TARGET_LONG_WAY_H

#include <weft/weft.h>

#include "collectives/started/start.h"

static inline bool long_anyway(size_t bytes)
{
	return bytes > STARTED_BYTES;
}

static inline int long_bcast_start(void *data, size_t bytes, weft_rank_t root,
				   struct weft_team *team,
				   struct weft_request *request)
{
	struct elements e = {data, data, bytes, &weft_bor_uint8, team, root};

	return long_anyway(bytes)
		       ? weft_bcast_start(data, bytes, root, team, request)
		       : asked_bcast(&e, request);
}

static inline int long_reduce_start(const void *send, void *recv, size_t count,
				    const struct weft_op *op, weft_rank_t root,
				    struct weft_team *team,
				    struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, root};

	return long_anyway(count * op->bytes)
		       ? weft_reduce_start(send, recv, count, op, root, team,
					   request)
		       : asked_reduce(&e, request);
}

/* A reduction to all, or a scan. */
typedef int long_call(const void *send, void *recv, size_t count,
		      const struct weft_op *op, struct weft_team *team,
		      struct weft_request *request);

static inline int long_start(long_call *call, start_way *way, const void *send,
			     void *recv, size_t count, const struct weft_op *op,
			     struct weft_team *team,
			     struct weft_request *request)
{
	struct elements e = {send, recv, count, op, team, WEFT_TEAM_NOBODY};

	return long_anyway(count * op->bytes)
		       ? call(send, recv, count, op, team, request)
		       : way(&e, request);
}

#define LONG_ALLREDUCE weft_allreduce_start, asked_allreduce
#define LONG_SCAN      weft_scan_start, asked_scan
#define LONG_EXSCAN    weft_exscan_start, asked_exscan

#endif
