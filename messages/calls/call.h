/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls: what is where, for call.c, call_open.c and call_reply.c.
 *
 * A slot, in the MPB of who asks: a stamp, the bytes of the reply, the reply.  The server
 * writes it, the stamp last; or the core itself, if there will be no reply.  A stamp names
 * the slot in its low bits, and counts the slot's calls above them: it is what the question
 * carries, what the caller waits for, and how a core that hears late of a call knows that its
 * slot is another one's by now.
 *
 * A slot is used again only when its stamp has come, so no reply finds another call
 * there.  models/call.pml searches this.
 */
#ifndef MESSAGES_CALLS_CALL_H
#define MESSAGES_CALLS_CALL_H

#include "arch/arch.h"
#include "topology/arith.h"

#include <weft/call.h>

enum {
	CALL_STAMP,
	CALL_BYTES,
	CALL_WORDS,      /* of a slot, before the reply */
	CALL_SHORT = 12, /* with a reply that is read at once */
	CALL_HEAD = CALL_WORDS * sizeof(uint32_t),
	/* of its endpoint */
	CALL_BACK = 0,
	CALL_SERVE = 1,
	CALL_TAG = 0x43414c4c,
	CALL_STEP = 32, /* of stamps: more than there are slots */
};

/* What a slot is. */
enum {
	CALL_FREE,
	CALL_WAITS, /* somebody waits for its reply */
	CALL_LEFT,  /* somebody did */
};

static inline uint32_t call_index(uint32_t stamp)
{
	return stamp & (CALL_STEP - 1);
}

static inline uint32_t call_place(const struct weft_calls *c, uint32_t index)
{
	return c->place + arith_mul(index, c->stride);
}

static inline bool call_has_come(const struct weft_calls *c, uint32_t i)
{
	return arch_flag_read(arch_rank(), call_place(c, i)) ==
	       c->slot[i].stamp;
}

/* call_reply.c: a handler of its endpoint. */
void call_serve(struct weft_am_message *message);

#endif
