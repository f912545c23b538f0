/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A way: one call for messages of any size.  What has data goes to a queue in the receiver's
 * memory, which all cores share.
 *
 * With 4 cores rank 0 says: 4 texts, the last core says 3
 */
#include <stdio.h>
#include <stdlib.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static volatile uint32_t texts;
static char last[32];

static void hear(struct weft_am_message *m)
{
	const char *text = weft_am_data(NULL);

	if (m->from == weft_size() - 1) {
		snprintf(last, sizeof(last), "%s", text);
	}
	texts++;
}

static weft_am_handler *const handlers[] = {NULL, hear};
static const struct weft_am_endpoint endpoint = {.handler = handlers,
						 .handlers = 2};

int main(void)
{
	static struct weft_am_queue queue;
	static struct weft_am_way way = {.segment = 2}; /* to rank 0 */
	char text[32];

	queue.bytes = 512 * weft_size(); /* a quarter of a share is a message */
	queue.memory = malloc(queue.bytes);
	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_am_queue_open(2, &queue));
	need(weft_am_barrier(WEFT_FOREVER));
	need(weft_am_way_open(&way, WEFT_FOREVER));
	snprintf(text, sizeof(text), "says %u", (unsigned)weft_rank());
	need(weft_am_way_send(&way, 1, NULL, 0, text, sizeof(text),
			      WEFT_FOREVER));
	if (weft_rank() == 0) {
		need(weft_am_queue_wait(&texts, weft_size(), WEFT_FOREVER));
		printf("%u texts, the last core %s\n", (unsigned)texts, last);
	}
	need(weft_am_barrier(WEFT_FOREVER));
	return 0;
}
