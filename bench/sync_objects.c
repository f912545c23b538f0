/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,12,48 */
/* weft-bench: boards=tile36-sim cores=1,2,3,5,9,18,27,36 args=profile=tile36,pause=100 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_half,pause=100 o=set=cpi:0.3 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_quarter,pause=100 o=set=cpi:0.15 */
/* weft-bench: boards=tile36-sim cores=36 args=profile=tile36_free,pause=100 o=software=free */
/*
 * A queue, a stack and a deque of words that all cores change: rows sync beside those of
 * sync.c and sync_delegates.c.
 *
 * object=queue, object=stack: cores put a word and take one, by turns; each of the two counts.
 * how=queue-2, mp_server-2: a lock, or server, for puts and another one for takes.
 *
 * how=treiber: a stack that no delegate has.  object=deque: the server has the work, puts two
 * words and takes one back, and serves; threads take the first word, if there is one.
 */
#include "sync_way.h"

#include <weft/published/delegate.h>
#include <weft/published/treiber.h>

enum {
	ROOM = 64
};

static struct weft_shared shared;
static struct weft_treiber treiber;

static int create_queue(bool two)
{
	return weft_shared_create(
		&shared, two ? &weft_queue_of_two : &weft_queue, home, ROOM);
}

static int create_stack(bool two)
{
	(void)two;
	return weft_shared_create(&shared, &weft_stack, home, ROOM);
}

static void free_shared(void)
{
	weft_shared_free(&shared);
}

static int create_treiber(bool two)
{
	(void)two;
	return weft_treiber_create(&treiber, home, ROOM);
}

static void free_treiber(void)
{
	weft_treiber_free(&treiber);
}

static const struct thing a_queue = {"queue", create_queue, free_shared, NULL};
static const struct thing a_deque = {"deque", create_queue, free_shared, NULL};
static const struct thing a_stack = {"stack", create_stack, free_shared, NULL};
static const struct thing a_treiber = {"stack", create_treiber, free_treiber,
				       &treiber.tries};

/* Puts and takes by turns; takes by a delegate of their own, perhaps. */
static void by_turns(void)
{
	static uint32_t turn;
	bool take = turn++ & 1;

	weft_apply(take && takes.how ? &takes : &delegate, 0, take, turn, NULL,
		   WEFT_FOREVER);
}

static void by_treiber(void)
{
	static uint32_t turn;
	uint32_t value;

	if (turn++ & 1) {
		weft_treiber_pop(&treiber, &value);
	} else {
		weft_treiber_push(&treiber, turn);
	}
}

/* A thief: the oldest word, if there is one. */
static void by_stealing(void)
{
	weft_apply(&delegate, 0, WEFT_QUEUE_TAKE, 0, NULL, WEFT_FOREVER);
}

/* The core that has the work: two pieces come, one it does itself. */
static uint32_t own_work(void)
{
	weft_apply(&delegate, 0, WEFT_QUEUE_PUT, 1, NULL, WEFT_FOREVER);
	weft_apply(&delegate, 0, WEFT_QUEUE_PUT, 2, NULL, WEFT_FOREVER);
	weft_apply(&delegate, 0, WEFT_QUEUE_TAKE_LAST, 0, NULL, WEFT_FOREVER);
	return 3;
}

#define WORDS(name, what, kind)                                                \
	.how = name, .thing = &(what), .once = by_turns,                       \
	.delegation = &(kind), .object = &shared.object
#define QUEUE_2(name, kind) WORDS(name, a_queue, kind), .two = true

static const struct way ways[] = {
	{WORDS("queue", a_queue, weft_under_queue)},
	{WORDS("hyblock", a_queue, weft_under_hyblock)},
	{WORDS("mp_server", a_queue, weft_mp_server), .alone = true},
	{WORDS("shm_server", a_queue, weft_shm_server), .alone = true},
	{WORDS("hybcomb", a_queue, weft_hybcomb)},
	{WORDS("dsm_synch", a_queue, weft_dsm_synch)},
	{WORDS("cc_synch", a_queue, weft_cc_synch)},
	{QUEUE_2("queue-2", weft_under_queue)},
	{QUEUE_2("hyblock-2", weft_under_hyblock)},
	{QUEUE_2("mp_server-2", weft_mp_server), .alone = true},
	{QUEUE_2("shm_server-2", weft_shm_server), .alone = true},
	{WORDS("queue", a_stack, weft_under_queue)},
	{WORDS("mp_server", a_stack, weft_mp_server), .alone = true},
	{WORDS("shm_server", a_stack, weft_shm_server), .alone = true},
	{WORDS("hybcomb", a_stack, weft_hybcomb)},
	{WORDS("dsm_synch", a_stack, weft_dsm_synch)},
	{WORDS("cc_synch", a_stack, weft_cc_synch)},
	{.how = "treiber", .thing = &a_treiber, .once = by_treiber},
	{.how = "mp_server",
	 .thing = &a_deque,
	 .once = by_stealing,
	 .delegation = &weft_mp_server,
	 .object = &shared.object,
	 .own = own_work,
	 .alone = true},
};

int main(int argc, char **argv)
{
	measure_setup(argc, argv);
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		measure(&ways[i]);
	}
	return 0;
}
