/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Large runs: who calls whom for a number, and who gives it.  A group is ranks in a row,
 * its leader the first of them.
 */
#include "collectives/abcast/wide.h"
#include "runtime/table.h"
#include "topology/arith.h"

#if ABCAST_WIDE

enum {
	ROW = 32, /* words of a row at most: WIDE_CORES is its square */
};

static uint32_t called; /* a leader: the sum of its row when it called last */
static uint32_t calls;  /* .. and how often it has called the hub */

/* The hub. */
static uint32_t leaders[ROW];       /* their calls that it has heard */
static uint32_t *offered, *granted; /* chunks of each root */
static uint32_t waiting;            /* offered, not granted: of all roots */
static uint32_t turn;

static uint32_t row(void)
{
	return UINT32_C(1) << wide.group_log2;
}

ARCH_COLD void wide_hub_place(uint32_t epoch)
{
	called = epoch << wide.group_log2;
	rt_flags_preset(wide.members, row(), epoch);
	rt_flags_preset(wide.leaders, row(), 0);
	if (!wide.is_hub) {
		return;
	}
	offered = rt_table(abcast.count, sizeof(*offered),
			   "no memory for the hub of abcast");
	granted = rt_table(abcast.count, sizeof(*granted),
			   "no memory for the hub of abcast");
	for (uint32_t i = 0; i < abcast.count; i++) {
		offered[i] = granted[i] = epoch;
	}
}

void wide_call_leader(uint32_t n)
{
	uint32_t leader = wide_leader();

	arch_flag_write(leader, rt_flag(wide.members, abcast.me - leader), n);
	arch_raise(leader, 1);
}

/* What that leader's group has counted; it only grows. */
static uint32_t sum_of_group(uint32_t leader)
{
	uint32_t now[ROW], sum = 0;

	arch_flags_read(now, leader, wide.members, row());
	for (uint32_t i = 0; i < row(); i++) {
		sum += now[i];
	}
	return sum;
}

static void lead(void)
{
	uint32_t sum = sum_of_group(abcast.me);

	if (sum != called) {
		called = sum;
		arch_flag_write(
			wide.hub,
			rt_flag(wide.leaders, abcast.me >> wide.group_log2),
			++calls);
		arch_raise(wide.hub, 1);
		arch_flag_write(abcast.me, rt_flag(wide.words, WIDE_CALLED),
				sum);
	}
}

ARCH_COLD bool wide_leader_called(void)
{
	uint32_t leader = wide_leader();

	return arch_flag_read(leader, rt_flag(wide.words, WIDE_CALLED)) ==
	       sum_of_group(leader);
}

static void look_at_group(uint32_t leader)
{
	uint32_t now[ROW];

	arch_flags_read(now, leader, wide.members, row());
	for (uint32_t i = 0; i < row() && leader + i < abcast.count; i++) {
		waiting += now[i] - offered[leader + i];
		offered[leader + i] = now[i];
	}
}

void wide_look_at_calls(void)
{
	uint32_t now[ROW];

	if (wide_leader() == abcast.me) {
		lead();
	}
	if (!wide.is_hub) {
		return;
	}
	arch_flags_read(now, abcast.me, wide.leaders, row());
	for (uint32_t i = 0; i < row(); i++) {
		if (now[i] != leaders[i]) {
			leaders[i] = now[i];
			look_at_group(i << wide.group_log2);
		}
	}
}

bool wide_is_called(void)
{
	return waiting > 0;
}

/* Roots take turns. */
void wide_grant(void)
{
	struct abcast_header h;
	uint32_t n;

	do {
		turn = turn + 1 == abcast.count ? 0 : turn + 1;
	} while (granted[turn] == offered[turn]);
	waiting--;
	n = granted[turn] + 1;
	arch_flags_read((uint32_t *)&h, turn, wide_offer_header(n),
			sizeof(h) / sizeof(uint32_t));
	wide_take(turn, wide.offer[n & (WIDE_OFFERS - 1)], &h);
}

void wide_granted(uint32_t root)
{
	arch_flag_write(root, rt_flag(wide.words, WIDE_GRANTED),
			++granted[root]);
	arch_raise(root, 1);
}

/* The words tell of all of n; a stream has fewer than that under way. */
void wide_completed(uint32_t id)
{
	uint32_t root = id >> WIDE_ROOT_SHIFT;
	uint32_t back = (granted[root] - id) & WIDE_N;

	arch_flag_write(root, rt_flag(wide.words, WIDE_COMPLETE),
			granted[root] - back);
	arch_raise(root, 1);
}

#endif
