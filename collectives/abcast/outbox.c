/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/outbox.h"
#include "arch/annotate.h"
#include "runtime/in_use.h"

SHARED void outbox_add(struct outbox *o, struct weft_request *request,
		       const void *data, size_t bytes)
{
	arch_annotate_lend(data, bytes);
	request->next = NULL;
	request->data = data;
	request->bytes = (uint32_t)bytes;
	request->at = 0;
	if (o->newest) {
		rt_check_mark(o->newest);
		o->newest->next = request;
	}
	o->newest = request;
	o->taking = o->taking ? o->taking : request;
	o->leaving = o->leaving ? o->leaving : request;
}

SHARED void outbox_taken(struct outbox *o, uint32_t bytes, uint32_t n)
{
	struct weft_request *r = o->taking;

	r->at += bytes;
	if (r->at == r->bytes) {
		r->last = n;
		o->taking = r->next;
	}
}

/* It is nobody's any more, in that state. */
static void give_back(struct weft_request *r)
{
	arch_annotate_give_back(r->data, r->bytes);
	rt_not_in_use(r, WEFT_REUSABLE);
}

SHARED void outbox_left(struct outbox *o, uint32_t n)
{
	struct weft_request *r = o->leaving;

	rt_check_mark(r);
	if (r != o->taking && r->last == n) {
		o->leaving = r->next;
		if (o->newest == r) {
			o->newest = NULL;
		}
		give_back(r);
	}
}

SHARED bool outbox_take_back(struct outbox *o, struct weft_request *request)
{
	struct weft_request **link = &o->leaving, *before = NULL;
	struct weft_request *untaken = o->taking;

	while (untaken && untaken != request) {
		untaken = untaken->next;
	}
	if (!untaken || request->at > 0) {
		return false;
	}
	while (*link != request) {
		before = *link;
		link = &before->next;
	}
	*link = request->next;
	if (o->taking == request) {
		o->taking = request->next;
	}
	if (o->newest == request) {
		o->newest = before;
	}
	give_back(request);
	return true;
}
