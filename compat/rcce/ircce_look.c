/* SPDX-License-Identifier: Apache-2.0 */
/* What iRCCE tells of messages and requests, and how a request is taken back. */
#include "compat/rcce/ircce.h"

static bool look(int source, int *rank)
{
	size_t size;

	if (!ircce_announced(source, &size)) {
		return false;
	}
	ircce.last_source = source;
	ircce.last_length = size;
	if (rank) {
		*rank = source;
	}
	return true;
}

static int probe(int source, int *rank, bool wait)
{
	bool any = source == iRCCE_ANY_SOURCE;
	bool there = false;

	if (!any && !rcce_is_ue(source)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	ircce_push_sends();
	ircce_push_receives();
	for (int i = any ? 0 : source; !there && i < (any ? RCCE_NP : source + 1);
	     i++) {
		there = look(i, rank);
	}
	if (!there) {
		ircce.probed = source;
		ircce_idle(wait);
		ircce.probed = IRCCE_NOBODY;
	}
	return there ? iRCCE_SUCCESS : iRCCE_PENDING;
}

int iRCCE_iprobe(int source, int *rank, int *test)
{
	int found = probe(source, rank, false);

	if (test && found != RCCE_ERROR_ID) {
		*test = found == iRCCE_SUCCESS;
	}
	return found;
}

int iRCCE_probe(int source, int *rank)
{
	int found;

	do {
		found = probe(source, rank, true);
	} while (found == iRCCE_PENDING);
	return found;
}

int iRCCE_get_dest(iRCCE_SEND_REQUEST *req)
{
	return req ? req->dest : iRCCE_ERROR;
}

int iRCCE_get_source(iRCCE_RECV_REQUEST *req)
{
	return req ? req->source : ircce.last_source;
}

int iRCCE_get_size(iRCCE_SEND_REQUEST *sent, iRCCE_RECV_REQUEST *received)
{
	return sent	? (int)sent->size
	       : received ? (int)received->size
			  : iRCCE_get_length();
}

int iRCCE_get_length(void)
{
	return (int)ircce.last_length;
}

static int cancelled(bool found, bool begun, int *test)
{
	if (test) {
		*test = found && !begun;
	}
	return !found ? iRCCE_NOT_ENQUEUED
	       : begun ? iRCCE_PENDING
		       : iRCCE_SUCCESS;
}

/* The first one has begun: its first chunk was announced when it became that. */
int iRCCE_isend_cancel(iRCCE_SEND_REQUEST *req, int *test)
{
	iRCCE_SEND_REQUEST **at = &ircce.sends.first;
	bool begun;

	ircce_push_sends();
	while (*at && *at != req) {
		at = &(*at)->next;
	}
	if (!*at) {
		return cancelled(false, false, test);
	}
	begun = req->state || req->at > 0;
	if (!begun) {
		*at = req->next;
		if (!*at) {
			ircce.sends.last = at;
		}
	}
	return cancelled(true, begun, test);
}

static bool take_out(struct ircce_receives *queue, iRCCE_RECV_REQUEST *req)
{
	iRCCE_RECV_REQUEST **at = &queue->first;

	while (*at && *at != req) {
		at = &(*at)->next;
	}
	if (!*at) {
		return false;
	}
	if (!req->started) {
		*at = req->next;
		if (!*at) {
			queue->last = at;
		}
	}
	return true;
}

int iRCCE_irecv_cancel(iRCCE_RECV_REQUEST *req, int *test)
{
	bool found = req->source == iRCCE_ANY_SOURCE
			     ? take_out(&ircce.any, req)
			     : take_out(&ircce.from[req->source], req);

	return cancelled(found, req->started, test);
}
