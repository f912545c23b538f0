/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives: of teams, of all, started; BSP. */
#include <bsp.h>
#include <bsp_neighbours.h>

#include "tests/target/whole/together/feature.h"

static uint32_t sum_of(uint32_t first, uint32_t stride, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = first; i < feature_run.cores; i += stride) {
		sum += feature_word(i, n);
	}
	return sum;
}

/* Teams of the even and of the odd cores. */
static struct weft_team *team;

static bool team_open(void)
{
	return weft_team_split(WEFT_WORLD, (int32_t)(feature_run.me & 1), 0,
			       &team, FEATURE_SOON) == WEFT_OK;
}

static bool team_start(uint32_t n)
{
	uint32_t mine = feature_word(feature_run.me, n), sum = 0, told = mine;
	uint32_t size = weft_team_size(team), root = n % size;

	return weft_allreduce(&mine, &sum, 1, &weft_sum_uint32, team,
			      FEATURE_SOON) == WEFT_OK &&
	       sum == sum_of(feature_run.me & 1, 2, n) &&
	       weft_bcast(&told, sizeof(told), root, team, FEATURE_SOON) ==
		       WEFT_OK &&
	       told == feature_word((feature_run.me & 1) + 2 * root, n) &&
	       weft_barrier(team, FEATURE_SOON) == WEFT_OK;
}

static bool nothing_more(uint32_t n)
{
	(void)n;
	return true;
}

static bool team_close(void)
{
	return weft_team_free(&team, FEATURE_SOON) == WEFT_OK &&
	       team == WEFT_NO_TEAM;
}

const struct feature feature_team = {
	"team", team_open, team_start, nothing_more, team_close, 0, 0};

/* Of all cores, blocking: short and long ones. */
static bool bcast_is_right(uint32_t n)
{
	static uint32_t data[500];
	uint32_t root = n % feature_run.cores, words = 1 + n % 3 * 249;

	for (uint32_t i = 0; i < words; i++) {
		data[i] = feature_run.me == root ? feature_word(i, n) : 0;
	}
	if (weft_bcast(data, words * sizeof(*data), root, WEFT_WORLD,
		       FEATURE_SOON)) {
		return false;
	}
	for (uint32_t i = 0; i < words; i++) {
		if (data[i] != feature_word(i, n)) {
			return false;
		}
	}
	return true;
}

static bool collective_start(uint32_t n)
{
	static uint32_t all[FEATURE_CORES], from[FEATURE_CORES];
	uint32_t mine = feature_word(feature_run.me, n), sum = 0;
	bool ok = bcast_is_right(n);

	ok &= weft_allreduce(&mine, &sum, 1, &weft_sum_uint32, WEFT_WORLD,
			     FEATURE_SOON) == WEFT_OK &&
	      sum == sum_of(0, 1, n);
	for (uint32_t i = 0; i < feature_run.cores; i++) {
		from[i] = mine + i;
		all[i] = 0;
	}
	ok &= weft_alltoall(from, all, sizeof(*all), WEFT_WORLD,
			    FEATURE_SOON) == WEFT_OK;
	for (uint32_t i = 0; i < feature_run.cores; i++) {
		ok &= all[i] == feature_word(i, n) + feature_run.me;
	}
	return weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK && ok;
}

const struct feature feature_collective = {
	"collective", NULL, collective_start, nothing_more, NULL, 0, 0};

/* Started ones, by their tree.. */
static struct {
	struct weft_request request;
	uint32_t mine, sum;
} started;

static bool started_start(uint32_t n)
{
	started.mine = feature_word(feature_run.me, n);
	return weft_allreduce_start(&started.mine, &started.sum, 1,
				    &weft_sum_uint32, WEFT_WORLD,
				    &started.request) == WEFT_OK;
}

static bool started_end(uint32_t n)
{
	return weft_wait(&started.request, WEFT_COMPLETE, FEATURE_SOON) ==
		       WEFT_OK &&
	       started.sum == sum_of(0, 1, n);
}

const struct feature feature_started = {
	"started", NULL, started_start, started_end, NULL, 0, 0};

/* .. and those that ask. */
static struct {
	struct weft_request request;
	uint32_t mine, all[FEATURE_CORES];
} asked;

static bool asked_start(uint32_t n)
{
	asked.mine = feature_word(feature_run.me, n);
	return weft_allgather_start(&asked.mine, asked.all, sizeof(asked.mine),
				    WEFT_WORLD, &asked.request) == WEFT_OK;
}

static bool asked_end(uint32_t n)
{
	bool ok = weft_wait(&asked.request, WEFT_COMPLETE, FEATURE_SOON) ==
		  WEFT_OK;

	for (uint32_t i = 0; i < feature_run.cores; i++) {
		ok &= asked.all[i] == feature_word(i, n);
	}
	return ok;
}

const struct feature feature_asked = {
	"asked", NULL, asked_start, asked_end, NULL, 0, 0};

/*
 * A superstep: a put to the next process, a message to the one before.  It ends with all
 * processes, or with these two.
 */
static uint32_t put_here;

static bool bsp_open(void)
{
	bsp_push_reg(&put_here, sizeof(put_here));
	bsp_sync();
	return true;
}

static bool bsp_start(uint32_t n)
{
	uint32_t mine = feature_word(feature_run.me, n);

	bsp_put((int)feature_run.next, &mine, &put_here, 0, sizeof(mine));
	bsp_send((int)feature_run.prev, NULL, &mine, sizeof(mine));
	return true;
}

static bool bsp_end_of(uint32_t n)
{
	const int beside[] = {(int)feature_run.next, (int)feature_run.prev};
	uint32_t sent = 0;

	if (n & 1) {
		bsp_sync_neighbours(beside, 2);
	} else {
		bsp_sync();
	}
	bsp_move(&sent, sizeof(sent));
	return put_here == feature_word(feature_run.prev, n) &&
	       sent == feature_word(feature_run.next, n);
}

static bool bsp_close(void)
{
	bsp_pop_reg(&put_here);
	bsp_sync();
	return true;
}

const struct feature feature_bsp = {"bsp",     bsp_open, bsp_start, bsp_end_of,
				    bsp_close, 0,        0};
