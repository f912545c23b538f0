/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Active Messages: a request runs a handler at the other side, and its reply one
 * here.
 *
 * With 4 cores rank 0 says: 4 additions, the last one found 3
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

enum {
	ADD = 1,
	ADDED = 2
};

static uint32_t total;
static volatile uint32_t replies;

static void add(struct weft_am_message *m)
{
	uint32_t was = total;

	total += m->word[0];
	weft_am_reply(m, ADDED, &was, 1);
}

static void added(struct weft_am_message *m)
{
	(void)m;
	replies++;
}

static weft_am_handler *const handlers[] = {NULL, add, added};
static const struct weft_am_endpoint endpoint = {.handler = handlers,
						 .handlers = 3};

int main(void)
{
	struct weft_am_dest owner = {.rank = 0};
	uint32_t one = 1;

	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_am_request(&owner, ADD, &one, 1, WEFT_FOREVER));
	need(weft_am_wait(&replies, 1, WEFT_FOREVER));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("%u additions, the last one found %u\n", (unsigned)total,
		       (unsigned)total - 1);
	}
	return 0;
}
