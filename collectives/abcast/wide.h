/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast in runs of more cores than have bells for each other.
 *
 * The engine of up to RT_BELLS cores has a tree for each root, so each core has words for
 * each other one.  Here there is one tree, of all cores, and one *order* of all chunks of
 * all roots, which the core at the top of the tree, the *hub*, makes:
 *
 *   offer   a root puts its next chunk into one of two buffers of its own, and
 *           counts in its word at the *leader* of its group, whom it interrupts;
 *   call    the leader counts in its word at the hub, and interrupts it;
 *   grant   the hub looks at the leaders' words, then at the group's words at the leader,
 *           copies the chunk into its own buffer as number g of the order, and tells
 *           the root that its buffer is free;
 *   pass    each core copies chunk g from its parent's buffer g mod 2 to its own, if it
 *           has children, tells them, and copies it to the slot of its root;
 *   free    each core shows its parent up to which g it has copied, and up to which all
 *           applications of its subtree have freed all; the hub tells the roots.
 *
 * A root offers chunk n only when all have freed its chunk n - W.  So there is a free
 * slot for each chunk that is in the order, handlers never wait for applications, and the
 * four truths of abcast.h hold here, too.  Waits go from parents to
 * children only, and from roots to the hub: never round.
 *
 * Who waits for a child names it in its *blocked* word (as credit.h does): a
 * core that has shown more reads that, and interrupts its parent if it is named.
 *
 * MPB: two lines of words, four headers, and two rows of as many words as a group has
 * cores, 128 bytes of flags each for 1024 cores.  Up to WIDE_CORES cores.  Nobody is
 * given up here.  Smaller runs have it, too, if they have several nodes (arch/nodes.h), of
 * which each is then entered at one core only.
 */
#ifndef COLLECTIVES_ABCAST_WIDE_H
#define COLLECTIVES_ABCAST_WIDE_H

#include "collectives/abcast/abcast.h"
#include "arch/nodes.h"
#include "runtime/part.h"
#include "topology/arith.h"

enum {
	WIDE_PARTS = 8, /* of a core's subtree; and of nodes below its own */
	WIDE_CHILDREN = ARCH_NODES ? 2 * WIDE_PARTS : WIDE_PARTS,
	WIDE_BUFFERS_LOG2 = 2,
	WIDE_BUFFERS =
		1
		<< WIDE_BUFFERS_LOG2, /* two of the order, two of this core's own chunks */
	WIDE_CORES = 1024,
	WIDE_OFFERS = 2,
	/* Numbers of streams, and of the order, as far as words tell of them. */
	WIDE_ROOT_SHIFT = 20,
	WIDE_N = (1 << 20) - 1,
	WIDE_MOST_UNDER_WAY = 1 << 14, /* chunks that somebody has not freed */
	/* A child's name in a blocked word: its rank + 1, and its edge; or 0 for none. */
	WIDE_NAME_BITS = 16,
	WIDE_NAME = (1 << WIDE_NAME_BITS) - 1,
	WIDE_EDGE_SHIFT = 12,
	WIDE_DEPTH = 8, /* levels of the tree, and some more */
};

/* Words of a core: those that others write, and three of its own. */
enum {
	WIDE_TOLD,     /* by the parent: the last chunk in its buffers */
	WIDE_GRANTED,  /* by the hub: of my chunks, how many have a number */
	WIDE_COMPLETE, /* by the hub: how many all have freed */
	WIDE_BLOCKED,  /* mine: two children that I wait for, by name */
	WIDE_ACCEPTS,  /* mine: messages of any length */
	WIDE_CALLED, /* mine, a leader: the sum of its row when it called last */
	WIDE_WORDS,
};

struct wide {
	bool is_hub;           /* this core */
	bool news;             /* the parent may wait for what I have shown */
	uint32_t parent, edge; /* whose child I am, and the how-manieth */
	uint32_t children;
	uint16_t child[WIDE_CHILDREN];
	uint32_t hub, group_log2; /* .. of the cores of a group */

	/* Offsets in the MPB: words of mine; of my children; headers; two rows. */
	uint32_t words, shown, headers, members, leaders;
	uint32_t offer[WIDE_OFFERS];

	uint32_t come, freed; /* of the order, by this core */
	uint32_t all_freed;   /* .. by its subtree */
	uint32_t told_up;     /* what its parent has been shown */
	uint32_t blocked;     /* what its own word says */
	uint32_t seen[WIDE_WORDS];
	uint32_t below[WIDE_CHILDREN]; /* what its children show */
};
extern struct wide wide;

#if ABCAST_WIDE
extern const struct abcast_engine wide_engine;
#endif

/* Root and number of a chunk, as headers and the list of the order have them. */
static inline uint32_t wide_id(uint32_t root, uint32_t n)
{
	return root << WIDE_ROOT_SHIFT | (n & WIDE_N);
}

/* Where the header of buffer i of the order is; of the offer of chunk n. */
static inline uint32_t wide_header(uint32_t i)
{
	return wide.headers + i * (uint32_t)sizeof(struct abcast_header);
}

static inline uint32_t wide_offer_header(uint32_t n)
{
	return wide_header(ABCAST_BUFFERS + (n & (WIDE_OFFERS - 1)));
}

#if ABCAST_WIDE
/* In a blocked word. */
static inline uint32_t wide_name(uint32_t rank, uint32_t edge)
{
	return (rank + 1) | edge << WIDE_EDGE_SHIFT;
}

/* This core's. */
static inline uint32_t wide_leader(void)
{
	return abcast.me >> wide.group_log2 << wide.group_log2;
}

/* wide.c: inside the gate ----------------------------------------------------- */

rt_round wide_round;

/* May chunk wide.come + 1 go to my buffer?  Its children have copied who was there. */
bool wide_has_room(void);

/*
 * Takes that chunk, from there: to my buffer and my children, if I have any, and to its
 * slot.
 */
void wide_take(uint32_t rank, uint32_t offset, const struct abcast_header *h);

/* wide_send.c: what the engine's table has of it. */
ARCH_COLD void wide_accept_all(void);
ARCH_COLD bool wide_takes(uint32_t core, uint32_t bytes);
ARCH_COLD uint32_t wide_awaited(void);

/* .. Its own chunks, as far as there is room and credit; inside the gate. */
void wide_offer_more(void);

/* .. As abcast_finish. */
ARCH_COLD void wide_finish(void);

/* wide_hub.c: what leaders and the hub do; inside the gate --------------------- */

ARCH_COLD void wide_hub_place(uint32_t epoch);

/* This core's offers, up to that one: to its leader. */
void wide_call_leader(uint32_t n);

/* Has this core's leader called the hub for all that its group offers? */
ARCH_COLD bool wide_leader_called(void);

/* A leader, or the hub, looks who has called. */
void wide_look_at_calls(void);

/* The hub: does anybody wait for a number?  Gives the next one that, if so. */
bool wide_is_called(void);
void wide_grant(void);

/* The hub has taken the next chunk of that root out of its buffer. */
void wide_granted(uint32_t root);

/* The hub: all have freed the chunk with that id. */
void wide_completed(uint32_t id);

#endif

#endif
