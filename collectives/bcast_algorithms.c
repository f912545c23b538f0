/* SPDX-License-Identifier: Apache-2.0 */
/* All broadcasts by name; a file of its own, since it links them all. */
#include "runtime/mpb_map.h"

#include <weft/bcast.h>

static int ocbcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast_ocbcast(data, bytes, root, rt_shape.k, within);
}

const struct weft_bcast_algorithm weft_bcast_algorithms[] = {
	{"ocbcast", ocbcast},
	{"binomial", weft_bcast_binomial},
	{"scatter_allgather", weft_bcast_scatter_allgather},
	{"binomial_put", weft_bcast_binomial_put},
	{0, 0},
};
