/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcasts to compare with: weft_bcast (weft/bcast.h) takes none of them.  What that
 * header says of broadcasts holds for these, too.
 */
#ifndef WEFT_PUBLISHED_BCAST_H
#define WEFT_PUBLISHED_BCAST_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A binomial tree over send and receive, as in RCCE_comm (E. Chan, 2010), which
 * passes on whole messages.  Cost (D. Petrovic, EPFL thesis 6552, section 2):
 * ceil(log2 P) times that of weft_send, of which all but the first may find the
 * data in the cache.  MPB and WEFT_ERR_LIMIT: as weft_send.
 */
int weft_bcast_binomial(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);

/*
 * A scatter by recursive halving followed by an allgather round a ring, over
 * send and receive, without pipelining (sources: those of
 * weft_bcast_binomial).  It is meant for long messages.  Cost: the message is
 * cut into P slices; the root sends about the whole message once, and then 2(P
 * - 1) slices are sent one after another.  MPB and WEFT_ERR_LIMIT: as
 * weft_send.
 */
int weft_bcast_scatter_allgather(void *data, size_t bytes, weft_rank_t root,
				 weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
