/* SPDX-License-Identifier: Apache-2.0 */
/* Rings and answers (arch/common/far/far.h) in memory that a node's processes share. */
#ifndef MPI_FAR_PORT_H
#define MPI_FAR_PORT_H

#include <stdint.h>

#include "arch/common/far/far.h"

enum {
	FAR_NODES = 1024,
	FAR_CORES = 1024,
	FAR_PIECE = 16384,
	FAR_ANSWER = 32768,
	FAR_RING = 65536,
	FAR_LANES = 1,
	FAR_FRAME = 17536, /* a record, its bytes, and what a link adds */
	FAR_WATCH = 1 << 16, /* the server, among a window's watchers */
	FAR_BULKS = 8,       /* ARCH_BULK_PLACES */
	FAR_BULK_OPEN = 1,   /* in the state of a place; a piece that comes is 2 */
};

/* Memory that a piece goes from, or a place (arch/bulk.h). */
struct far_bulk {
	uint64_t at, bytes;
	uint32_t from, offset, number; /* of a place: which pieces, since when */
	uint32_t state;        /* of a place: 0, nobody uses it */
};

/*
 * Between a core and its node's server; all counts modulo 2^32.  The ring has room for a
 * chunk of 32 KB and the flag behind it, which the server then has in one look.
 */
struct far_channel {
	uint32_t posted __attribute__((aligned(64))); /* bytes of the ring */
	uint32_t short_of_room; /* the core sleeps on `taken` */
	uint32_t taken __attribute__((aligned(64)));
	uint32_t answers; /* the core sleeps on this .. */
	uint32_t news;    /* .. or on this */
	uint32_t value;   /* of the last answer */
	uint32_t gone;    /* pieces of goes[] that have left; the core sleeps on it */
	struct far_bulk goes[FAR_BULKS], comes[FAR_BULKS];
	uint8_t answer[FAR_ANSWER] __attribute__((aligned(64)));
	uint8_t ring[FAR_RING] __attribute__((aligned(64)));
};

#endif
