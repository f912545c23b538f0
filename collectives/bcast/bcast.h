/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A broadcast is a descriptor, which its own file exports; and all are listed here, once.
 * So a new one is a file and a line of BCASTS.
 *
 * What teams add is a descriptor of its own, its form, so that programs that make no teams
 * do not link it.
 */
#ifndef COLLECTIVES_BCAST_BCAST_H
#define COLLECTIVES_BCAST_BCAST_H

#include "arch/multicast.h"
#include "collectives/barrier/barrier.h"
#include "collectives/choose.h"

#include <weft/bcast.h>

struct bcast {
	/* Its name; for all cores; bytes at most, of a whole class (bcast_choice.h). */
	struct weft_bcast_algorithm is;
	uint32_t cores;    /* at most; 0: any number */
	choose_cost *cost; /* null: it is never chosen, only named */
	const void *world; /* its object of all cores, for the cost */
};

/*
 * On a team.  An object without words is all zeros, and its cost is CHOOSE_CANNOT.
 * place() and bytes(): start, thread.
 */
struct bcast_form {
	const struct bcast *bcast;
	bool wide; /* only a team in a wide slot has its words (team/made.h) */
	/* For so many cores: of words in each MPB, 0 if there is no room; of the object. */
	uint32_t (*bytes)(uint32_t count);
	uint32_t (*memory)(uint32_t count);
	/* The object, which is all zeros, with its words at that offset. */
	void (*place)(void *object, struct barrier_best *barrier,
		      uint32_t offset, uint32_t epoch);
	/*
	 * `root` is a rank of the team, which has more than one core; size is not 0.
	 * WEFT_OK or WEFT_ERR_TIMEOUT.  Thread.
	 */
	int (*run)(void *object, void *data, size_t size, uint32_t root,
		   weft_us_t within);
};

/* Where a get is dear, all broadcasts that are chosen from are by puts. */
#define BCAST_PUTS (ARCH_GET_COST > 200)

/* Is there one by slots?  Where gets are dear, trees of puts are better. */
#define BCAST_SLOTS (ARCH_REMOTE_AWAIT || !BCAST_PUTS)

/*
 * The fewest cores that a cascade pays for, and has words for: with 128 the striped
 * broadcast is as good.  Does a port have so many, that weft_bcast may cascade?
 */
#define CASCADE_CORES 256
#define BCAST_CASCADE (ARCH_REMOTE_AWAIT && ARCH_CORES_MAX >= CASCADE_CORES)

/*
 * Each with where weft_bcast_algorithm has it, where weft_bcast chooses from it, and where
 * teams do.  What a condition leaves out is not linked.  Of equal costs the first is
 * taken; and the words of a team are in this order.
 */
#ifndef BCAST_MORE
#define BCAST_MORE(X) /* one that a test adds */
#endif
#define BCASTS(X)                                                              \
	X(nodes, 0, ARCH_NODES, ARCH_NODES)                                    \
	X(tiny_pull, ARCH_REMOTE_AWAIT, ARCH_REMOTE_AWAIT, ARCH_REMOTE_AWAIT)  \
	X(tiny_push, 1, BCAST_SLOTS && !ARCH_REMOTE_AWAIT,                     \
	  BCAST_SLOTS && !ARCH_REMOTE_AWAIT)                                   \
	X(short, ARCH_REMOTE_AWAIT, ARCH_REMOTE_AWAIT, ARCH_REMOTE_AWAIT)      \
	X(cascade, 0, BCAST_CASCADE, 0)                                        \
	X(multicast, ARCH_MULTICAST, ARCH_MULTICAST, 0)                        \
	X(binomial_put, 1, BCAST_PUTS, BCAST_PUTS)                             \
	X(tree_put, 1, BCAST_PUTS, BCAST_PUTS)                                 \
	X(striped, !BCAST_PUTS, !BCAST_PUTS, !BCAST_PUTS)                      \
	X(ocbcast, 1, !BCAST_PUTS, !BCAST_PUTS)                                \
	X(binomial, 1, 0, 0)                                                   \
	X(scatter_allgather, 1, 0, 0)                                          \
	BCAST_MORE(X)

#define BCAST_DECLARED(name, all, chosen, teams)                               \
	extern const struct bcast bcast_is_##name;                             \
	extern const struct bcast_form bcast_form_##name;
BCASTS(BCAST_DECLARED)

/* The lists, each in a file of its own, with null for what is not there; and their ends. */
extern const struct bcast *const bcast_all[], *const bcast_chosen[];
extern const struct bcast_form *const bcast_forms[];
extern const uint32_t bcast_all_end, bcast_chosen_end, bcast_forms_end;

#define BCAST_IN_ALL(name, all, chosen, teams) (all) ? &bcast_is_##name : NULL,
#define BCAST_IN_CHOSEN(name, all, chosen, teams)                              \
	(chosen) ? &bcast_is_##name : NULL,
#define BCAST_IN_FORMS(name, all, chosen, teams)                               \
	(teams) ? &bcast_form_##name : NULL,
#define BCAST_LIST(type, list, in)                                             \
	const struct type *const list[] = {BCASTS(in)};                        \
	const uint32_t list##_end = sizeof(list) / sizeof(list[0]);

#endif
