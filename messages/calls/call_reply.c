/* SPDX-License-Identifier: Apache-2.0 */
/* Who is asked. */
#include "messages/calls/call.h"
#include "messages/liveness.h"
#include "runtime/trace.h"
#include "runtime/why.h"

/* A handler.  What the message says anybody may have written. */
void call_serve(struct weft_am_message *m)
{
	struct weft_calls *c = m->arg;
	struct weft_called call;

	if (m->count == 0 || call_index(m->word[0]) >= c->shape.slots) {
		return;
	}
	call.calls = c;
	call.from = m->from;
	call.stamp = m->word[0];
	call.count = m->count - 1;
	for (uint32_t i = 0; i < call.count; i++) {
		call.word[i] = m->word[i + 1];
	}
	c->server(&call, c->arg);
}

/*
 * Who does not know it yet, but has been given up, must not write where others may be by
 * now.
 */
static bool given_up(void)
{
	return liveness_is_dead(arch_rank()) ||
	       (liveness_in_doubt() && liveness_judged());
}

int weft_call_reply(const struct weft_called *call, const void *data,
		    size_t bytes)
{
	const struct weft_calls *c;
	uint32_t words[CALL_WORDS], place;

	if (!call || !call->calls || (bytes && !data)) {
		return RT_WHY(WEFT_ERR_NULL, "call, its calls, or data");
	}
	c = call->calls;
	if (call->from >= arch_count() ||
	    call_index(call->stamp) >= c->shape.slots) {
		return RT_WHY(WEFT_ERR_NUMBER, "call: it names no call");
	}
	if (bytes > c->shape.bytes) {
		return RT_WHY(WEFT_ERR_SIZE, "bytes: more than the shape says");
	}
	if (given_up()) {
		return WEFT_ERR_DEAD;
	}
	place = call_place(c, call_index(call->stamp));
	words[CALL_STAMP] = call->stamp;
	words[CALL_BYTES] = (uint32_t)bytes;
	RT_TRACE("call reply", call->from, bytes);
	arch_put(call->from, ARCH_WINDOW_MPB, place + CALL_HEAD, data, bytes);
	arch_flags_write(call->from, place, words, CALL_WORDS);
	return WEFT_OK;
}
