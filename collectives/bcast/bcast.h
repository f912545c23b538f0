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

/* A broadcast of all cores. */
typedef int bcast_fn(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);

struct bcast {
	struct choose_candidate
		choose; /* its bytes: of a whole class (bcast_choice.h) */
	bcast_fn *all;
};

/*
 * On a team.  An object without words is all zeros, and its cost is CHOOSE_CANNOT.
 * place() and bytes(): start, thread.
 */
struct bcast_form {
	bool wide; /* only a team in a wide slot has its words (team/made.h) */
	/* For so many cores: of words in each MPB, 0 if there is no room. */
	uint32_t (*bytes)(uint32_t count);
	uint32_t memory;                  /* bytes of the object .. */
	uint32_t (*more)(uint32_t count); /* .. and behind it, or null */
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

/* The object's bytes, for so many cores; 0: its user has it. */
static inline uint32_t bcast_form_memory(const struct bcast_form *form,
					 uint32_t count)
{
	return form->memory + (form->more ? form->more(count) : 0);
}

/* Where a get is dear, all broadcasts that are chosen from are by puts. */
#define BCAST_PUTS (ARCH_GET_COST > 200)

/* Is there one by slots?  Where gets are dear, trees of puts are better. */
#define BCAST_SLOTS (ARCH_REMOTE_AWAIT || !BCAST_PUTS)

/*
 * The one that none of the others undercuts for what it can take.  Weak: where one of those
 * is linked alone, it does not bring this along.
 */
#if ARCH_REMOTE_AWAIT
#define BCAST_TINIEST bcast_is_tiny_pull
#else
#define BCAST_TINIEST bcast_is_tiny_push
#endif
#define BCAST_TINIEST_WEAK                                                     \
	extern const struct bcast BCAST_TINIEST __attribute__((weak))

/*
 * The fewest cores that a cascade pays for, and has words for: 7 regions of 16, and a few.
 * With fewer the striped broadcast has two hubs, and is as good.  BCAST_CASCADE says whether a
 * port has so many.
 */
#define CASCADE_CORES 113
#define BCAST_CASCADE (ARCH_REMOTE_AWAIT && ARCH_CORES_MAX >= CASCADE_CORES)

/*
 * Each with where weft_bcast_algorithm has it, where weft_bcast chooses from it, and where
 * teams do.  A team's list names those of all cores, too, which it has no object for and so
 * cannot take.  What a condition leaves out is not linked.  Of equal costs the first is
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

/* The lists, each in a file of its own, with null for what is not there. */
extern const struct choose_candidate *const bcast_all[],
	*const bcast_chosen[], *const bcast_of_teams[];
extern const struct bcast_form *const bcast_forms[];
extern const uint32_t bcast_all_end, bcast_chosen_end, bcast_forms_end;

#define BCAST_IF(where, name) ((where) ? &(name) : NULL)
#define BCAST_IN_ALL(name, all, chosen, teams)                                 \
	BCAST_IF(all, bcast_is_##name.choose),
#define BCAST_IN_CHOSEN(name, all, chosen, teams)                              \
	BCAST_IF(chosen, bcast_is_##name.choose),
#define BCAST_IN_TEAMS(name, all, chosen, teams)                               \
	BCAST_IF((chosen) || (teams), bcast_is_##name.choose),
#define BCAST_IN_FORMS(name, all, chosen, teams)                               \
	BCAST_IF(teams, bcast_form_##name),

/* What weft_bcast chooses from, and so links; what teams do; and all. */
#define BCAST_LIST_CHOSEN                                                      \
	const struct choose_candidate *const bcast_chosen[] = {                \
		BCASTS(BCAST_IN_CHOSEN)};                                      \
	const uint32_t bcast_chosen_end =                                      \
		sizeof(bcast_chosen) / sizeof(bcast_chosen[0]);
#define BCAST_LIST_TEAMS                                                       \
	const struct choose_candidate *const bcast_of_teams[] = {              \
		BCASTS(BCAST_IN_TEAMS)};                                       \
	const struct bcast_form *const bcast_forms[] = {                       \
		BCASTS(BCAST_IN_FORMS)};                                       \
	const uint32_t bcast_forms_end =                                       \
		sizeof(bcast_forms) / sizeof(bcast_forms[0]);
#define BCAST_LIST_ALL                                                         \
	const struct choose_candidate *const bcast_all[] = {                   \
		BCASTS(BCAST_IN_ALL)};                                         \
	const uint32_t bcast_all_end = sizeof(bcast_all) / sizeof(bcast_all[0]);

/* By their own names, as weft/published/bcast.h has them for those who compare. */
int weft_bcast_ocbcast(void *data, size_t bytes, weft_rank_t root, uint32_t k,
		       weft_us_t within);
uint32_t weft_bcast_max_degree(void);
int weft_bcast_binomial_put(void *data, size_t bytes, weft_rank_t root,
			    weft_us_t within);
int weft_bcast_tree_put(void *data, size_t bytes, weft_rank_t root,
			weft_us_t within);
int weft_bcast_tiny_push(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);
int weft_bcast_tiny_pull(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);
int weft_bcast_short(void *data, size_t bytes, weft_rank_t root,
		     weft_us_t within);
int weft_bcast_striped(void *data, size_t bytes, weft_rank_t root,
		       weft_us_t within);
int weft_bcast_cascade(void *data, size_t bytes, weft_rank_t root,
		       weft_us_t within);
int weft_bcast_multicast(void *data, size_t bytes, weft_rank_t root,
			 weft_us_t within);

#endif
