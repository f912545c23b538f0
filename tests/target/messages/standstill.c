/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=3 boards=scc-sim env=WEFT_HOP_US=30000,WEFT_TICK_US=1000
   o=fault=pause:core=1-2,at=10000,for=1010000+fault=pause:core=0,at=15000,for=1000000 */
/*
 * The host stands still: no core has a processor for a second, many times as long as a
 * core may show no life, and core 0 is the first to have one again.  Each core waits for
 * the next one, and what it waits for moves at each tick until then.  Core 0's clock
 * says that core 1 is dead; but nobody has worked, and so nobody is given up.
 */
#include <weft/weft.h>

#include "messages/liveness.h"
#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"

#include "tests/target/tap.h"

enum {
	HOP_US = 30000,
	AFTER = 20, /* ticks: fewer than a hop has */
};

static struct liveness_watch watch;
static volatile bool watching;
static uint32_t counter, lost, looks;
static uint64_t before;
static volatile uint32_t after; /* ticks since all stood still */

static bool round(enum rt_round why)
{
	uint32_t next = weft_rank() + 1 == weft_size() ? 0 : weft_rank() + 1;

	if (why != RT_TICK || !watching || !liveness_watches()) {
		return false;
	}
	if (after > 0 || arch_cycles() - before > arch_cycles_in_us(HOP_US)) {
		after++;
	} else {
		counter++;
		before = arch_cycles();
	}
	looks++;
	liveness_look(&watch, next, counter, 0);
	return false;
}

static void is_lost(uint32_t core)
{
	(void)core;
	lost++;
}

static const struct rt_part part = {
	.name = "standstill",
	.round = round,
	.lost = is_lost,
};
RT_PART(part);

static void on_lost(uint32_t core, void *arg)
{
	(void)core;
	(void)arg; /* the part has counted it */
}

static bool is_over(void *none)
{
	(void)none;
	return after >= AFTER;
}

int main(void)
{
	tap_begin();
	liveness_on_lost(on_lost, NULL);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	before = arch_cycles();
	watching = true;
	rt_park(is_over, NULL, ARCH_NEVER, 0, "ticks");
	watching = false;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(looks > AFTER + 2, "a core has waited for another one");
	tap_ok(lost == 0, "nobody is given up");
	return tap_end();
}
