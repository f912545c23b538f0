/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3 args=one tap=no time-out=30 */
/* weft-test: boards=scc-sim cores=2,3 modes=strict args=one|two|both tap=no
   env=WEFT_TICK_US=0 o=explore=executions:150 */
/* weft-image: explore_abcast_wide collectives/abcast/abcast_choose.c -DABCAST_TREES_MOST=1 */
/* weft-test: image=explore_abcast_wide boards=scc-sim cores=2,3 modes=strict args=one|two|both
   tap=no env=WEFT_TICK_US=0 o=explore=executions:150 */
/* weft-test: image=explore_abcast_wide boards=scc-sim cores=2,3 modes=strict args=one|two|both
   tap=no env=WEFT_TICK_US=0 o=explore=executions:20000 full=1 time-out=1200 */
/*
 * Asynchronous broadcast and events in small, for the explorer: see explore.h.  The second
 * image has the engine of large runs.
 */
#include "explore.h"

static weft_event_t event;
static struct weft_request request[2];
static uint32_t number[2] = {1, 2};
static volatile uint32_t last[6]; /* the newest number of each root */

static void handle(const struct weft_chunk *c, void *arg)
{
	uint32_t value;

	(void)arg;
	memcpy(&value, c->data, sizeof(value));
	wrong |= value != last[c->root] + 1 || c->message != value;
	last[c->root] = value;
	weft_event_post(event);
}

static void ready(void)
{
	wrong |= weft_event_open(WEFT_NOBODY, &event) != 0;
	wrong |= weft_abcast_on_chunk(handle, NULL, WEFT_IN_HANDLER) != 0;
}

static void until(uint32_t root, uint32_t value)
{
	for (;;) {
		uint32_t staged = weft_event_stage(event);

		if (last[root] >= value) {
			return;
		}
		weft_event_wait(event, staged, WEFT_FOREVER);
	}
}

/* Rank 0 sends; all are done when all have it. */
static void one(void)
{
	if (arch_rank() == 0) {
		wrong |= weft_abcast_start(&number[0], 4, &request[0]) != 0;
		wrong |= weft_wait(&request[0], WEFT_COMPLETE, WEFT_FOREVER);
	} else {
		until(0, 1);
	}
}

/* Two chunks of rank 0: with a window of one the second waits for credit. */
static void two(void)
{
	for (uint32_t i = 0; arch_rank() == 0 && i < 2; i++) {
		wrong |= weft_abcast_start(&number[i], 4, &request[i]) != 0;
	}
	if (arch_rank() == 0) {
		wrong |= weft_wait(&request[1], WEFT_COMPLETE, WEFT_FOREVER);
	} else {
		until(0, 2);
	}
}

/* Ranks 0 and 1 send at once. */
static void both(void)
{
	if (arch_rank() < 2) {
		wrong |= weft_abcast_start(&number[0], 4, &request[0]) != 0;
		wrong |= weft_wait(&request[0], WEFT_COMPLETE, WEFT_FOREVER);
	}
	for (uint32_t root = 0; root < 2; root++) {
		if (root != arch_rank()) {
			until(root, 1);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct explore_case cases[] = {
		{"one", one, ready, NULL},
		{"two", two, ready, NULL},
		{"both", both, ready, NULL},
	};

	return explore_main(argc, argv, cases, 3);
}
