/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of requests, of both kinds, to be waited for together. */
#include "compat/rcce/ircce.h"

void iRCCE_init_wait_list(iRCCE_WAIT_LIST *list)
{
	list->first = list->last = NULL;
}

static void add(iRCCE_WAIT_LIST *list, int type, void *req)
{
	iRCCE_WAIT_LISTELEM *item = malloc(sizeof(*item));

	if (!item) {
		fprintf(stderr, "iRCCE_add_to_wait_list: no memory\n");
		abort();
	}
	*item = (iRCCE_WAIT_LISTELEM){.type = type, .req = req};
	if (list->last) {
		list->last->next = item;
	} else {
		list->first = item;
	}
	list->last = item;
}

void iRCCE_add_send_to_wait_list(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST *req)
{
	add(list, iRCCE_WAIT_LIST_SEND_TYPE, req);
}

void iRCCE_add_recv_to_wait_list(iRCCE_WAIT_LIST *list, iRCCE_RECV_REQUEST *req)
{
	add(list, iRCCE_WAIT_LIST_RECV_TYPE, req);
}

void iRCCE_add_to_wait_list(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST *sent,
			    iRCCE_RECV_REQUEST *received)
{
	if (sent) {
		iRCCE_add_send_to_wait_list(list, sent);
	}
	if (received) {
		iRCCE_add_recv_to_wait_list(list, received);
	}
}

static volatile int *over(const iRCCE_WAIT_LISTELEM *item)
{
	return item->type == iRCCE_WAIT_LIST_SEND_TYPE
		       ? &((iRCCE_SEND_REQUEST *)item->req)->finished
		       : &((iRCCE_RECV_REQUEST *)item->req)->finished;
}

/* Takes out the first that is over: its type and request are in *found. */
static bool take_over(iRCCE_WAIT_LIST *list, iRCCE_WAIT_LISTELEM *found)
{
	iRCCE_WAIT_LISTELEM *before = NULL;

	for (iRCCE_WAIT_LISTELEM *item = list->first; item; item = item->next) {
		if (*over(item)) {
			*(before ? &before->next : &list->first) = item->next;
			list->last = item == list->last ? before : list->last;
			*found = *item;
			free(item);
			return true;
		}
		before = item;
	}
	return false;
}

int iRCCE_test_all(iRCCE_WAIT_LIST *list, int *test)
{
	iRCCE_WAIT_LISTELEM found;
	bool all;

	if (list->first && !*over(list->first)) {
		iRCCE_isend_push();
	}
	while (take_over(list, &found)) {
	}
	all = !list->first;
	if (test) {
		*test = all;
	}
	return all ? iRCCE_SUCCESS : iRCCE_PENDING;
}

int iRCCE_wait_all(iRCCE_WAIT_LIST *list)
{
	iRCCE_WAIT_LISTELEM found;

	while (list->first) {
		ircce_until(over(list->first));
		take_over(list, &found);
	}
	return iRCCE_SUCCESS;
}

/* Pointers that the program does not ask for may be null. */
static void give(const iRCCE_WAIT_LISTELEM *found, iRCCE_SEND_REQUEST **sent,
		 iRCCE_RECV_REQUEST **received)
{
	bool send = found->req && found->type == iRCCE_WAIT_LIST_SEND_TYPE;

	if (sent) {
		*sent = send ? found->req : NULL;
	}
	if (received) {
		*received = send ? NULL : found->req;
	}
}

int iRCCE_test_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **sent,
		   iRCCE_RECV_REQUEST **received)
{
	iRCCE_WAIT_LISTELEM found = {.req = NULL};
	bool any = take_over(list, &found);

	if (!any) {
		iRCCE_isend_push();
		any = take_over(list, &found);
	}
	give(&found, sent, received);
	return any ? iRCCE_SUCCESS : iRCCE_PENDING;
}

int iRCCE_wait_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **sent,
		   iRCCE_RECV_REQUEST **received)
{
	iRCCE_WAIT_LISTELEM found = {.req = NULL};

	while (list->first && !take_over(list, &found)) {
		bool moved = ircce_push_sends();

		moved |= ircce_push_receives();
		if (!moved) {
			ircce_idle(true);
		}
	}
	give(&found, sent, received);
	return found.req ? iRCCE_SUCCESS : iRCCE_PENDING;
}
