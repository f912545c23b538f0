/* SPDX-License-Identifier: Apache-2.0 */
/* The candidates of weft_bcast and weft_bcast, and what each would cost. */
#ifndef COLLECTIVES_BCAST_CHOICE_H
#define COLLECTIVES_BCAST_CHOICE_H

#include "collectives/choose.h"
#include "collectives/team/team.h"

enum {
	BCAST_TINY = 28,   /* bytes that fit a line beside a word */
	BCAST_SHORT = 256, /* that a slot of several lines takes */

	/* Classes of sizes: tiny; then two for each octave of lines. */
	BCAST_LAST_OCTAVE =
		17, /* longer than 2^17 lines is chosen as 2^17 are */
	BCAST_CLASSES = 2 * BCAST_LAST_OCTAVE + 2,
};

/* Where a get is dear, all broadcasts that are chosen from are by puts. */
#define BCAST_PUTS (ARCH_GET_COST > 200)

/* Is there one by slots?  Where gets are dear, trees of puts are better. */
#define BCAST_SLOTS (ARCH_REMOTE_AWAIT || !BCAST_PUTS)

/* Does a port have so many cores that weft_bcast may cascade? */
#define BCAST_CASCADE (ARCH_REMOTE_AWAIT && ARCH_CORES_MAX >= CASCADE_CORES)

/*
 * The broadcasts of a team, as objects (collectives/team/team.h).  One without words
 * costs CHOOSE_CANNOT.
 */
struct bcast_objects {
	const struct team *team;
	/* Where BCAST_PUTS .. */
	struct binomial_put *binomial_put;
	struct tree_put *tree_put;
	/* .. and elsewhere; the second group where ARCH_REMOTE_AWAIT. */
	struct slots *tiny;
	struct hubs *tiny_hubs;
	struct striped *striped;
	struct ocbcast *ocbcast;
	struct slots *brief; /* the short ones */
	struct hubs *brief_hubs;
	struct cascade *cascade;   /* the world's, where BCAST_CASCADE */
	struct cast *multicast;    /* the world's, where ARCH_MULTICAST */
	struct bcast_nodes *nodes; /* where ARCH_NODES; or null */
};

/*
 * Each algorithm on a team, and its cost for a struct bcast_objects.  `root` is a rank of
 * the team, which has more than one core; size is not 0.  WEFT_OK or WEFT_ERR_TIMEOUT.
 * Thread.
 */
typedef int bcast_on(const struct bcast_objects *on, void *data, size_t size,
		     uint32_t root, weft_us_t within);

bcast_on bcast_tiny_on, bcast_short_on, bcast_striped_on;
ARCH_COLD choose_cost bcast_tiny_cost, bcast_short_cost, bcast_striped_cost;
ARCH_COLD choose_cost bcast_cascade_cost, bcast_multicast_cost;

/* bcast_short.c: of the MPB, for its slot; 0: it is too small for one. */
ARCH_COLD uint32_t bcast_short_bytes(void);

/* ocbcast.c: with the run's degree. */
int bcast_ocbcast(void *data, size_t bytes, weft_rank_t root, weft_us_t within);

/* The class of a size, and the largest size of that class. */
uint32_t bcast_class(size_t bytes, uint32_t *largest);

/* Thread.  Slow: kept by weft_bcast for each class of sizes. */
ARCH_COLD const struct choose_candidate *bcast_choice(uint32_t bytes);

/* The same for another team, which knows the candidate by its world's form. */
ARCH_COLD const struct choose_candidate *
bcast_choice_on(const struct bcast_objects *on, uint32_t bytes);

#endif
