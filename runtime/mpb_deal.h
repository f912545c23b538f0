/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The second half of the map's rule (runtime/mpb_map.h): what the leasts leave is dealt.
 * It is linked only with a part that would take more than its least (RT_PART_DEALT).
 */
#ifndef RUNTIME_MPB_DEAL_H
#define RUNTIME_MPB_DEAL_H

#include <stdint.h>

#include "arch/small.h"

enum {
	RT_MAP_PARTS = 48 /* of an image, at most */
};

/*
 * What each part of the list gets, in lines.  Behind the last part is the heap, which is
 * none: what nobody takes is the application's.
 */
struct rt_map {
	uint32_t window, used; /* lines */
	uint32_t parts;
	uint16_t got[RT_MAP_PARTS +
		     1]; /* the sum of what does not fit is in `used` */
};

/* How many lines the i-th would take of so many.  Start. */
ARCH_COLD uint32_t rt_map_asks(const struct rt_map *map, uint32_t i,
			       uint32_t offered);

/* All have their least: deals the rest.  Start. */
ARCH_COLD void rt_map_deal(struct rt_map *map);

#endif
