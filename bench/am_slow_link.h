/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A link that brings nothing, of which a look takes as long as published: 2.6 us (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998, section 7.1).
 */
#ifndef BENCH_AM_SLOW_LINK_H
#define BENCH_AM_SLOW_LINK_H

#include <weft/weft.h>

enum {
	SLOW_LOOK_NS = 2600,
};

static inline int slow_send(struct weft_am_link *link,
			    const struct weft_am_packet *p, weft_us_t within)
{
	(void)link;
	(void)p;
	(void)within;
	return WEFT_ERR_STATE;
}

static inline void slow_look(void)
{
	static uint64_t look; /* cycles */
	uint64_t until = weft_cycles();

	if (look == 0) {
		look = weft_cycles_in_us(SLOW_LOOK_NS) / 1000;
	}
	until += look;
	while (weft_cycles() < until) {
	}
}

static inline bool slow_take(struct weft_am_link *link,
			     struct weft_am_packet *p)
{
	(void)link;
	(void)p;
	slow_look();
	return false;
}

#endif
