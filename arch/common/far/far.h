/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a core reaches the windows of cores on other nodes, which share no memory with it.
 *
 * A node is what a reliable stream leads to: another machine, or another chip.  Each node
 * has one server.  A core writes records into a ring of its own.  The server of its node
 * reads the ring, and puts the records into the stream to the other node (far_wire.h).  The
 * server there does what they say (far_serve.h).  The records of one core for one node stay
 * in order all the way, and that gives rules (a) to (c) of arch/arch.h.  A core that wants
 * an answer waits until it has come.
 *
 *   far.c         the contract's functions, for windows of other nodes
 *   far_ring.c    the ring, answers, arch_quiet and arch_settle
 *   far_serve.c   what a server does
 *   far_wire.h    the streams; links/far/far_links.c makes those between chips
 *
 * The port says where rings and answers lie, and how a core waits (<far_port.h> and
 * <far_core.h>, below).  Its server may be a thread of the host (host/mpi/server.c), or an
 * interrupt handler on one of the cores (arch/common/far/chip/door.c).
 *
 * That one server of a node makes progress for all its cores is from Si, Pena, Hammond,
 * Balaji, Takagi, Ishikawa, "Casper: An Asynchronous Progress Model for MPI RMA on
 * Many-Core Architectures" (IPDPS 2015).  There the servers are processes.
 */
#ifndef ARCH_COMMON_FAR_H
#define ARCH_COMMON_FAR_H

#include <stdint.h>

/*
 * <far_port.h> has five constants:
 *
 *   FAR_NODES    the most nodes of a run; a multiple of 32
 *   FAR_PIECE    the most bytes that follow a record; a multiple of FAR_ALIGN
 *   FAR_ANSWER   the most bytes of a window that one answer brings; a multiple of
 *                FAR_PIECE
 *   FAR_RING     bytes of a ring; a power of 2
 *   FAR_CORES    the most cores of a run
 *
 * and, where a server is one of the cores, FAR_SERVES 1.
 *
 * <far_core.h> has these functions of a core.  All are called with interrupts masked.  A
 * near window is one of this core's own node.  An await function sleeps until the count is
 * no longer `seen`; it may also return for no reason.
 *
 *   far_first(node)               the first rank of that node
 *   far_post(n)                   lets the server read n bytes more of this core's ring
 *   far_posted()                  how many bytes it may read in all, modulo 2^32
 *   far_taken()                   how many it has read in all: an acquire
 *   far_await_taken(seen)
 *   far_lay(at, from, n, align)   copies bytes of memory into the ring, by whole words
 *                                 where `align` is a multiple of 4
 *   far_lay_window(at, from, n)   copies bytes of a near window into it
 *   far_lay_answer(at, n, align)  copies bytes of the last answer into it
 *   far_bell()                    tells the server that something was posted
 *   far_answers()                 answers that have come in all: an acquire
 *   far_await_answers(seen, looks)
 *   far_value()                   the value of the last answer
 *   far_answer_get(to, n)         copies its bytes to memory
 *   far_answer_put(to, n)         copies them into a near window
 *   far_news()                    pieces of news that have come in all: an acquire
 *   far_await_news(seen, deadline)
 *
 * With FAR_SERVES, of the core that is the server.  It has no use for a ring: what it says
 * goes into the stream at once, in records as long as a message.
 *   far_serves()                  whether this core is its node's server
 *   far_hand(record)              puts a record into the stream; returns where the bytes that
 *                                 follow go, at a word, to be written before anything else is
 *                                 called; null: no room
 *   far_hand_most(rank)           the most bytes that should follow the next one for that core
 *   far_await_turn(seen)          where far_hand had no room: until the server has had a turn,
 *                                 and far_taken() is no longer `seen`
 *   far_hand_window(to, from, n)  copies bytes of a near window to memory, by whole words
 *                                 where the window's place allows that
 */
enum {
	FAR_ALIGN = 32,
};

enum far_op {
	FAR_SKIP,     /* in a ring: the next record is at its beginning */
	FAR_PUT,      /* bytes follow */
	FAR_FLAG,     /* a word, and wake the core that waits for it */
	FAR_FREE,     /* clear the test-and-set register */
	FAR_RAISE,    /* an interrupt */
	FAR_WATCH_IT, /* send news when a word has reached a value */
	FAR_FORGET,   /* send none */
	FAR_CONSOLE,  /* text follows */
	/* With an answer. */
	FAR_MEET, /* the answer says that all records before it are done */
	FAR_GET,  /* `value` is where in the answer the bytes go */
	FAR_SWAP,
	FAR_COMPARE,
	FAR_ADD,
	FAR_TAKE,
	/* Between servers. */
	FAR_ANSWERED, /* value; bytes follow, which are of `from` at `offset` */
	FAR_NEWS,
	FAR_TELL,
	FAR_TOLD,
	FAR_ROLL, /* who answers at start: arch/common/far/chip/roll.c */
	FAR_BYE,  /* the last: the run's verdict */
};

struct far_record {
	uint32_t op;
	uint32_t rank, from; /* the core that it concerns, and its writer */
	uint32_t offset, value, expected;
	uint32_t bytes; /* how many follow it, or are wanted */
	uint32_t unused;
};

_Static_assert(sizeof(struct far_record) == FAR_ALIGN, "records fill a ring");

/* How many bytes follow it in a ring, or in a message. */
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
