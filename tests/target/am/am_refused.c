/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=1,2,3 args=poll */
/* weft-test: boards=scc-sim cores=2 args=interrupt */
/*
 * Calls of what stands on Active Messages that are refused: before they have begun, without
 * what they need, for no such core or endpoint.  Each names its error, and none has
 * done a part of its work: the same calls with what they need succeed afterwards.
 */
#include <weft/published/am_name.h>
#include <weft/published/am_tag.h>
#include <weft/published/am_task.h>
#include <weft/weft.h>

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	SEGMENT = 4,
	NAME = 77,
	OPEN = 3, /* endpoints */
	CLOSED,
	SHARE = 256,
};

static uint32_t me, cores, ran;

static void nothing(struct weft_am_message *m)
{
	(void)m;
}

static weft_am_handler *const table[] = {NULL, nothing};
static const struct weft_am_endpoint endpoint = {9, table, 2, NULL};

static int sent(struct weft_am_link *link, const struct weft_am_packet *packet,
		weft_us_t within)
{
	(void)link;
	(void)packet;
	(void)within;
	return WEFT_OK;
}

static bool taken(struct weft_am_link *link, struct weft_am_packet *packet)
{
	(void)link;
	(void)packet;
	return false;
}

static uint32_t runs(const uint32_t *words, uint32_t count, weft_rank_t from)
{
	ran += count == 1 && from == me ? words[0] : 100;
	return ran;
}

static bool links(void)
{
	struct weft_am_link none = {0}, sends = {.send = sent}, both = sends;
	bool ok = weft_am_link_open(NULL) == WEFT_ERR_NULL &&
		  weft_am_link_open(&none) == WEFT_ERR_NULL &&
		  weft_am_link_open(&sends) == WEFT_ERR_NULL;

	sends = (struct weft_am_link){.take = taken};
	ok &= weft_am_link_open(&sends) == WEFT_ERR_NULL;
	both.take = taken;
	ok &= weft_am_link_close(&both) == WEFT_ERR_STATE;
	ok &= weft_am_link_open(&both) == WEFT_OK;
	ok &= weft_am_link_open(&both) == WEFT_ERR_STATE;
	ok &= weft_am_link_close(&both) == WEFT_OK;
	return ok && weft_am_link_close(&both) == WEFT_ERR_STATE;
}

static bool queues(void)
{
	static struct weft_am_queue q;
	static volatile uint32_t count;
	char *room = tap_room(SHARE * cores + 4);
	bool ok = weft_am_queue_open(SEGMENT, NULL) == WEFT_ERR_NULL &&
		  weft_am_queue_open(SEGMENT, &q) == WEFT_ERR_NULL &&
		  weft_am_queue_wait(NULL, 0, 0) == WEFT_ERR_NULL;

	q = (struct weft_am_queue){.memory = room + 2, .bytes = SHARE * cores};
	ok &= weft_am_queue_open(SEGMENT, &q) == WEFT_ERR_ALIGN;
	q = (struct weft_am_queue){.memory = room, .bytes = SHARE * cores - 4};
	ok &= weft_am_queue_open(SEGMENT, &q) == WEFT_ERR_SIZE;
	q.bytes = SHARE * cores;
	ok &= weft_am_queue_open(WEFT_AM_SEGMENTS, &q) == WEFT_ERR_RANGE;
	ok &= weft_am_queue_open(SEGMENT, &q) == WEFT_OK;
	ok &= weft_am_queue_open(SEGMENT + 1, &q) == WEFT_ERR_STATE;
	ok &= weft_am_queue_wait(&count, 1, 100) == WEFT_ERR_TIMEOUT;
	return ok && weft_am_queue_wait(&count, 0, 0) == WEFT_OK;
}

static bool ways(void)
{
	static struct weft_am_way way = {.to = {0, OPEN, 9, OPEN},
					 .segment = SEGMENT};
	uint32_t words[WEFT_AM_WORDS] = {0};
	bool ok = weft_am_way_open(NULL, 0) == WEFT_ERR_NULL &&
		  weft_am_way_close(NULL) == WEFT_ERR_NULL &&
		  weft_am_way_close(&way) == WEFT_ERR_STATE;

	ok &= weft_am_way_open(&way, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_way_open(&way, WEFT_FOREVER) == WEFT_ERR_STATE;
	ok &= weft_am_way_send(&way, 1, NULL, 1, NULL, 0, 0) == WEFT_ERR_NULL;
	ok &= weft_am_way_send(&way, 1, NULL, 0, NULL, 1, 0) == WEFT_ERR_NULL;
	ok &= weft_am_way_send(&way, 0, NULL, 0, NULL, 0, 0) == WEFT_ERR_RANGE;
	ok &= weft_am_way_send(&way, WEFT_AM_HANDLERS, NULL, 0, NULL, 0, 0) ==
	      WEFT_ERR_RANGE;
	way.to.endpoint = WEFT_AM_ENDPOINTS;
	ok &= weft_am_way_send(&way, 1, NULL, 0, NULL, 0, 0) == WEFT_ERR_RANGE;
	way.to.endpoint = OPEN;
	ok &= weft_am_way_send(&way, 1, words, WEFT_AM_WORDS + 1, NULL, 0, 0) ==
	      WEFT_ERR_SIZE;
	ok &= weft_am_way_send(&way, 1, words, WEFT_AM_WORDS, NULL, 0,
			       WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_way_close(&way) == WEFT_OK;
	return ok && weft_am_way_close(&way) == WEFT_ERR_STATE;
}

static bool names(void)
{
	struct weft_am_name n = {.name = NAME + me, .endpoint = CLOSED};
	struct weft_am_name far = {.name = NAME, .endpoint = WEFT_AM_ENDPOINTS};
	weft_rank_t owner = cores;
	bool ok = weft_am_publish(NULL, 0) == WEFT_ERR_NULL &&
		  weft_am_withdraw(NULL, 0) == WEFT_ERR_NULL &&
		  weft_am_publish(&far, 0) == WEFT_ERR_RANGE &&
		  weft_am_publish(&n, 0) == WEFT_ERR_STATE &&
		  weft_am_withdraw(&n, 0) == WEFT_ERR_STATE &&
		  weft_am_find(NAME + me, NULL, 0) == WEFT_ERR_NULL &&
		  weft_am_find(NAME + me, &owner, 100) == WEFT_ERR_TIMEOUT;

	n.endpoint = OPEN;
	ok &= weft_am_publish(&n, WEFT_FOREVER) == WEFT_OK;
	ok &= weft_am_publish(&n, WEFT_FOREVER) == WEFT_ERR_STATE;
	ok &= weft_am_find(NAME + me, &owner, WEFT_FOREVER) == WEFT_OK &&
	      owner == me;
	ok &= weft_am_withdraw(&n, WEFT_FOREVER) == WEFT_OK;
	return ok && weft_am_withdraw(&n, WEFT_FOREVER) == WEFT_ERR_STATE;
}

static bool tags(void)
{
	struct weft_am_received what = {cores, 0, 0};
	char byte = 1;
	bool ok = weft_am_receive(NULL, &byte, 1, 0) == WEFT_ERR_NULL &&
		  weft_am_receive(&what, &byte, 1, 0) == WEFT_ERR_RANK &&
		  weft_am_send(me, 0, NULL, 1, 0) == WEFT_ERR_NULL &&
		  weft_am_send(cores, 0, &byte, 1, 0) == WEFT_ERR_RANK;

	what.from = me;
	ok &= weft_am_receive(&what, &byte, 1, 100) == WEFT_ERR_TIMEOUT;
	what.from = WEFT_ANYONE;
	return ok &&
	       weft_am_receive(&what, &byte, 1, 100) == WEFT_ERR_TIMEOUT &&
	       what.from == WEFT_ANYONE && byte == 1;
}

/* Of this core at itself: what comes back says what was wrong. */
static int enqueued(uint32_t function, uint32_t count)
{
	struct weft_am_counter c = {0, 0, WEFT_OK};
	uint32_t words[WEFT_AM_TASK_WORDS + 1] = {5}, result = 0;
	int error = weft_am_enqueue(me, function, words, count, &result, &c,
				    WEFT_FOREVER);

	if (error) {
		return error;
	}
	if (weft_am_run_next(1000) == WEFT_OK && ran != 5) {
		return 1;
	}
	weft_am_wait(&c.done, c.issued, WEFT_FOREVER);
	return c.error ? c.error : result == 5 ? WEFT_OK : 2;
}

static bool tasks(void)
{
	static weft_am_function *const functions[] = {runs};
	bool ok = weft_am_functions(NULL, 1) == WEFT_ERR_NULL &&
		  enqueued(0, 1) == WEFT_ERR_STATE;

	ok &= weft_am_functions(functions, 1) == WEFT_OK;
	ok &= enqueued(1, 1) == WEFT_ERR_NAME;
	ok &= enqueued(0, WEFT_AM_TASK_WORDS + 1) == WEFT_ERR_SIZE;
	return ok && ran == 0 && enqueued(0, 1) == WEFT_OK;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	tap_begin();
	ok = weft_am_publish(NULL, 0) == WEFT_ERR_STATE &&
	     weft_am_queue_open(SEGMENT, NULL) == WEFT_ERR_STATE &&
	     weft_am_receive(NULL, NULL, 0, 0) == WEFT_ERR_STATE;
	ok &= !weft_am_open(OPEN, &endpoint) &&
	      meet_begin(argc > 1 ? argv[1] : "poll") && meet();
	tap_ok(ok, "they have not begun");
	tap_ok(links(), "links");
	ok = queues();
	tap_ok(meet() && ok, "queues");
	ok = ways();
	tap_ok(meet() && ok, "ways");
	ok = names();
	tap_ok(meet() && ok, "names");
	ok = tags();
	tap_ok(meet() && ok, "messages with tags");
	ok = tasks();
	tap_ok(meet() && ok, "functions of another core");
	return tap_end();
}
