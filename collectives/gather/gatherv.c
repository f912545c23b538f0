/* SPDX-License-Identifier: Apache-2.0 */
/* Gather and scatter of blocks that differ: the root tells all how long the largest is. */
#include "collectives/barrier/agree.h"
#include "collectives/gather/rounds.h"

#include <weft/bcast.h>

int rounds_tell_most(struct rounds *x)
{
	return weft_bcast(&x->most, sizeof(x->most), x->root, x->whole,
			  agree_left(x->deadline));
}

/* The root's blocks, and what each core has or gets, which must have a place. */
static int begin(struct rounds *x, const struct blocks *all, const void *mine,
		 size_t bytes, struct weft_team *team, uint32_t root,
		 weft_us_t within, const char *name)
{
	int error = rounds_of(x, team, root);

	if (error) {
		return error;
	}
	x->most = 0;
	if (lacks(mine, bytes) || (mine == WEFT_IN_PLACE && !is_root(x))) {
		error = WEFT_ERR_NULL;
	}
	if (is_root(x) && root < x->team->size) {
		if (!all->count || !all->at) {
			error = WEFT_ERR_NULL;
		} else {
			x->most = blocks_most(all, x->team->size);
			error = lacks(all->base, x->most) ? WEFT_ERR_NULL
							  : error;
			error = blocks_fit(all, x->team->size) ? error
							       : WEFT_ERR_SIZE;
		}
	}
	if (root >= x->team->size) {
		error = WEFT_ERR_RANK;
	}
	AGREE_IN(team_agree(team), &within, .name = name, .root = root,
		 .error = error);
	(void)name;
	x->deadline = rt_deadline(within);
	return error ? error : rounds_tell_most(x);
}

int weft_gatherv(const void *send, size_t bytes, void *recv,
		 const size_t *count, const size_t *at, weft_rank_t root,
		 struct weft_team *team, weft_us_t within)
{
	struct blocks to = {.base = recv, .count = count, .at = at};
	struct rounds x;
	int error;

	RT_THREAD_ONLY();
	error = begin(&x, &to, send, bytes, team, root, within, "gatherv");
	return error ? error : gather_blocks(&x, send, bytes, &to);
}

int weft_scatterv(const void *send, const size_t *count, const size_t *at,
		  void *recv, size_t bytes, weft_rank_t root,
		  struct weft_team *team, weft_us_t within)
{
	struct blocks from = {
		.base = (char *)(uintptr_t)send, .count = count, .at = at};
	struct rounds x;
	int error;

	RT_THREAD_ONLY();
	error = begin(&x, &from, recv, bytes, team, root, within, "scatterv");
	return error ? error : scatter_blocks(&x, &from, recv, bytes);
}

/* All cores know all counts. */
int weft_allgatherv(const void *send, size_t bytes, void *recv,
		    const size_t *count, const size_t *at,
		    struct weft_team *team, weft_us_t within)
{
	struct blocks to = {.base = recv, .count = count, .at = at};
	struct rounds x;
	int error;

	RT_THREAD_ONLY();
	error = rounds_of(&x, team, WEFT_TEAM_NOBODY);
	if (error) {
		return error;
	}
	x.most = count ? blocks_most(&to, x.team->size) : 0;
	if (!count || !at || lacks(send, bytes) || lacks(recv, x.most)) {
		error = WEFT_ERR_NULL;
	} else if (!blocks_fit(&to, x.team->size)) {
		error = WEFT_ERR_SIZE;
	}
	AGREE_IN(team_agree(team), &within, .name = "allgatherv",
		 .bytes = (uint32_t)x.most, .error = error);
	x.deadline = rt_deadline(within);
	return error ? error : gather_blocks(&x, send, bytes, &to);
}
