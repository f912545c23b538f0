/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=17 env=WEFT_BCAST=cascade */
/* weft-test: cores=1,2,3,17,47,48 time-out=120 */
/* weft-test: boards=scc-sim cores=17 modes=strict,relaxed seeds=3 time-out=120 */
/* weft-test: boards=scc-sim cores=1 modes=relaxed seeds=3 */
/* weft-test: cores=3,17 time-out=120 env=WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=tile36-sim cores=4 env=WEFT_MPB_LEAST=1 time-out=120 */
/* weft-test: boards=scc-sim,scc-qemu cores=3,17,48
   env=WEFT_MPB_LEAST=1 time-out=240 full=1 */
/* weft-image: team_wide collectives/teams/team_words.c -DTEAM_WIDE=2 */
/* weft-test: image=team_wide boards=scc-sim cores=3,48 time-out=120 */
/* weft-test: boards=scc-sim cores=3 time-out=60
   expect=no_room_for_one_more_team:_each_core_has_room_for_4 */
/*
 * Teams: who is in them, against a plain reference; their barriers and broadcasts while
 * other teams of the same cores work; their room, which comes back.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "tests/target/tap.h"

enum {
	TURNS = 5,
	CALLS = 6,
	MOST = 7000, /* bytes: several chunks */
	ROOM = 4,    /* teams at most, if WEFT_TEAMS says nothing */
	ODD = 1,
};

static uint8_t *data;
static uint32_t arrived; /* my flag, for each of two teams: that round */

static void dawdle(void)
{
	if ((tap_own_random() & 7) == 0) {
		tap_delay(tap_below(tap_own_random(), 20000));
	}
}

static bool met(struct weft_team *team, uint32_t flag, uint32_t round)
{
	bool ok;

	dawdle();
	weft_flag_write(weft_rank(), flag, round);
	ok = weft_barrier(team, WEFT_FOREVER) == WEFT_OK;
	for (uint32_t i = 0; i < weft_team_size(team); i++) {
		uint32_t rank = weft_team_translate(team, i, WEFT_WORLD);
		uint32_t seen = 0;

		ok &= weft_flag_read(rank, flag, &seen) == WEFT_OK &&
		      (seen == round || seen == round + 1);
	}
	return ok;
}

static bool sent(struct weft_team *team, uint32_t bytes, uint32_t root,
		 uint32_t key)
{
	uint32_t world = weft_team_translate(team, root, WEFT_WORLD);

	dawdle();
	tap_message(data, bytes, world, key);
	return weft_bcast(data, bytes, root, team, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(data, bytes, key);
}

static uint32_t mix(uint32_t x)
{
	x *= 0x9e3779b1;
	return x ^ x >> 15;
}

/* Barriers and broadcasts of one team; `seed` is the same on its cores. */
static bool works(struct weft_team *team, uint32_t flag, uint32_t seed)
{
	uint32_t size = weft_team_size(team);
	bool ok = true;

	weft_flag_write(weft_rank(), flag, 0);
	ok &= weft_barrier(team, WEFT_FOREVER) == WEFT_OK;
	for (uint32_t n = 1; n <= CALLS; n++) {
		uint32_t key = mix(seed + n);

		ok &= met(team, flag, n);
		ok &= sent(team, tap_below(key, n & 1 ? 64 : MOST),
			   tap_below(mix(key), size), key);
	}
	/* Nobody writes 0 to his flag while others still look at it. */
	return ok & (weft_barrier(team, WEFT_FOREVER) == WEFT_OK);
}

/* Every core draws all cores' colours and keys. */
static bool split(uint32_t colours)
{
	uint32_t cores = weft_size(), me = weft_rank(), size = 0, mine = 0;
	int32_t *colour = tap_room(cores * sizeof(*colour));
	int32_t *key = tap_room(cores * sizeof(*key));
	struct weft_team *team = WEFT_NO_TEAM;
	bool ok = true;

	for (uint32_t i = 0; i < cores; i++) {
		colour[i] = (int32_t)tap_below(tap_random(), colours + 1) - 1;
		key[i] = (int32_t)tap_below(tap_random(), 5) - 2;
	}
	ok &= weft_team_split(WEFT_WORLD, colour[me], key[me], &team,
			      WEFT_FOREVER) == WEFT_OK;
	ok &= (team == WEFT_NO_TEAM) == (colour[me] == WEFT_TEAM_NONE);
	for (uint32_t i = 0; team != WEFT_NO_TEAM && i < cores; i++) {
		uint32_t at = weft_team_translate(WEFT_WORLD, i, team);
		uint32_t rank = 0;

		for (uint32_t j = 0; j < cores; j++) {
			rank += colour[j] == colour[i] &&
				(key[j] < key[i] ||
				 (j < i && key[j] == key[i]));
		}
		size += colour[i] == colour[me];
		mine = i == me ? rank : mine;
		ok &= at == (colour[i] == colour[me] ? rank : WEFT_TEAM_NOBODY);
		ok &= at == WEFT_TEAM_NOBODY ||
		      weft_team_translate(team, at, WEFT_WORLD) == i;
	}
	if (team != WEFT_NO_TEAM) {
		ok &= weft_team_size(team) == size &&
		      weft_team_rank(team) == mine;
		ok &= works(team, arrived, (uint32_t)colour[me] << 10);
		ok &= weft_team_free(&team, WEFT_FOREVER) == WEFT_OK &&
		      team == WEFT_NO_TEAM;
	}
	free(colour);
	free(key);
	return ok;
}

/* Two teams that overlap, made of a list and of a stride, call in turns. */
static bool overlap(void)
{
	uint32_t cores = weft_size(), n = cores - cores / 3;
	weft_rank_t *ranks = tap_room(n * sizeof(*ranks));
	struct weft_team *a = WEFT_NO_TEAM, *b = WEFT_NO_TEAM,
			 *half = WEFT_NO_TEAM;
	bool ok = true;

	for (uint32_t i = 0; i < n; i++) {
		ranks[i] = n - 1 - i;
	}
	ok &= weft_team_create(WEFT_WORLD, ranks, n, &a, WEFT_FOREVER) ==
	      WEFT_OK;
	for (uint32_t i = 0; i < cores >> 1; i++) {
		ranks[i] = 2 * i + 1;
	}
	ranks[0] = cores > 1; /* the odd ones, or the only one */
	ok &= weft_team_create(WEFT_WORLD, ranks, cores > 1 ? cores >> 1 : 1,
			       &b, WEFT_FOREVER) == WEFT_OK;
	ok &= (a != WEFT_NO_TEAM) == (weft_rank() < n);
	ok &= (b != WEFT_NO_TEAM) == (cores == 1 || (weft_rank() & 1) == ODD);
	for (uint32_t turn = 1; turn <= TURNS; turn++) {
		ok &= a == WEFT_NO_TEAM || works(a, arrived, turn << 8);
		ok &= b == WEFT_NO_TEAM || works(b, arrived + 4, turn << 12);
	}
	/* A team of a team, while both have their room. */
	if (a != WEFT_NO_TEAM) {
		uint32_t rank = weft_team_rank(a);

		ok &= weft_team_split(a, rank & 1, -(int32_t)rank, &half,
				      WEFT_FOREVER) == WEFT_OK;
		ok &= half != WEFT_NO_TEAM && works(half, arrived, 99) &&
		      weft_team_free(&half, WEFT_FOREVER) == WEFT_OK;
		ok &= weft_team_free(&a, WEFT_FOREVER) == WEFT_OK;
	}
	ok &= b == WEFT_NO_TEAM || weft_team_free(&b, WEFT_FOREVER) == WEFT_OK;
	free(ranks);
	return ok;
}

static int make(struct weft_team **team)
{
	return weft_team_split(WEFT_WORLD, 0, 0, team, WEFT_FOREVER);
}

static bool room(void)
{
	struct weft_team *team[ROOM + 1] = {WEFT_NO_TEAM};
	uint32_t rooms = 0;
	bool ok = true;
	int error = WEFT_OK;

	/* In an MPB that is nearly full there may be fewer, on all cores alike. */
	while (rooms <= ROOM && !(error = make(&team[rooms]))) {
		rooms++;
	}
	ok &= rooms > 0 && error == WEFT_ERR_SPACE &&
	      team[rooms] == WEFT_NO_TEAM;
	ok &= rooms == ROOM ||
	      rt_env_number("WEFT_MPB_LEAST", 0, 0, UINT32_MAX);
	ok &= weft_team_free(&team[rooms - 1], WEFT_FOREVER) == WEFT_OK;
	ok &= make(&team[rooms - 1]) == WEFT_OK &&
	      works(team[rooms - 1], arrived, 7);
	for (uint32_t i = 0; i < rooms; i++) {
		ok &= works(team[i], arrived, i) &&
		      weft_team_free(&team[i], WEFT_FOREVER) == WEFT_OK;
	}
	return ok;
}

static bool errors(void)
{
	weft_rank_t twice[2] = {0, 0}, far = weft_size();
	struct weft_team *world = WEFT_WORLD, *team = WEFT_NO_TEAM;

	return weft_team_split(WEFT_NO_TEAM, 0, 0, &team, 0) == WEFT_ERR_NULL &&
	       weft_team_split(world, 0, 0, NULL, 0) == WEFT_ERR_NULL &&
	       weft_team_split(world, -2, 0, &team, 0) == WEFT_ERR_NUMBER &&
	       weft_team_create(world, twice, 2, &team, 0) == WEFT_ERR_RANK &&
	       weft_team_create(world, &far, 1, &team, 0) == WEFT_ERR_RANK &&
	       weft_team_create(world, twice, 0, &team, 0) == WEFT_ERR_SIZE &&
	       weft_team_free(&world, 0) == WEFT_ERR_STATE &&
	       weft_team_free(&team, 0) == WEFT_ERR_NULL &&
	       weft_barrier(WEFT_NO_TEAM, 0) == WEFT_ERR_NULL &&
	       weft_team_rank(world) == weft_rank() &&
	       weft_team_rank(WEFT_NO_TEAM) == WEFT_TEAM_NOBODY &&
	       weft_team_size(WEFT_NO_TEAM) == 0 &&
	       weft_team_size(world) == weft_size() &&
	       weft_team_translate(world, far, world) == WEFT_TEAM_NOBODY;
}

/* All memory that can be had, each piece with the last one's address. */
static void *hoard(void)
{
	void **all = NULL;

	for (size_t bytes = SIZE_MAX / 4 + 1; bytes >= sizeof(void *);) {
		void **more = malloc(bytes);

		if (more) {
			*more = all;
			all = more;
		} else {
			bytes >>= 1;
		}
	}
	return all;
}

/* The last core has no memory: all are told, and nobody waits for it. */
static bool poor(void)
{
	struct weft_team *team = WEFT_NO_TEAM;
	bool last = weft_rank() + 1 == weft_size();
	void **all = last ? hoard() : NULL;
	int error = weft_team_split(WEFT_WORLD, 0, 0, &team, WEFT_FOREVER);

	while (all) {
		void **next = *all;

		free(all);
		all = next;
	}
	return error == WEFT_ERR_SPACE && team == WEFT_NO_TEAM;
}

/* A barrier of one core is an acquire, too: what it has written comes back behind it. */
static bool reads_anew(struct weft_team *team)
{
	uint32_t was = UINT32_MAX;
	bool ok = true;

	for (uint32_t n = 1; n <= CALLS; n++) {
		arch_get(&was, weft_rank(), ARCH_WINDOW_MPB, arrived, 4);
		arch_put(weft_rank(), ARCH_WINDOW_MPB, arrived, &n, 4);
		ok &= !weft_barrier(team, WEFT_FOREVER);
		arch_get(&was, weft_rank(), ARCH_WINDOW_MPB, arrived, 4);
		ok &= was == n;
	}
	return ok;
}

/* A team of one, split again: what it tells itself is what it has just written. */
static bool alone(void)
{
	struct weft_team *team = WEFT_NO_TEAM, *again = WEFT_NO_TEAM;
	bool ok = weft_team_split(WEFT_WORLD, (int32_t)weft_rank(), 0, &team,
				  WEFT_FOREVER) == WEFT_OK;

	for (int32_t n = 1; ok && n <= CALLS; n++) {
		ok &= weft_team_split(team, n, -n, &again, WEFT_FOREVER) ==
		      WEFT_OK;
		ok &= again != WEFT_NO_TEAM && weft_team_size(again) == 1 &&
		      weft_team_free(&again, WEFT_FOREVER) == WEFT_OK;
	}
	ok = ok && reads_anew(team);
	return ok && weft_team_free(&team, WEFT_FOREVER) == WEFT_OK;
}

int main(void)
{
	bool ok = true;

	tap_begin();
	data = tap_room(MOST);
	weft_mpb_alloc(8, &arrived);
	for (uint32_t turn = 0; turn < TURNS; turn++) {
		ok &= split(1 + turn);
	}
	tap_ok(ok, "split by colour and key");
	tap_ok(overlap(), "teams that overlap, and a team of a team");
	tap_ok(room(), "a team too many; its room comes back");
	tap_ok(errors(), "errors");
	tap_ok(alone(), "teams of one core");
	tap_ok(poor(), "a core without memory");
	return tap_end();
}
