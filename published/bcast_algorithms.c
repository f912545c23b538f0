/* SPDX-License-Identifier: Apache-2.0 */
/* All broadcasts by name; a file of its own, since it links them all. */
#include "arch/multicast.h"
#include "collectives/bcast/bcast_choice.h"

#include <weft/bcast.h>
#include <weft/published/bcast.h>

const struct weft_bcast_algorithm weft_bcast_algorithms[] = {
	{"ocbcast", bcast_ocbcast, 0},
#if ARCH_GET_COST <= 200
	{"striped", weft_bcast_striped, 0},
#endif
	{"binomial", weft_bcast_binomial, 0},
	{"scatter_allgather", weft_bcast_scatter_allgather, 0},
	{"binomial_put", weft_bcast_binomial_put, 0},
	{"tree_put", weft_bcast_tree_put, 0},
	{"tiny_push", weft_bcast_tiny_push, BCAST_TINY},
#if ARCH_REMOTE_AWAIT
	{"tiny_pull", weft_bcast_tiny_pull, BCAST_TINY},
	{"short", weft_bcast_short, BCAST_SHORT},
#endif
#if ARCH_MULTICAST
	{"multicast", weft_bcast_multicast, 0},
#endif
	{0, 0, 0},
};
