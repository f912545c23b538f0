/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core says to cores of other nodes, which share no memory with it.
 *
 * A node is what a reliable stream leads to: another machine, or another chip.  A core
 * writes records into a ring of its own, which its node's server reads.  The server puts
 * them into the stream to the other node (far_wire.h), and the server there does what they
 * say (far_serve.h).  Records of one core for one node stay in order all the way, and
 * that gives rules (a) to (c) of arch/arch.h.  A core that wants an answer waits until it
 * has come.
 *
 *   far.c         the contract's functions, for windows of other nodes
 *   far_ring.c    the ring, answers, arch_quiet and arch_settle
 *   far_serve.c   what a server does
 *   far_links.c   far_wire.h over links/: streams between chips
 *
 * The port says by <far_port.h> where rings and answers lie, and how a core waits: below.
 * Its server may be a thread of the host (host/mpi/server.c), or an interrupt handler of
 * one of the cores (arch/sim/chips/door.c).
 *
 * One server a node makes progress for all, as in Si, Pena, Hammond, Balaji, Takagi,
 * Ishikawa, "Casper: An Asynchronous Progress Model for MPI RMA on Many-Core
 * Architectures" (IPDPS 2015), where it is processes.
 */
#ifndef ARCH_COMMON_FAR_H
#define ARCH_COMMON_FAR_H

#include <stdint.h>

/*
 * <far_port.h> has four constants:
 *
 *   FAR_NODES    so many there may be; a multiple of 32
 *   FAR_PIECE    bytes that follow a record, at most; a multiple of FAR_ALIGN
 *   FAR_ANSWER   bytes of a window that are fetched at once; a multiple of FAR_PIECE
 *   FAR_RING     bytes of a ring; a power of 2
 *
 * and <far_core.h> these functions for the core.  All are called with interrupts masked.
 *
 *   far_first(node)               a rank of that node
 *   far_post(n)                   the server may read n bytes more of my ring
 *   far_posted()                  how many that are in all, modulo 2^32
 *   far_taken()                   so many has the server read: an acquire
 *   far_await_taken(seen)         sleep until that is no longer so, or for no reason
 *   far_lay(at, from, n, align)   bytes of memory into my ring, whole words where
 *                                 `align` is a multiple of 4
 *   far_lay_window(at, from, n)   bytes of a near window
 *   far_lay_answer(at, n, align)  bytes of the last answer
 *   far_bell()                    tell the server of what was posted
 *   far_answers()                 answers that have come in all: an acquire
 *   far_await_answers(seen, looks)
 *   far_value()                   of the last one
 *   far_answer_get(to, n)         its bytes
 *   far_answer_put(to, n)         the same, into a near window
 *   far_news(), far_await_news(seen, deadline)
 */
enum {
	FAR_ALIGN = 32,
};

enum far_op {
	FAR_SKIP,     /* in a ring: go on at its begin */
	FAR_PUT,      /* bytes follow */
	FAR_FLAG,     /* a word, and wake the core that waits for it */
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
