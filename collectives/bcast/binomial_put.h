/* SPDX-License-Identifier: Apache-2.0 */
/* The binomial tree of puts of any team, as an object (collectives/team/team.h). */
#ifndef COLLECTIVES_BINOMIAL_PUT_H
#define COLLECTIVES_BINOMIAL_PUT_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/team/team.h"

enum {
	BINOMIAL_PUT_EDGES = ARCH_CORES_MAX <= 64 ? 6 : 32
};

struct binomial_put {
	struct team team;
	uint32_t news, grants; /* flags, one an edge */
	uint32_t sent[BINOMIAL_PUT_EDGES], taken[BINOMIAL_PUT_EDGES];
};

/* The world's. */
extern struct binomial_put binomial_put_world;

/* Words for so many cores. */
ARCH_COLD uint32_t binomial_put_bytes(uint32_t count);
ARCH_COLD void binomial_put_place(struct binomial_put *own, struct team team,
				  uint32_t offset, uint32_t epoch);

/*
 * `root` is a rank of the team, and size is not 0.  WEFT_OK or WEFT_ERR_TIMEOUT.
 * Thread.
 */
int binomial_put(struct binomial_put *own, void *data, size_t size,
		 uint32_t root, uint64_t deadline);

/*
 * The same in pieces of memory, if all cores of the team may have them (team_bulk), for
 * BINOMIAL_BULK_LEAST bytes and more; fewer are no quicker.
 */
enum {
	BINOMIAL_BULK_LEAST = 65537
};

int binomial_bulk(struct binomial_put *own, void *data, size_t size,
		  uint32_t root, uint64_t deadline);

#endif
