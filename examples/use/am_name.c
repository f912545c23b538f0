/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of endpoints: who wants a service finds it by its name, and a key lets it in.
 *
 * With 4 cores rank 0 says: rank 3 adds for all: 4
 */
#include <stdio.h>

#include <weft/published/am_name.h>
#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

enum {
	SUMS = 0x73756d73,
	KEY = 77
};

static volatile uint32_t total;

static void add(struct weft_am_message *m)
{
	total += m->word[0];
}

static weft_am_handler *const handlers[] = {NULL, add};
static const struct weft_am_endpoint endpoint = {.handler = handlers,
						 .handlers = 2};

int main(void)
{
	static struct weft_am_name sums = {
		.name = SUMS, .endpoint = 0, .key = KEY};
	struct weft_am_dest to;
	weft_rank_t owner;
	uint32_t one = 1, last = weft_size() - 1;

	need(weft_am_open(0, &endpoint));
	need(weft_am_begin(WEFT_AM_INTERRUPT));
	if (weft_rank() == last) {
		need(weft_am_publish(&sums, WEFT_FOREVER));
	}
	need(weft_am_find(SUMS, &owner, WEFT_FOREVER));
	need(weft_am_join(&to, owner, SUMS, KEY, 0, WEFT_FOREVER));
	need(weft_am_request(&to, 1, &one, 1, WEFT_FOREVER));
	if (weft_rank() == last) {
		need(weft_am_wait(&total, weft_size(), WEFT_FOREVER));
	}
	need(weft_am_barrier(WEFT_FOREVER));
	if (weft_rank() == 0) {
		printf("rank %u adds for all: %u\n", (unsigned)owner,
		       (unsigned)weft_size());
	}
	return 0;
}
