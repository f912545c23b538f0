/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With CHECK=1: broadcasts whose copies are compared.
 *
 * After a broadcast every core has a checksum of what it has; the tree of
 * collectives/barrier/agree.h tells all whether all are the same.  If they are not,
 * bits have flipped on the way, and all cores have the broadcast once more; after
 * CHECKED_TRIES of them all return WEFT_ERR_DAMAGED.  So whatever has spoilt data, or
 * made a core read them too soon, is found for any algorithm, by one line in it.
 * A flag that flips to a value behind is nobody's data: its reader times out.
 *
 * Cost: nothing without CHECK=1.  With it a checksum of the message on each core, and
 * agree's way up and down.
 */
#ifndef COLLECTIVES_CHECKED_H
#define COLLECTIVES_CHECKED_H

#include <stddef.h>

#include "runtime/crc.h"

#include <weft/types.h>

enum {
	CHECKED_TRIES = 4
};

typedef int checked_bcast(void *data, size_t bytes, weft_rank_t root,
			  weft_us_t within);

/* It is being called by checked(): it does its work. */
extern bool checked_inside;

int checked(checked_bcast *bcast, void *data, size_t bytes, weft_rank_t root,
	    weft_us_t within);

/*
 * First in the public function `bcast`, which is called again from in there.
 */
#define CHECKED(bcast, data, bytes, root, within)                              \
	do {                                                                   \
		if (WEFT_CHECK && !checked_inside) {                           \
			return checked(bcast, data, bytes, root, within);      \
		}                                                              \
	} while (0)

#endif
