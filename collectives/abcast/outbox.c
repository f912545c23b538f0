/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/outbox.h"

bool outbox_take_back(struct outbox *o, struct weft_request *request)
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
	outbox_give_back(request);
	return true;
}
