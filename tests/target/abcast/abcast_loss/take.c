/* SPDX-License-Identifier: Apache-2.0 */
/* What comes is as it was sent: its data, its order, whole. */
#include <stdlib.h>

#include <weft/weft.h>

#include "tests/target/abcast/abcast_loss/loss.h"

uint8_t *in;
static uint8_t *posted[CORES];
static uint32_t last[CORES], next_at[CORES];

static void check(weft_rank_t root, uint32_t message, uint32_t offset,
		  const uint8_t *data, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++) {
		if (data[i] != byte_of(root, message, offset + i)) {
			weft_panic("wrong data");
		}
	}
}

static bool any_lost(void)
{
	bool any = false;

	for (weft_rank_t i = 0; i < cores; i++) {
		any |= weft_abcast_lost(i);
	}
	return any;
}

/* A message begins: the next one of its root, unless cores have been lost. */
static void begins(weft_rank_t root, uint32_t message)
{
	if (message <= last[root] || message >= MOST ||
	    (message != last[root] + 1 && !any_lost())) {
		weft_panic("messages out of order");
	}
	last[root] = message;
}

static void on_chunk(const struct weft_chunk *c, void *arg)
{
	(void)arg;
	if (c->offset == 0) {
		begins(c->root, c->message);
	} else if (c->message != last[c->root] ||
		   c->offset != next_at[c->root]) {
		weft_panic("a message goes on elsewhere than it stopped");
	}
	if (c->total != size_of(c->message)) {
		weft_panic("a message of another length");
	}
	check(c->root, c->message, c->offset, c->data, c->bytes);
	next_at[c->root] = c->offset + c->bytes;
	if (next_at[c->root] == c->total) {
		set(got[c->root], c->message);
	}
}

static void post(weft_rank_t root)
{
	if (posts && root != me) {
		int error = weft_abcast_post(root, posted[root], eager + MORE);

		if (error && error != WEFT_ERR_STATE) {
			weft_panic(weft_strerror(error));
		}
	}
}

int take(weft_us_t within)
{
	struct weft_message m;
	int error = WEFT_OK;

	if (!whole_messages) {
		weft_abcast_poll(UINT32_MAX, within);
		return weft_abcast_lost(me) ? WEFT_ERR_DEAD : WEFT_OK;
	}
	while (!error) {
		error = weft_abcast_recv(in, eager, &m, within);
		if (!error) {
			begins(m.root, m.message);
			if (m.bytes != size_of(m.message)) {
				weft_panic("a message of another length");
			}
			check(m.root, m.message, 0, m.data, m.bytes);
			set(got[m.root], m.message);
			post(m.root);
		}
		within = 0;
	}
	return error == WEFT_ERR_TIMEOUT ? WEFT_OK : error;
}

void take_begin(bool handler)
{
	in = malloc(eager);
	for (weft_rank_t root = 0; posts && root < cores; root++) {
		posted[root] = malloc(eager + MORE);
		post(root);
	}
	if (!whole_messages) {
		weft_abcast_on_chunk(on_chunk, NULL,
				     handler ? WEFT_IN_HANDLER
					     : WEFT_IN_THREAD);
	}
}
