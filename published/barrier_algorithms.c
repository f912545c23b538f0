/* SPDX-License-Identifier: Apache-2.0 */
/* All barriers by name; a file of its own, since it links them all. */
#include "arch/barrier.h"
#include "arch/multicast.h"

#include <weft/barrier.h>
#include <weft/published/barrier.h>

const struct weft_barrier_algorithm weft_barrier_algorithms[] = {
	{"central", weft_barrier_central},
	{"tree", weft_barrier_tree},
	{"dissemination", weft_barrier_dissemination},
#if ARCH_REMOTE_AWAIT
	{"lines", weft_barrier_lines},
#endif
#if ARCH_MULTICAST
	{"multicast", weft_barrier_multicast},
#endif
#if ARCH_BARRIER
	{"chip", weft_barrier_chip},
#endif
	{0, 0},
};
