/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With DEBUG=1: do all cores of a team call the same collective, with the same arguments?
 *
 * If one core called a collective with another root or size than the other cores, or
 * called their collectives in another order, the program would hang or get wrong data.
 * With DEBUG=1 every collective therefore begins with AGREE.  Each core makes a hash of
 * what it is about to do.  The hashes go up a tree of ranks, whose nodes compare them,
 * and the verdict comes down the same tree.  If all hashes are equal, all cores go on.
 * Otherwise all cores return WEFT_ERR_MISMATCH, nothing has moved, and the next
 * collective finds the cores in step again.  Each core whose children differ from it, and
 * each of these children, prints what it has called.
 *
 * If some core does not call at all, the others time out, as they would without AGREE.
 * The collective itself has what AGREE leaves of its deadline.
 *
 * Cost: nothing without DEBUG=1.  With it, two flag writes on each of log8 P levels.
 * MPB: 9 flags.
 */
#ifndef COLLECTIVES_AGREE_H
#define COLLECTIVES_AGREE_H

#include "collectives/team/objects.h"
#include "runtime/context.h"
#include "runtime/crc.h"

#include <weft/types.h>

struct agree {
	const char *
		name; /* the algorithm's; null: a core that differs prints nothing */
	uint32_t root, bytes, k;
	int error; /* in its arguments: the call moves nothing and returns it */
};

enum {
	AGREE_FLAGS = 9 /* those of 8 children, and the parent's */
};

/* A team's tree (collectives/team/team.h). */
struct agree_tree {
	struct team team;
	uint32_t flags;    /* offset of the children's flags and the parent's */
	uint32_t call;     /* number of this call */
	uint32_t up, down; /* what this core tells its parent, its children */
	uint32_t others; /* a bit for each child that differs from this core */
};

extern struct agree_tree agree_world;

/* A team's. */
static inline struct agree_tree *team_agree(struct weft_team *team)
{
	return team == WEFT_WORLD ? &agree_world : team->agree;
}

/*
 * At start: the tree of that team, with its flags at that offset.  Calls are numbered
 * from `epoch` on; the number is in the upper bits of a flag.
 */
void agree_place(struct agree_tree *tree, struct team team, uint32_t offset,
		 uint32_t epoch);

/*
 * Compares what the cores of the team are about to do.  Returns WEFT_OK, mine->error if
 * there is one, WEFT_ERR_MISMATCH or WEFT_ERR_TIMEOUT.  Subtracts the time that this has
 * taken from *within.  Thread.
 */
int agree(struct agree_tree *tree, const struct agree *mine, weft_us_t *within);

/* Returns the whole microseconds until that time; WEFT_FOREVER for ARCH_NEVER. */
weft_us_t agree_left(uint64_t deadline);

/*
 * A public function has AGREE after RT_THREAD_ONLY and before its first return, so that
 * all cores come here, whatever their arguments are.  AGREE also sees to it that no
 * other fiber of the core is in a collective at the same time.
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

/* Returns WEFT_OK, or the error of a broadcast with these arguments. */
static inline int bcast_check(const void *data, size_t bytes, uint32_t root)
{
	if (root >= arch_count()) {
		return RT_WHY(WEFT_ERR_RANK, "the root");
	}
	return bytes > 0 && !data ? RT_WHY(WEFT_ERR_NULL, "data") : WEFT_OK;
}

#define AGREE_BCAST(within, title, data, size, from, degree)                   \
	AGREE(within, .name = (title), .root = (from),                         \
	      .bytes = (uint32_t)(size), .k = (degree),                        \
	      .error = bcast_check(data, size, from))

#endif
