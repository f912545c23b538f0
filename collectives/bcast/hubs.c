/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "collectives/cost.h"
#include "collectives/bcast/hubs.h"
#include "runtime/near.h"
#include "runtime/panic.h"
#include "runtime/place.h"
#include "topology/arith.h"
#include "topology/squares.h"

/* What so many lines of news cost; hubs are a third of the chip apart. */
struct news {
	uint32_t tell;   /* to tell one more hub, the word with the last line */
	uint32_t delay;  /* from being told to telling, in units of telling */
	uint32_t serve;  /* a hub, for each that reads them there */
	uint32_t least;  /* to read what comes after the line with the word */
	uint32_t fewest; /* cores of a region: one for each bank */
};

#if ARCH_REMOTE_AWAIT
static ARCH_COLD uint32_t row_of(const struct team *team)
{
	struct cores cores = {team->rank, team->size, rt_place};

	return squares_row(&cores);
}
#else
#define row_of(team) 1 /* whose meshes have no rows that are not full */
#endif

/* The last row may have few cores, which are nearer to the first one than others are. */
static ARCH_COLD uint32_t hubs_way_of(const struct team *team, uint32_t row)
{
	uint32_t first = team_rank(team, 0), last = team->size - 1;
	uint32_t far = arch_hops(first, team_rank(team, last)), more = 0;

	if (row > 1) {
		arith_div(team->size, row, &more);
	}
	if (more > 0 && more <= last) {
		last = arch_hops(first, team_rank(team, last - more));
		far = last > far ? last : far;
	}
	return cost_way(far);
}

uint32_t hubs_way(const struct team *team)
{
	return hubs_way_of(team, row_of(team));
}

static ARCH_COLD struct news news_of(const struct team *team, uint32_t row,
				     uint32_t lines, uint32_t banks)
{
	uint32_t way = hubs_way_of(team, row), rest, tell, delay;

	/* The word, and, in its line or with a put, what it is about. */
	tell = arith_mul(costs.line + way, lines) + 2 * costs.flag;
	delay = arith_div(cost_signal(), tell, &rest);
	return (struct news){
		.tell = tell,
		.delay = delay > 0 ? delay : 1,
		.serve = arith_mul(costs.serve, lines),
		.least = arith_mul(costs.line + costs.store, lines - 1),
		.fewest = banks < team->size ? banks : team->size,
	};
}

/* What a broadcast takes beside the ways to the hubs. */
static ARCH_COLD uint32_t ends_cost(void)
{
	return costs.load + 2 * costs.line + costs.wait + 2 * costs.copy +
	       costs.store;
}

/* Half words, in which all tables are: the next n of the room. */
static ARCH_COLD void *table(uint16_t **room, uint32_t n)
{
	uint16_t *first = *room;

	*room += n;
	return first;
}

enum {
	PLACE = sizeof(struct shape_node) / sizeof(uint16_t),
	FEWEST = 8 /* banks, where there are several regions */
};

/* For each region its place and its first hub. */
uint32_t hubs_room(uint32_t cores)
{
	uint32_t pull = arith_mul(cores / FEWEST + 1, PLACE + 1);
	uint32_t push = arith_mul(cores, PLACE);

	return (uint32_t)sizeof(uint16_t) * (pull > push ? pull : push);
}

void hubs_place(struct hubs *hubs, uint32_t n, uint32_t cores)
{
	uint32_t each = hubs_room(cores);
	char *room = rt_near_room(arith_mul(each, n)); /* written when made */

	if (!room) {
		rt_panic("no memory for the hubs of broadcasts");
	}
	for (uint32_t i = 0; i < n; i++, room += each) {
		hubs[i] = (struct hubs){.room = room};
	}
}

static ARCH_COLD uint32_t make_tree(struct hubs *hubs, uint32_t regions,
				    struct news news, uint16_t **room)
{
	hubs->regions = regions;
	hubs->place = table(room, arith_mul(regions, PLACE));
	return shape_soonest(hubs->place, regions, news.delay);
}

void hubs_push(struct hubs *hubs, const struct team *team)
{
	struct news news = news_of(team, row_of(team), 1, 1);
	uint16_t *at = hubs->room;
	uint32_t last;

	if (team->size > SHAPE_NODES) {
		return;
	}
	last = make_tree(hubs, team->size, news, &at);
	hubs->cost = arith_mul(last, news.tell) + ends_cost();
	hubs->banks = 1;
	hubs->mine = team->me;
	hubs->cores = team->rank;
}

#if ARCH_REMOTE_AWAIT
/* When each place is told: the root tells one after another, its own hub last. */
static ARCH_COLD void tell_times(uint16_t *told, const struct shape_node *place,
				 uint32_t count, struct news news)
{
	told[0] = place[0].children + 1;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t begins = i == 0 ? 0 : told[i] + news.delay;

		for (uint32_t j = 0; j < place[i].children; j++) {
			told[place[i].first + j] = (uint16_t)(begins + j + 1);
		}
	}
}

/* What a region takes at least: enough readers, or the first one's lines. */
static ARCH_COLD uint32_t fewest_take(struct news news)
{
	uint32_t fewest = arith_mul(news.serve, news.fewest);

	return fewest > news.least ? fewest : news.least;
}

/*
 * The earliest time by which all cores can have seen it, with enough of them at each
 * hub: `size` of them.  Before the last hub has enough it is too early.  From then on each
 * hub serves one core more in every news.serve units, so that many units past the time at
 * which `all` cores are served, regions more are.  `into` is how far each hub is into
 * serving.
 */
static ARCH_COLD uint32_t soonest(uint16_t *size, const uint16_t *told,
				  uint32_t regions, uint32_t count,
				  struct news news)
{
	uint16_t into[SHAPE_NODES];
	uint32_t last = 0, time, all = 0, rest, turns, left, low;
	uint32_t far = news.serve, same = 0; /* into serving, so many hubs */

	for (uint32_t i = 0; i < regions; i++) {
		last = told[i] > last ? told[i] : last;
	}
	time = arith_mul(news.tell, last) + fewest_take(news);
	for (uint32_t i = 0; i < regions; i++) {
		size[i] = (uint16_t)arith_div(
			time - arith_mul(news.tell, told[i]), news.serve,
			&rest);
		into[i] = (uint16_t)rest;
		all += size[i];
	}
	if (all >= count) {
		return time;
	}
	/* `rest` + 1 cores are within one more turn: at the hubs that are the furthest. */
	turns = arith_div(count - all - 1, regions, &rest);
	for (left = rest + 1; left > 0; left -= same < left ? same : left) {
		uint32_t before = far;

		far = same = 0;
		for (uint32_t i = 0; i < regions; i++) {
			if (into[i] < before && into[i] >= far) {
				same = into[i] == far ? same + 1 : 1;
				far = into[i];
			}
		}
	}
	low = news.serve - far;
	for (uint32_t i = 0; i < regions; i++) {
		size[i] = (uint16_t)(size[i] + turns +
				     (into[i] + low >= news.serve));
	}
	return time + arith_mul(news.serve, turns) + low;
}

/* So that the last one of all is done soonest: returns when. */
static ARCH_COLD uint32_t share_out(uint16_t *size,
				    const struct shape_node *place,
				    uint32_t regions, uint32_t count,
				    struct news news)
{
	uint16_t told[SHAPE_NODES];
	uint32_t time, left = count;

	tell_times(told, place, regions, news);
	time = soonest(size, told, regions, count, news);
	for (uint32_t i = 0; i < regions; i++) {
		uint32_t others = arith_mul(news.fewest, regions - 1 - i);
		uint32_t most = left - others;

		size[i] = size[i] < most ? size[i] : (uint16_t)most;
		left -= size[i];
	}
	return time;
}

/*
 * The best number of regions: by when all cores are served if no hub ever waits for one, so
 * that they have as much to do as they have time.  Hubs are told in the order of
 * shape_soonest; the root tells its own one last.  With one more region all are served
 * sooner, until some hub is told too late for that; so the best is where that begins, or
 * one less.
 */
static ARCH_COLD uint32_t regions_of(uint32_t count, struct news news)
{
	uint32_t free[SHAPE_NODES]; /* when each hub has told the last one */
	uint32_t rest, most = arith_div(count, news.fewest, &rest);
	uint32_t work = arith_mul(count, news.serve), before = 0;
	uint32_t last = news.tell, fewest = fewest_take(news);
	uint32_t delay = arith_mul(news.tell, news.delay);

	most = most < SHAPE_NODES ? most : SHAPE_NODES;
	free[0] = 0;
	work += last;
	for (uint32_t n = 1; n < most; n++) {
		uint32_t own = free[0] + news.tell, by = 0;
		uint32_t end = (own > last ? own : last) + fewest;

		if (arith_mul(end, n) >= work) {
			return arith_mul(end, n - 1) < before || n == 1 ? n
									: n - 1;
		}
		for (uint32_t i = 1; i < n; i++) {
			by = free[i] < free[by] ? i : by;
		}
		before = work;
		last = free[by] += news.tell;
		free[n] = last + delay;
		work += last + (by == 0 ? news.tell : 0);
	}
	return most;
}

/*
 * Regions are ranks in a row, which are close together where ranks go along the rows of a
 * mesh.  A region's hubs are in the middle of its middle row: no core needs to know
 * where any other one is, so this is soon done, by all alike.
 */
void hubs_pull(struct hubs *hubs, const struct team *team, uint32_t lines,
	       uint32_t banks)
{
	uint32_t row = row_of(team), begins = 0, first = 0;
	struct news news = news_of(team, row, lines, banks);
	uint16_t size[SHAPE_NODES], *at = hubs->room;

	make_tree(hubs, regions_of(team->size, news), news, &at);
	hubs->cost = ends_cost() + share_out(size, hubs->place, hubs->regions,
					     team->size, news);
	hubs->banks = news.fewest;
	hubs->cores = team->rank;
	hubs->first = table(&at, hubs->regions);
	for (uint32_t i = 0; i < hubs->regions; i++) {
		uint32_t middle = first + (size[i] >> 1);
		uint32_t end = first + size[i] - hubs->banks;

		while (begins + row <= middle) {
			begins += row;
		}
		middle = begins + (row >> 1);
		middle -= middle < hubs->banks >> 1 ? middle : hubs->banks >> 1;
		middle = middle > first ? middle : first;
		hubs->first[i] = (uint16_t)(middle < end ? middle : end);
		hubs->mine = team->me - first < size[i] ? i : hubs->mine;
		first += size[i];
	}
}
#endif
