/* SPDX-License-Identifier: Apache-2.0 */
/* How iRCCE's messages go on (compat/rcce/ircce.h has what lies where). */
#include <string.h>

#include <weft/barrier.h>
#include <weft/core.h>
#include <weft/flag.h>
#include <weft/mpb.h>
#include <weft/rma.h>

#include "compat/rcce/ircce.h"

WEFT_MPB_HEAP(2048);

enum {
	CHUNK_MOST = 4096,
	LINE = 32,
	LEFT = 256, /* of the MPB's heap, for the program */
};

struct ircce ircce;
const int iRCCE_ANY_SOURCE = -1, iRCCE_ANY_LENGTH = -1;

static uint32_t length;        /* flags, compat/rcce/ircce.h */
static uint32_t buffer, chunk; /* of the MPB */

static void check(int error, const char *who)
{
	char why[80];

	if (error) {
		snprintf(why, sizeof(why), "%s: %s", who, weft_strerror(error));
		weft_panic(why);
	}
}

static void check_begun(void)
{
	if (!ircce.pair) {
		weft_panic("iRCCE: iRCCE_init comes first");
	}
}

static uint32_t read_flag(uint32_t flags, int ue)
{
	uint32_t value;

	check(weft_flag_read((weft_rank_t)RCCE_IAM,
			     weft_flag_at(flags, (uint32_t)ue), &value),
	      "iRCCE");
	return value;
}

static void write_flag(int ue, uint32_t flags, uint32_t value)
{
	check(weft_flag_write((weft_rank_t)ue,
			      weft_flag_at(flags, (uint32_t)RCCE_IAM), value),
	      "iRCCE");
}

static bool reached(uint32_t flags, int ue, uint32_t value)
{
	return (int32_t)(read_flag(flags, ue) - value) >= 0;
}

void ircce_add_send(iRCCE_SEND_REQUEST *req)
{
	check_begun();
	req->next = NULL;
	*ircce.sends.last = req;
	ircce.sends.last = &req->next;
}

void ircce_add_receive(struct ircce_receives *queue, iRCCE_RECV_REQUEST *req)
{
	check_begun();
	req->next = NULL;
	*queue->last = req;
	queue->last = &req->next;
}

static void next_send(void)
{
	ircce.sends.first = ircce.sends.first->next;
	if (!ircce.sends.first) {
		ircce.sends.last = &ircce.sends.first;
	}
}

static void next_receive(struct ircce_receives *queue)
{
	queue->first = queue->first->next;
	if (!queue->first) {
		queue->last = &queue->first;
	}
}

static size_t piece(size_t size, size_t at)
{
	return size - at < chunk ? size - at : chunk;
}

/* The next chunk into my buffer; its receiver hears of it when it is there. */
static void announce(iRCCE_SEND_REQUEST *req)
{
	check(weft_put(weft_at((weft_rank_t)RCCE_IAM, buffer),
		       req->privbuf + req->at, piece(req->size, req->at)),
	      "iRCCE_isend");
	weft_quiet();
	if (req->at == 0) {
		write_flag(req->dest, length, (uint32_t)req->size);
	}
	write_flag(req->dest, ircce.news, ++ircce.pair[req->dest].to);
	req->state = 1;
}

bool ircce_push_sends(void)
{
	bool moved = false;

	for (iRCCE_SEND_REQUEST *req; (req = ircce.sends.first);) {
		if (!req->state) {
			announce(req);
			moved = true;
		}
		if (!reached(ircce.taken, req->dest,
			     ircce.pair[req->dest].to)) {
			break;
		}
		req->at += piece(req->size, req->at);
		req->state = 0;
		if (req->at == req->size) {
			next_send();
			req->finished = 1;
		}
		moved = true;
	}
	return moved;
}

static void begin_receive(iRCCE_RECV_REQUEST *req)
{
	size_t size = read_flag(length, req->source);
	char why[100];

	if (req->size == (size_t)iRCCE_ANY_LENGTH) {
		req->size = size;
	}
	if (req->size != size) {
		snprintf(why, sizeof(why),
			 "iRCCE: a message of UE %d has %u bytes, its receive %u",
			 req->source, (unsigned)size, (unsigned)req->size);
		weft_panic(why);
	}
	req->started = 1;
	ircce.last_source = req->source;
	ircce.last_length = size;
}

/* The next chunk, if it is there. */
static bool take(iRCCE_RECV_REQUEST *req)
{
	struct ircce_pair *p = &ircce.pair[req->source];
	size_t n;

	if (!reached(ircce.news, req->source, p->from + 1)) {
		return false;
	}
	if (!req->started) {
		begin_receive(req);
	}
	n = piece(req->size, req->at);
	check(weft_get(req->privbuf + req->at,
		       weft_at((weft_rank_t)req->source, buffer), n),
	      "iRCCE_irecv");
	req->at += n;
	write_flag(req->source, ircce.taken, ++p->from);
	return true;
}

static bool push_from(struct ircce_receives *queue)
{
	bool moved = false;

	for (iRCCE_RECV_REQUEST *req; (req = queue->first) && take(req);) {
		if (req->at == req->size) {
			next_receive(queue);
			req->finished = 1;
		}
		moved = true;
	}
	return moved;
}

bool ircce_announced(int source, size_t *size)
{
	if (ircce.from[source].first ||
	    !reached(ircce.news, source, ircce.pair[source].from + 1)) {
		return false;
	}
	*size = read_flag(length, source);
	return true;
}

/* The first receive of any source gets the next source that has something, in turn. */
static void bind_any(void)
{
	for (int n = 0; n < RCCE_NP && ircce.any.first; n++) {
		int source = ircce.turn;
		iRCCE_RECV_REQUEST *req = ircce.any.first;
		size_t size;

		ircce.turn = source + 1 < RCCE_NP ? source + 1 : 0;
		if (ircce_announced(source, &size)) {
			next_receive(&ircce.any);
			req->source = source;
			ircce_add_receive(&ircce.from[source], req);
		}
	}
}

bool ircce_push_receives(void)
{
	bool moved = false;

	check_begun();
	bind_any();
	for (int source = 0; source < RCCE_NP; source++) {
		moved |= push_from(&ircce.from[source]);
	}
	return moved;
}

static int wire_send(char *data, size_t bytes, int dest)
{
	return iRCCE_ssend(data, (ssize_t)bytes, dest);
}

static int wire_recv(char *data, size_t bytes, int source)
{
	return iRCCE_srecv(data, (ssize_t)bytes, source);
}

static int wire_test(char *data, size_t bytes, int source, int *test)
{
	return iRCCE_srecv_test(data, (ssize_t)bytes, source, test);
}

static void make_buffer(void)
{
	size_t room;

	weft_mpb_free_bytes(&room);
	room = room > 2 * LEFT ? room - LEFT : room / 2;
	chunk = room < CHUNK_MOST ? (uint32_t)room & ~(LINE - 1u) : CHUNK_MOST;
	check(weft_mpb_alloc(chunk, &buffer), "iRCCE_init: a buffer in the MPB");
}

int iRCCE_init(void)
{
	uint32_t n = (uint32_t)RCCE_NP;

	check(weft_flags_alloc(n, &ircce.news), "iRCCE_init");
	check(weft_flags_alloc(n, &length), "iRCCE_init");
	check(weft_flags_alloc(n, &ircce.taken), "iRCCE_init");
	make_buffer();
	ircce.pair = calloc(n, sizeof(*ircce.pair));
	ircce.from = calloc(n, sizeof(*ircce.from));
	if (!ircce.pair || !ircce.from) {
		weft_panic("iRCCE_init: no memory");
	}
	ircce.probed = IRCCE_NOBODY;
	ircce.sends.last = &ircce.sends.first;
	ircce.any.last = &ircce.any.first;
	for (uint32_t i = 0; i < n; i++) {
		ircce.from[i].last = &ircce.from[i].first;
	}
	rcce_wire = (struct rcce_wire){wire_send, wire_recv, wire_test};
	check(weft_barrier(WEFT_WORLD, WEFT_FOREVER), "iRCCE_init");
	return iRCCE_SUCCESS;
}
