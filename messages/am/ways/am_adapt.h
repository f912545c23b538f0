/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Adaptive polling (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, sections 4.2 to
 * 4.4, equations 4.6 to 4.8): how many polls of the fast protocol come between two of a
 * slow one.  Two moving averages, of messages a poll, and their quotient.  Or a number that
 * never changes (section 4.1.3: fractional polling; with 1, naive).
 *
 * The published rule divides by the average of the slow protocol, which stays 0 once it is;
 * it begins with 1 here, and from there never falls to 0: at skip s and average 1 the next
 * is ((2 d - s) + s) / 2 d = 1.
 */
#ifndef AM_ADAPT_H
#define AM_ADAPT_H

#include "topology/arith.h"

#include <weft/am_way.h>

enum {
	AM_ADAPT_ONE = 4096, /* accuracy of the averages */
	AM_ADAPT_SHIFT = 8,  /* damping d, 256 polls */
	AM_ADAPT_EQUAL = 4,  /* skip where both bring as much */
	AM_ADAPT_LEAST = 4,
	AM_ADAPT_MOST = 64,
	AM_ADAPT_ACCEPTED =
		4, /* messages a poll, at most; of a link as many times its skip */
};

static inline void am_adapt_reset(struct weft_am_link *l)
{
	l->local = 0;
	l->remote = 1;
	l->skip = l->left = l->every ? l->every : AM_ADAPT_LEAST;
}

/* A poll of the fast protocol brought so many: is it the slow one's turn? */
static inline bool am_adapt_local(struct weft_am_link *l, uint32_t messages)
{
	l->local = (((1 << AM_ADAPT_SHIFT) - 1) * l->local +
		    AM_ADAPT_EQUAL * AM_ADAPT_ONE * messages) >>
		   AM_ADAPT_SHIFT;
	return --l->left == 0;
}

/* .. which brought so many. */
static inline void am_adapt_remote(struct weft_am_link *l, uint32_t messages)
{
	uint32_t s = l->skip, rest;

	if (l->every) {
		l->left = s;
		return;
	}
	l->remote = (arith_mul(l->remote, (2 << AM_ADAPT_SHIFT) - s) + s +
		     AM_ADAPT_ONE * messages) >>
		    (AM_ADAPT_SHIFT + 1);
	s = arith_div(l->local, l->remote, &rest);
	s = s < AM_ADAPT_LEAST ? AM_ADAPT_LEAST : s;
	l->skip = l->left = s > AM_ADAPT_MOST ? AM_ADAPT_MOST : s;
}

#endif
