/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=2 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=3 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=4 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=1,stores=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=2,stores=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=3,stores=1 */
/* weft-bench: boards=scc-sim cores=33 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile+set=window_bytes:65536
 *             args=seed=4,stores=1 */
/*
 * The ray tracer with the published bricks on the published node (dirt_scene.h), and what if
 * (M. A. Parker's thesis, Utah 2013, sections 8.3 to 8.6):
 *
 *   send, receive, wire   half_speed_at: how much more each message may cost, to send, to
 *                         receive, or on its way, until two pictures take twice as long
 *   half_bandwidth        penalty, in %: each brick comes 2 us later (1.7, were the wire's
 *                         rate of 1 GB/s half)
 *   lock                  penalty: an operating system's lock takes 1 us to put a fiber to
 *                         sleep and half a us to wake it
 *   stores                penalty: the core that sends a brick stores it at half or a quarter of
 *                         the wire's rate
 *   polling               penalty: a fiber that looks for messages all the time
 *
 * A half_speed_at of 20 us means that 20 us, the most that are tried, do not double it.
 */
#define DIRT_BRICK 12
#include "dirt_scene.h"

enum {
	CACHE = 1,
	FEW = 2,
	STEP_US = 2,     /* of half_speed_at */
	BRICK_NS = 1728, /* of a brick on a wire of 1 GB/s */
};

/* The cost, in ns, that makes it take twice as long: between two steps, up to `most_us`. */
static uint64_t half_speed_at(const struct draw_added *unit, uint32_t most_us)
{
	uint64_t alone = pictures(FEW, &paths[0].added), now = alone;
	uint64_t before = alone, over;
	uint32_t us = 0, twice = 0;

	while (!twice && us < most_us) {
		struct draw_added costs;

		us += STEP_US;
		costs = (struct draw_added){.send = unit->send * us,
					    .receive = unit->receive * us,
					    .reply_us = unit->reply_us * us};
		before = now;
		now = pictures(FEW, &costs);
		twice = now >= 2 * alone;
		need(weft_bcast(&twice, sizeof(twice), 0, WEFT_WORLD,
				WEFT_FOREVER));
	}
	over = twice ? now - 2 * alone : 0;
	return us * 1000 -
	       (now > before ? over * STEP_US * 1000 / (now - before) : 0);
}

static void penalty(const char *params, uint64_t user,
		    const struct draw_added *costs)
{
	uint64_t cycles = pictures(FRAMES, costs);

	scene_row("penalty", "%",
		  cycles > user ? (cycles - user) * 100000 / user : 0, params);
}

static void half_speed(const char *params, const struct draw_added *unit,
		       uint32_t most_us)
{
	scene_row("half_speed_at", "us", half_speed_at(unit, most_us), params);
}

static void what_ifs(void)
{
	static const struct draw_added lock = {.sleep = 1000, .wake = 500},
				       polling = {.polls = true},
				       send = {.send = 1000},
				       receive = {.receive = 1000},
				       both_ways = {.reply_us = 2},
				       half_bandwidth = {.brick_us = 2};
	uint64_t user = pictures(FRAMES, &paths[0].added);

	penalty("what_if=lock", user, &lock);
	penalty("what_if=polling", user, &polling);
	penalty("what_if=half_bandwidth", user, &half_bandwidth);
	half_speed("what_if=send", &send, 12);
	half_speed("what_if=receive", &receive, 12);
	half_speed("what_if=wire", &both_ways, 20);
}

static void stores(void)
{
	static const struct draw_added half = {.brick_send = BRICK_NS},
				       quarter = {.brick_send = 3 * BRICK_NS};
	uint64_t user = pictures(FRAMES, &paths[0].added);

	penalty("what_if=stores,rate=half", user, &half);
	penalty("what_if=stores,rate=quarter", user, &quarter);
}

int main(int argc, char **argv)
{
	bench_setup(argc, argv);
	scene_setup(CACHE);
	if (bench_arg("stores", NULL)) {
		stores();
	} else {
		what_ifs();
	}
	return 0;
}
