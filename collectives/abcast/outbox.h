/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Outbox: the messages that a core has started and that have not all left it.
 *
 * A client lists started requests, oldest first.  It then takes their data piece by
 * piece, in order, and numbers the pieces; later it says up to which number pieces have
 * left, in the same order.  A request whose last piece has left is WEFT_REUSABLE, and no
 * longer listed.  A request of which nothing has been taken can be taken back.
 *
 * A client has one struct outbox, all zeroes at first.  All functions are called
 * with interrupts masked or inside the gate, and do not wait.  Memory: none but that
 * of the requests.
 */
#ifndef COLLECTIVES_ABCAST_OUTBOX_H
#define COLLECTIVES_ABCAST_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/annotate.h"
#include "arch/arch.h"
#include "runtime/in_use.h"

#include <weft/rma.h>

struct outbox {
	struct weft_request *taking; /* the oldest with data not taken yet */
	struct weft_request
		*leaving; /* the oldest with data that have not left */
	struct weft_request *newest;
};

/* Lists a request that is in use (runtime/in_use.h), with these data. */
static inline void outbox_add(struct outbox *outbox,
			      struct weft_request *request, const void *data,
			      size_t bytes)
{
	arch_annotate_lend(data, bytes);
	request->next = NULL;
	request->data = data;
	request->bytes = (uint32_t)bytes;
	request->at = 0;
	if (outbox->newest) {
		rt_check_mark(outbox->newest);
		outbox->newest->next = request;
	}
	outbox->newest = request;
	outbox->taking = outbox->taking ? outbox->taking : request;
	outbox->leaving = outbox->leaving ? outbox->leaving : request;
}

/* The next `bytes` bytes of outbox->taking, from ->at on, have become piece n. */
static inline void outbox_taken(struct outbox *outbox, uint32_t bytes,
				uint32_t n)
{
	struct weft_request *r = outbox->taking;

	r->at += bytes;
	if (r->at == r->bytes) {
		r->last = n;
		outbox->taking = r->next;
	}
}

/* It is nobody's any more, in that state. */
static inline void outbox_give_back(struct weft_request *r)
{
	arch_annotate_give_back(r->data, r->bytes);
	rt_not_in_use(r, WEFT_REUSABLE);
}

/* Piece n has left. */
static inline void outbox_left(struct outbox *outbox, uint32_t n)
{
	struct weft_request *r = outbox->leaving;

	rt_check_mark(r);
	if (r != outbox->taking && r->last == n) {
		outbox->leaving = r->next;
		if (outbox->newest == r) {
			outbox->newest = NULL;
		}
		outbox_give_back(r);
	}
}

/*
 * Takes a request back: it is as if it had not been started.  False: some of it has been
 * taken, or it is not listed any more.
 */
ARCH_COLD bool outbox_take_back(struct outbox *outbox,
				struct weft_request *request);

#endif
