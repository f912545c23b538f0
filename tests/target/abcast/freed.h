/* SPDX-License-Identifier: Apache-2.0 */
/* Has one core freed message n?  A look, if that is not known. */
#ifndef TESTS_ABCAST_FREED_H
#define TESTS_ABCAST_FREED_H

#include "collectives/abcast/credit.h"

static inline bool has_freed(struct credit *c, uint32_t core, uint32_t n)
{
	if (!credit_known(c, core, n)) {
		c->known[core] += (uint32_t)credit_freed(
			credit_look(c, core, c->me), c->known[core]);
	}
	return credit_known(c, core, n);
}

#endif
