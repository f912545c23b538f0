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
	FAR_PIECES = 8,      /* ARCH_BULK_PIECES */
	FAR_PLACES = 32,     /* ARCH_BULK_PLACES */
};

/* Memory that a piece goes from, or a place (arch/bulk.h). */
struct far_bulk {
	uint64_t at, bytes;
	uint32_t rank;          /* the other core */
	uint32_t offset, value; /* of the flag that it brings */
	uint32_t held;          /* 1: its place stays open */
	uint32_t number;        /* of a place: since when */
	uint32_t state;         /* of a place */
};

/* Of a place.  The core makes a free one an asked one, and its vehicle does all else. */
enum {
	FAR_PLACE_FREE,
	FAR_PLACE_ASKED,
	FAR_PLACE_OPEN,
	FAR_PLACE_FULL, /* its flag waits for those of earlier places */
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
	/* Of pieces: what the core wants, and what its process has done; it sleeps on these. */
	uint32_t asks, awaits;   /* wishes in all; 1: it sleeps */
	uint32_t begun, gone;    /* of goes[] */
	uint32_t closed, closes; /* times that all places were */
	struct far_bulk goes[FAR_PIECES], comes[FAR_PLACES];
	uint8_t answer[FAR_ANSWER] __attribute__((aligned(64)));
	uint8_t ring[FAR_RING] __attribute__((aligned(64)));
};

#endif
