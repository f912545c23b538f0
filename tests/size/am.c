/* SPDX-License-Identifier: Apache-2.0 */
/* Those of base.c, and the short forms of Active Messages: make size. */
#include "tests/size/use.h"

static void hit(struct weft_am_message *m)
{
	weft_am_reply(m, 2, m->word, 1);
}

static void answer(struct weft_am_message *m)
{
	*(uint32_t *)m->arg = m->word[0];
}

WEFT_COLD int main(void)
{
	static weft_am_handler *const table[] = {NULL, hit, answer};
	static uint32_t word;
	static const struct weft_am_endpoint endpoint = {1, table, 3, &word};
	struct weft_am_dest to = {0, 0, 1, 0};

	use_base(&word);
	weft_am_open(0, &endpoint);
	weft_am_begin(WEFT_AM_POLL);
	weft_am_request(&to, 1, &word, 1, WEFT_FOREVER);
	weft_am_poll();
	return weft_am_wait(&word, 1, WEFT_FOREVER);
}
