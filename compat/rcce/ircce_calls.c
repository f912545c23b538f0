/* SPDX-License-Identifier: Apache-2.0 */
/* Starting, testing and waiting for iRCCE's messages. */
#include "compat/rcce/ircce.h"

static int send_state(const iRCCE_SEND_REQUEST *req)
{
	return req->finished              ? iRCCE_SUCCESS
	       : req == ircce.sends.first ? iRCCE_PENDING
					  : iRCCE_RESERVED;
}

static int recv_state(const iRCCE_RECV_REQUEST *req)
{
	if (req->finished) {
		return iRCCE_SUCCESS;
	}
	return req->source != iRCCE_ANY_SOURCE &&
			       req == ircce.from[req->source].first
		       ? iRCCE_PENDING
		       : iRCCE_RESERVED;
}

static int start_send(char *data, ssize_t bytes, int dest,
		      iRCCE_SEND_REQUEST *req, int sync)
{
	iRCCE_SEND_REQUEST own;
	bool blocking = !req;

	if (!rcce_is_ue(dest)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	req = blocking ? &own : req;
	*req = (iRCCE_SEND_REQUEST){
		.privbuf = data,
		.size = bytes > 0 ? (size_t)bytes : 0,
		.dest = dest,
		.sync = sync,
		.finished = bytes <= 0 && !sync,
	};
	if (!req->finished) {
		ircce_add_send(req);
		ircce_push_sends();
	}
	if (blocking) {
		ircce_until(&req->finished);
	}
	return send_state(req);
}

static int start_recv(char *data, ssize_t bytes, int source,
		      iRCCE_RECV_REQUEST *req, int sync)
{
	bool any = source == iRCCE_ANY_SOURCE;
	iRCCE_RECV_REQUEST own;
	bool blocking = !req;

	if (!any && !rcce_is_ue(source)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	req = blocking ? &own : req;
	*req = (iRCCE_RECV_REQUEST){
		.privbuf = data,
		.size = (size_t)bytes,
		.source = source,
		.sync = sync,
		.finished = bytes == 0 && !sync,
	};
	if (!req->finished) {
		ircce_add_receive(any ? &ircce.any : &ircce.from[source], req);
		ircce_push_receives();
	}
	if (blocking) {
		ircce_until(&req->finished);
	}
	return recv_state(req);
}

int iRCCE_isend(char *data, ssize_t bytes, int dest, iRCCE_SEND_REQUEST *req)
{
	return start_send(data, bytes, dest, req, 0);
}

int iRCCE_irecv(char *data, ssize_t bytes, int source, iRCCE_RECV_REQUEST *req)
{
	return start_recv(data, bytes, source, req, 0);
}

int iRCCE_issend(char *data, ssize_t bytes, int dest, iRCCE_SEND_REQUEST *req)
{
	return start_send(data, bytes, dest, req, 1);
}

int iRCCE_isrecv(char *data, ssize_t bytes, int source,
		 iRCCE_RECV_REQUEST *req)
{
	return start_recv(data, bytes, source, req, 1);
}

int iRCCE_ssend(char *data, ssize_t bytes, int dest)
{
	return start_send(data, bytes, dest, NULL, 1);
}

int iRCCE_srecv(char *data, ssize_t bytes, int source)
{
	return start_recv(data, bytes, source, NULL, 1);
}

/* Nothing went on: others may run before the program looks again. */
static void push_all(void)
{
	bool moved = ircce_push_sends();

	moved |= ircce_push_receives();
	if (!moved) {
		ircce_idle(false);
	}
}

int iRCCE_isend_push(void)
{
	push_all();
	return ircce.sends.first ? iRCCE_PENDING : iRCCE_SUCCESS;
}

static bool receives(void)
{
	bool some = ircce.any.first;

	for (int i = 0; i < RCCE_NP && !some; i++) {
		some = ircce.from[i].first;
	}
	return some;
}

int iRCCE_irecv_push(void)
{
	push_all();
	return receives() ? iRCCE_PENDING : iRCCE_SUCCESS;
}

static int told(int state, int *test)
{
	if (test) {
		*test = state == iRCCE_SUCCESS;
	}
	return state;
}

int iRCCE_isend_test(iRCCE_SEND_REQUEST *req, int *test)
{
	if (!req) {
		return told(iRCCE_isend_push(), test);
	}
	if (!req->finished) {
		push_all();
	}
	return told(send_state(req), test);
}

int iRCCE_irecv_test(iRCCE_RECV_REQUEST *req, int *test)
{
	if (!req) {
		return told(iRCCE_irecv_push(), test);
	}
	if (!req->finished) {
		push_all();
	}
	return told(recv_state(req), test);
}

int iRCCE_isend_wait(iRCCE_SEND_REQUEST *req)
{
	if (req) {
		ircce_until(&req->finished);
	}
	while (!req && ircce.sends.first) {
		ircce_until(&ircce.sends.first->finished);
	}
	return iRCCE_SUCCESS;
}

int iRCCE_irecv_wait(iRCCE_RECV_REQUEST *req)
{
	if (req) {
		ircce_until(&req->finished);
	}
	while (!req && ircce.any.first) {
		ircce_until(&ircce.any.first->finished);
	}
	for (int i = 0; !req && i < RCCE_NP; i++) {
		while (ircce.from[i].first) {
			ircce_until(&ircce.from[i].first->finished);
		}
	}
	return iRCCE_SUCCESS;
}

/* 0 bytes never come, and are there. */
int iRCCE_srecv_test(char *data, ssize_t bytes, int source, int *test)
{
	int rank;

	*test = 1;
	if (bytes != 0) {
		int error = iRCCE_iprobe(source, &rank, test);

		if (error != iRCCE_SUCCESS && error != iRCCE_PENDING) {
			return error;
		}
	}
	return *test ? iRCCE_srecv(data, bytes, source) : iRCCE_SUCCESS;
}
