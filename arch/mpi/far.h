/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core says to cores of other nodes, which share no memory with it.
 *
 * It writes records into a ring of its own, in its node's memory.  The node's server, a
 * thread of its first process (host/mpi/server.c), carries them to the other node's by
 * MPI, and that does there what they say; no core has a part in it.  Records of one
 * core for one node stay in order all the way, and that gives rules (a) to (c).  Who
 * wants an answer sleeps until it has come.
 *
 * One thread a node makes MPI progress, as in Si, Pena, Hammond, Balaji, Takagi,
 * Ishikawa, "Casper: An Asynchronous Progress Model for MPI RMA on Many-Core
 * Architectures" (IPDPS 2015), where it is processes.
 */
#ifndef ARCH_MPI_FAR_H
#define ARCH_MPI_FAR_H

#include <stdint.h>

enum {
	FAR_ALIGN = 32,
	FAR_PIECE = 16384,   /* bytes that follow a record, at most */
	FAR_ANSWER = 32768,  /* bytes of a window that are fetched at once */
	FAR_RING = 65536,    /* a power of 2 */
	FAR_WATCH = 1 << 16, /* the server, among a window's watchers */
};

enum far_op {
	FAR_SKIP,     /* in a ring: go on at its begin */
	FAR_PUT,      /* bytes follow */
	FAR_FLAG,     /* a word, and wake who waits for it */
	FAR_FREE,     /* the test-and-set */
	FAR_RAISE,    /* an interrupt */
	FAR_WATCH_IT, /* news when a word has reached a value .. */
	FAR_FORGET,   /* .. no more */
	FAR_CONSOLE,  /* text follows */
	/* With an answer. */
	FAR_MEET, /* what was said before has been done */
	FAR_GET,  /* `value` is where in the answer the bytes go */
	FAR_SWAP,
	FAR_COMPARE,
	FAR_ADD,
	FAR_TAKE,
	/* Between servers. */
	FAR_ANSWERED, /* value; bytes follow */
	FAR_NEWS,
	FAR_TELL,
	FAR_TOLD,
	FAR_BYE, /* the last: the run's verdict */
};

struct far_record {
	uint32_t op;
	uint32_t rank, from; /* whom it concerns, who says it */
	uint32_t offset, value, expected;
	uint32_t bytes; /* that follow, or that are wanted */
	uint32_t unused;
};

_Static_assert(sizeof(struct far_record) == FAR_ALIGN, "records fill a ring");

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
	uint8_t answer[FAR_ANSWER] __attribute__((aligned(64)));
	uint8_t ring[FAR_RING] __attribute__((aligned(64)));
};

/* Do bytes follow in a ring, or in a message? */
static inline uint32_t far_following(const struct far_record *record)
{
	return record->op == FAR_GET ? 0 : record->bytes;
}

static inline uint32_t far_room(uint32_t following)
{
	return FAR_ALIGN + ((following + FAR_ALIGN - 1) & -(uint32_t)FAR_ALIGN);
}

/* The node of a rank: the last of `nodes` whose first rank is not above it. */
static inline uint32_t far_node(const uint32_t *firsts, uint32_t nodes,
				uint32_t rank)
{
	uint32_t low = 0;

	while (nodes > 1) {
		uint32_t half = nodes >> 1;

		if (firsts[low + half] <= rank) {
			low += half;
		}
		nodes -= half;
	}
	return low;
}

#endif
