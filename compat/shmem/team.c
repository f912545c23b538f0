/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams are numbers: a first PE, a stride, a size, and two words that its PEs
 * synchronise by.  A new team takes the first pair of words that all PEs of its
 * parent have free.
 */
#include <string.h>

#include "compat/shmem/shmem_own.h"

enum {
	MOST = 32
}; /* teams of a PE, the two that are always there among them */

struct shmem_team {
	int first, stride, size, me, words;
	shmem_team_config_t config;
};

static long sync_words[MOST][2];
static uint32_t used = 3, used_by_all;
static struct shmem_team world = {.stride = 1, .words = 0};
static struct shmem_team shared = {.stride = 1, .size = 1, .words = 1};

/* What the handles stand for: filled when they are asked, after shmem_init. */
static struct shmem_team *team_of(shmem_team_t team)
{
	if (team == SHMEM_TEAM_WORLD) {
		world.size = shmem_n_pes();
		world.me = shmem_my_pe();
		return &world;
	}
	if (team == SHMEM_TEAM_SHARED) {
		shared.first = shmem_my_pe();
		return &shared;
	}
	return team;
}

char shmemi_team_world, shmemi_team_shared;

struct set set_of_team(shmem_team_t handle)
{
	struct shmem_team *team = team_of(handle);

	if (!team) {
		own_panic("a collective call", "SHMEM_TEAM_INVALID");
	}
	return (struct set){team->first, team->stride, team->size, team->me,
			    sync_words[team->words]};
}

int shmem_team_my_pe(shmem_team_t team)
{
	return team ? team_of(team)->me : -1;
}

int shmem_team_n_pes(shmem_team_t team)
{
	return team ? team_of(team)->size : -1;
}

static int place_in(const struct shmem_team *team, int pe)
{
	int away = pe - team->first;
	int place = away / team->stride;

	return away % team->stride == 0 && place >= 0 && place < team->size
		       ? place
		       : -1;
}

int shmem_team_translate_pe(shmem_team_t from, int pe, shmem_team_t to)
{
	struct shmem_team *a, *b;

	if (!from || !to) {
		return -1;
	}
	a = team_of(from);
	b = team_of(to);
	return pe < 0 || pe >= a->size ? -1
				       : place_in(b, a->first + pe * a->stride);
}

int shmem_team_get_config(shmem_team_t team, long mask,
			  shmem_team_config_t *config)
{
	if (!team) {
		return -1;
	}
	if (mask & SHMEM_TEAM_NUM_CONTEXTS) {
		config->num_contexts = team_of(team)->config.num_contexts;
	}
	return 0;
}

/*
 * A pair of words that is free on all PEs that will be in the new team; the same on all PEs of
 * the parent.  Teams with no PE in common may have the same pair.
 */
static int agree(shmem_team_t parent, bool member)
{
	struct set set = set_of_team(parent);

	used_by_all = member ? used : 0;
	set_reduce(&set, &used_by_all, &used_by_all, 1, SHMEMI_OP_OR,
		   sizeof(used_by_all));
	return used_by_all == UINT32_MAX ? -1 : __builtin_ctz(~used_by_all);
}

int shmem_team_split_strided(shmem_team_t parent, int start, int stride,
			     int size, const shmem_team_config_t *config,
			     long mask, shmem_team_t *new)
{
	struct shmem_team *of = parent ? team_of(parent) : NULL;
	int last = start + (size - 1) * stride, words;
	struct shmem_team team = {.size = size};

	*new = SHMEM_TEAM_INVALID;
	if (!of) {
		return -1;
	}
	if (size < 1 || start < 0 || start >= of->size || last < 0 ||
	    last >= of->size || (stride == 0 && size > 1)) {
		return -1;
	}
	team.first = of->first + start * of->stride;
	team.stride = stride == 0 ? 1 : stride * of->stride;
	team.me = place_in(&team, shmem_my_pe());
	words = agree(parent, team.me >= 0);
	if (words < 0) {
		return -1;
	}
	team.words = words;
	if (config && (mask & SHMEM_TEAM_NUM_CONTEXTS)) {
		team.config = *config;
	}
	if (team.me >= 0) {
		*new = malloc(sizeof(team));
		if (!*new) {
			own_panic("shmem_team_split_strided", "no memory");
		}
		memcpy(*new, &team, sizeof(team));
		used |= UINT32_C(1) << words;
	}
	return 0;
}

int shmem_team_split_2d(shmem_team_t parent, int xrange,
			const shmem_team_config_t *xconfig, long xmask,
			shmem_team_t *xteam, const shmem_team_config_t *yconfig,
			long ymask, shmem_team_t *yteam)
{
	int size = shmem_team_n_pes(parent), me = shmem_team_my_pe(parent);
	int error = 0;
	shmem_team_t team;

	*xteam = *yteam = SHMEM_TEAM_INVALID;
	if (size < 1 || xrange < 1) {
		return -1;
	}
	xrange = xrange > size ? size : xrange;
	for (int y = 0; y * xrange < size; y++) {
		int left = size - y * xrange;

		error |= shmem_team_split_strided(parent, y * xrange, 1,
						  left < xrange ? left : xrange,
						  xconfig, xmask, &team);
		*xteam = me / xrange == y ? team : *xteam;
	}
	for (int x = 0; x < xrange; x++) {
		error |= shmem_team_split_strided(
			parent, x, xrange, (size - x + xrange - 1) / xrange,
			yconfig, ymask, &team);
		*yteam = me % xrange == x ? team : *yteam;
	}
	return error;
}

/* The words are free when all have come. */
void shmem_team_destroy(shmem_team_t team)
{
	if (!team || team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED) {
		return;
	}
	shmem_team_sync(team);
	used &= ~(UINT32_C(1) << team->words);
	free(team);
}

int shmem_team_sync(shmem_team_t team)
{
	struct set set = set_of_team(team);

	if (set_is_all(&set)) {
		shmem_sync_all();
	} else {
		set_sync(&set);
	}
	return 0;
}

void *shmem_team_ptr(shmem_team_t team, const void *at, int pe)
{
	int other = shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);

	return other < 0 ? NULL : shmem_ptr(at, other);
}
