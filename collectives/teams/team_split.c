/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams are made: all cores of the parent tell each other their colours, keys and free
 * slots, by way of the chunk buffers of the parent's rank 0; then each finds for itself
 * who is in its team, and which slot is free on all cores.
 */
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "collectives/team/calls.h"
#include "collectives/teams/made.h"
#include "messages/chunk_pool.h"
#include "runtime/context.h"
#include "runtime/near.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/bcast.h>

/* What a core says; 16 bytes, so that an index is a shift. */
struct team_split_claim {
	int32_t colour, key;
	uint32_t free; /* slots; 0: no memory, all: it joins no team */
	uint32_t none;
};

enum {
	CLAIM = sizeof(struct team_split_claim),
	PLACE = CLAIM < ARCH_LINE ? ARCH_LINE : CLAIM
};

/*
 * The claims of all cores of the parent, to its rank 0, which may have no memory for them:
 * `all` is null then.  Rank 0's buffers are its own from the first barrier on, when
 * it has entered this call.  *slots, at rank 0: what is free on all.
 */
static ARCH_COLD int team_split_gather(struct weft_team *parent,
				       const struct team_split_claim *mine,
				       struct team_split_claim *all,
				       uint32_t *slots, uint64_t deadline)
{
	const struct team *team = &team_barrier(parent)->team;
	uint32_t rest, per = arith_div(chunk_pool_bytes(), PLACE, &rest);
	uint32_t root = team_rank(team, 0);
	struct team_split_claim claim;
	int error = WEFT_OK;

	*slots = UINT32_MAX;
	for (uint32_t at = 0; at < team->size && !error; at += per) {
		uint32_t end = team->size - at < per ? team->size : at + per;
		uint32_t offset = chunk_buffer(0);

		error = barrier_shared(team_barrier(parent), deadline);
		if (!error && team->me >= at && team->me < end) {
			arch_put(root, ARCH_WINDOW_MPB,
				 offset + (team->me - at) * PLACE, mine, CLAIM);
		}
		if (!error) {
			error = barrier_shared(team_barrier(parent), deadline);
		}
		for (uint32_t i = at; !error && team->me == 0 && i < end; i++) {
			arch_get(&claim, root, ARCH_WINDOW_MPB, offset, CLAIM);
			offset += PLACE;
			*slots &= claim.free;
			if (all) {
				all[i] = claim;
			}
		}
	}
	return error;
}

/* Does core a of the parent come before b, which is not further down there? */
static ARCH_COLD bool before(const struct team_split_claim *all, uint32_t a,
			     uint32_t b)
{
	return all[a].key < all[b].key;
}

/* Those of my colour, by key: ranks of the parent, which come by rank. */
static ARCH_COLD uint32_t list(uint16_t *rank,
			       const struct team_split_claim *all,
			       uint32_t count, int32_t colour)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = n;

		if (all[i].colour != colour) {
			continue;
		}
		for (; at > 0 && before(all, i, rank[at - 1]); at--) {
			rank[at] = rank[at - 1];
		}
		rank[at] = (uint16_t)i;
		n++;
	}
	return n;
}

/* My team, of the cores that its list names by their ranks in the parent. */
static ARCH_COLD void found(struct team_made *made, const struct team *parent,
			    uint16_t *rank, uint32_t n, uint32_t slots)
{
	struct team *team = &made->own.team;
	uint32_t slot = 0;

	*team = (struct team){.size = n, .rank = rank};
	for (uint32_t i = 0; i < n; i++) {
		team->me = rank[i] == parent->me ? i : team->me;
		rank[i] = (uint16_t)team_rank(parent, rank[i]);
	}
	while (!(slots >> slot & 1)) {
		slot++;
	}
	team_free_slots &= ~(UINT32_C(1) << slot);
	team_place(made, slot);
}

/* One call, at this core. */
struct making {
	struct weft_team *parent, **made;
	uint64_t deadline;
	struct team_split_claim mine;
};

/* By its name: a program that makes teams has all that teams do. */
static ARCH_COLD int team_split_tell(const struct making *call, void *data,
				     size_t bytes)
{
	weft_us_t left = agree_left(call->deadline);

	return call->parent
		       ? team_calls_bcast(data, bytes, 0, call->parent, left)
		       : weft_bcast(data, bytes, 0, WEFT_WORLD, left);
}

/*
 * Rank 0 tells first which slots are free on all cores, so that who has no memory for
 * the claims hears, too, that there will be no team.
 */
static ARCH_COLD int exchange(const struct making *call,
			      const struct team_split_claim *mine,
			      struct team_split_claim *all, uint32_t *slots)
{
	struct weft_team *parent = call->parent;
	uint32_t size = weft_team_size(parent);
	int error = team_split_gather(parent, mine, all, slots, call->deadline);

	if (!error) {
		error = team_split_tell(call, slots, sizeof(*slots));
	}
	if (!error && *slots == 0) {
		if (weft_team_rank(parent) == 0) {
			team_tell_budget();
		}
		error = RT_WHY(WEFT_ERR_SPACE, "flags or memory for a team");
	}
	if (!error) {
		error = team_split_tell(call, all, (size_t)size * CLAIM);
	}
	return error;
}

static ARCH_COLD int split(const struct making *call)
{
	struct weft_team *parent = call->parent;
	const struct team *team = &team_barrier(parent)->team;
	struct team_split_claim mine = call->mine;
	struct team_split_claim *all = calloc(team->size, sizeof(*all));
	struct team_made *made =
		rt_near_alloc(sizeof(*made) + team_made_room(team->size));
	uint16_t *rank = rt_near_alloc(team->size * sizeof(*rank));
	bool joins = mine.colour != WEFT_TEAM_NONE;
	uint32_t slots, n;
	int error;

	mine.free = all && made && rank ? team_free_slots : 0;
	if (!joins && all) {
		mine.free = UINT32_MAX;
	}
	error = exchange(call, &mine, all, &slots);
	if (!error && joins) {
		n = list(rank, all, team->size, mine.colour);
		found(made, team, rank, n, slots);
	}
	free(all);
	if (!error) {
		/* All words of a team are fresh before anybody writes them. */
		error = barrier_until(team_barrier(parent), call->deadline);
		if (error && joins) {
			team_unplace(made);
		}
	}
	if (error || !joins) {
		rt_near_free(made);
		rt_near_free(rank);
		made = NULL;
	}
	*call->made = made ? &made->own : WEFT_NO_TEAM;
	return error;
}

ARCH_COLD int weft_team_split(struct weft_team *parent, int32_t colour,
			      int32_t key, struct weft_team **team,
			      weft_us_t within)
{
	struct making call = {parent, team, 0, {.colour = colour, .key = key}};
	int error;

	RT_THREAD_ONLY();
	if (!team) {
		return RT_WHY(WEFT_ERR_NULL, "team");
	}
	error = team_check(parent);
	if (error) {
		return error;
	}
	if (colour < WEFT_TEAM_NONE) {
		return RT_WHY(WEFT_ERR_NUMBER,
			      "colour: negative, and not WEFT_TEAM_NONE");
	}
	call.deadline = rt_deadline(within);
	return split(&call);
}

static ARCH_COLD int claim_of(struct team_split_claim *mine,
			      const struct weft_team *parent,
			      const weft_rank_t *ranks, uint32_t n)
{
	uint32_t me = weft_team_rank(parent), size = weft_team_size(parent);

	*mine = (struct team_split_claim){.colour = WEFT_TEAM_NONE};
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < i; j++) {
			if (ranks[j] == ranks[i]) {
				return RT_WHY(WEFT_ERR_RANK,
					      "ranks: one is there twice");
			}
		}
		if (ranks[i] >= size) {
			return RT_WHY(WEFT_ERR_RANK,
				      "ranks: the parent has no such rank");
		}
		if (ranks[i] == me) {
			*mine = (struct team_split_claim){.colour = 0,
							  .key = (int32_t)i};
		}
	}
	return n > 0 ? WEFT_OK : RT_WHY(WEFT_ERR_SIZE, "n: 0");
}

ARCH_COLD int weft_team_create(struct weft_team *parent,
			       const weft_rank_t *ranks, uint32_t n,
			       struct weft_team **team, weft_us_t within)
{
	struct making call = {parent, team, rt_deadline(within), {0}};
	int error;

	RT_THREAD_ONLY();
	if (!team || !ranks) {
		return RT_WHY(WEFT_ERR_NULL, "team or ranks");
	}
	error = team_check(parent);
	error = error ? error : claim_of(&call.mine, parent, ranks, n);
	return error ? error : split(&call);
}

ARCH_COLD int weft_team_free(struct weft_team **team, weft_us_t within)
{
	struct weft_team *old = team ? *team : WEFT_NO_TEAM;
	int error;

	RT_THREAD_ONLY();
	if (old == WEFT_WORLD) {
		return RT_WHY(WEFT_ERR_STATE, "the world cannot be freed");
	}
	error = team_check(old);
	if (error) {
		return error;
	}
	error = barrier_until(old->barrier, rt_deadline(within));
	if (error) {
		return error;
	}
	team_unplace(team_made_of(old));
	rt_near_free((void *)(uintptr_t)old->team.rank);
	rt_near_free(old);
	*team = WEFT_NO_TEAM;
	return WEFT_OK;
}
