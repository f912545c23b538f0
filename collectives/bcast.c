/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/mpb_map.h"

#include <weft/bcast.h>

int weft_bcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within)
{
	return weft_bcast_ocbcast(data, bytes, root, rt_shape.k, within);
}
