/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores in nodes, where the chip has none: a build of the library for the simulator, by
 * PLACED=1.  Rank r is in the node that letter r of PLACED in the environment names, from
 * a on; after the last letter they begin anew.
 *
 * What a core says to cores of other nodes is counted.
 */
#ifndef TESTS_PLACED_H
#define TESTS_PLACED_H

#include <stdint.h>

enum {
	PLACED_NODES = 8,
	PLACED_DATA = 64, /* bytes, from which on a copy is data */
};

struct placed {
	uint32_t said[PLACED_NODES]; /* accesses to windows, and interrupts */
	uint32_t data[PLACED_NODES]; /* bytes that went into that one */
};

extern struct placed placed;

#endif
