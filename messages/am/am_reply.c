/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/am/am_lean.h"
#include "messages/am/am_put.h"

static inline uint32_t reply_head(struct weft_am_message *m, uint32_t handler)
{
	uint32_t head = (m->head >> AM_OWN & 15) << AM_ENDPOINT | handler;

	m->head = 0; /* once */
	return head;
}

/* What does not fit into a line, or is wrong. */
static ARCH_COLD __attribute__((noinline)) int
reply_any(struct weft_am_message *m, uint32_t handler, const uint32_t *words,
	  uint32_t count)
{
	struct am_out out = {0, 0, words, count};
	int error;

	if (m != &am.message || m->head == 0) {
		return m ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	error = am_check_message(handler, words, count);
	if (!error) {
		out.head = reply_head(m, handler);
		out.tag = am.from[am_key(m->from, AM_REQUEST)].got;
		am_send(m->from, AM_REPLY, &out);
	}
	return error;
}

WEFT_REGISTERS int weft_am_reply(struct weft_am_message *m, uint32_t handler,
				 const uint32_t *words, uint32_t count)
{
	uint32_t rank = am.message.from;
	struct am_peer *p = &am.peer[rank];

	if (m != &am.message || m->head == 0 || count > AM_IN_LINE ||
	    handler - 1 >= WEFT_AM_HANDLERS - 1 || (count > 0 && !words)) {
		return reply_any(m, handler, words, count);
	}
	if (am.lean) {
		am_lean_reply(rank, am.from[am_key(rank, AM_REQUEST)].got,
			      am_full_head(reply_head(m, handler), count),
			      words, count);
		return WEFT_OK;
	}
	am_put(rank, p, AM_REPLY, p->sent[AM_REPLY] + 1,
	       am_full_head(reply_head(m, handler), count),
	       am.from[am_key(rank, AM_REQUEST)].got, words, count);
	return WEFT_OK;
}
