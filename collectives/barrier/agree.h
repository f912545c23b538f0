/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With DEBUG=1: do all cores of a team call the same collective, with the same arguments?
 *
 * A collective that is called with another root or size, or in another order, on one
 * core than on the others would hang or deliver wrong data.  So each begins
 * with AGREE: every core says what it is about to do by a word, a hash of it, in a flag
 * that goes up a tree of ranks; the verdict comes down the same tree.  Either all
 * cores go on, or all return WEFT_ERR_MISMATCH with nothing moved, and are in step
 * again; then a core and those below it that differ from it each print what they
 * called.  Where some core does not come, the others time out as they would have
 * without; what is left of `within` afterwards is the collective's.
 *
 * Cost: nothing without DEBUG=1.  With it two flags, up and down, on each of
 * log8 P levels; MPB: 9 flags.
 */
#ifndef COLLECTIVES_AGREE_H
#define COLLECTIVES_AGREE_H

#include "collectives/team/team.h"
#include "runtime/context.h"
#include "runtime/crc.h"
#include "topology/binomial.h"

#include <weft/types.h>

struct agree {
	const char *name; /* of the algorithm; null: who differs says nothing */
	uint32_t root, bytes, k;
	int error; /* in its arguments: I will move nothing, and return that */
};

enum {
	AGREE_FLAGS = 9 /* of 8 children, and my parent's */
};

/* A team's tree (collectives/team/team.h). */
struct agree_tree {
	struct team team;
	uint32_t flags; /* the children's, and my parent's */
	uint32_t call;
	/* What I say in this call: to my parent, and to my children. */
	uint32_t up, down;
	uint32_t others; /* a bit for each child that differs from me */
};

extern struct agree_tree agree_world;

/* The number of its calls, which is in a flag's upper bits, begins with epoch's. */
void agree_place(struct agree_tree *tree, struct team team, uint32_t offset,
		 uint32_t epoch);

/*
 * The verdict: WEFT_OK, mine->error if there is one, WEFT_ERR_MISMATCH, WEFT_ERR_TIMEOUT.
 * *within becomes what is left of it.  Thread.
 */
int agree(struct agree_tree *tree, const struct agree *mine, weft_us_t *within);

/* Whole microseconds until then; WEFT_FOREVER for never. */
weft_us_t agree_left(uint64_t deadline);

/*
 * For a public function after RT_THREAD_ONLY, before it returns anything: all
 * cores come here, whatever their arguments are.  And it is the core's only fiber in a
 * collective.
 */
#define AGREE(within, ...) AGREE_IN(&agree_world, within, __VA_ARGS__)

#define AGREE_IN(tree, within, ...)                                            \
	RT_ALONE()                                                             \
	do {                                                                   \
		if (WEFT_DEBUG) {                                              \
			const struct agree mine_ = {__VA_ARGS__};              \
			int verdict_ = agree(tree, &mine_, within);            \
                                                                               \
			if (verdict_) {                                        \
				return verdict_;                               \
			}                                                      \
		}                                                              \
	} while (0)

#define AGREE_BCAST(within, title, data, size, from, degree)                   \
	AGREE(within, .name = (title), .root = (from),                         \
	      .bytes = (uint32_t)(size), .k = (degree),                        \
	      .error = bcast_check(data, size, from))

#endif
