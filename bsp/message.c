/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages.  Those of a superstep arrive in one queue while the one before still has
 * what bsp_hpmove has told of: bsp_hpput may be reading there.
 */
#include "bsp/state.h"
#include "runtime/near.h"

#include <string.h>

struct message {
	uint32_t bytes; /* of the payload */
	uint32_t unused;
	/* The tag, padded to 8; the payload. */
};

struct message_box {
	struct chain queue[2];
	uint32_t filling; /* the queue of the next superstep */
	uint32_t count, bytes, next_count, next_bytes;
	struct chain_walk walk;
	uint32_t tag;                 /* bytes of it, in what is sent now */
	uint32_t next_tag, queue_tag; /* and in the queue */
	bool set;
};

/* Of all processes of this core; of the one that calls. */
static struct message_box own;
static struct message_box *boxes = &own, *boxes_end = &own + 1, *box = &own;

uint32_t message_tag_bytes(void)
{
	return chain_pad(box->tag, 8);
}

void message_put_tag(char *to, const void *tag)
{
	if (box->tag > 0) {
		memcpy(to, tag, box->tag);
	}
}

uint32_t message_change(void)
{
	return box->set ? 1 + box->next_tag : 0;
}

void message_discard(void)
{
	for (struct message_box *b = boxes; b < boxes_end; b++) {
		chain_clear(&b->queue[b->filling]);
	}
}

char *message_room(uint32_t local, uint32_t bytes)
{
	uint32_t body = message_tag_bytes() + bytes;
	struct message_box *to = &boxes[local];
	struct message *m = chain_add(&to->queue[to->filling],
				      sizeof(*m) + chain_pad(body, 8));

	m->bytes = bytes;
	to->next_count++;
	to->next_bytes += bytes;
	return (char *)(m + 1);
}

static void settle(struct message_box *b)
{
	if ((b->count | b->next_count) == 0 && !b->set) {
		return;
	}
	b->walk = chain_start(&b->queue[b->filling]);
	b->filling ^= 1;
	b->count = b->next_count;
	b->bytes = b->next_bytes;
	b->next_count = 0;
	b->next_bytes = 0;
	b->queue_tag = b->tag;
	b->tag = b->next_tag;
	b->set = false;
}

void message_settle(void)
{
	for (struct message_box *b = boxes; b < boxes_end; b++) {
		settle(b);
	}
}

ARCH_COLD bool message_boxes(uint32_t processes)
{
	box = rt_near_alloc(processes * sizeof(*box));
	boxes = box;
	boxes_end = box ? box + processes : NULL;
	return box;
}

void message_caller(uint32_t local)
{
	box = &boxes[local];
}

bool message_alike(uint32_t processes)
{
	for (const struct message_box *b = boxes; b < boxes + processes; b++) {
		if (b->set != boxes->set || b->next_tag != boxes->next_tag) {
			return false;
		}
	}
	return true;
}

ARCH_COLD void message_free(void)
{
	for (struct message_box *b = boxes; b < boxes_end; b++) {
		chain_free(&b->queue[0]);
		chain_free(&b->queue[1]);
		b->count = 0;
		b->bytes = 0;
	}
}

void bsp_set_tagsize(int *nbytes)
{
	int wanted;

	BSP_INSIDE_ONLY("bsp_set_tagsize");
	if (!nbytes) {
		bsp_null("bsp_set_tagsize", "nbytes");
	}
	wanted = *nbytes;
	*nbytes = (int)(box->set ? box->next_tag : box->tag);
	if (wanted < 0) {
		bsp_wrong("bsp_set_tagsize", "there are no sizes below 0",
			  wanted);
	} else {
		box->next_tag = (uint32_t)wanted;
		box->set = true;
	}
}

void bsp_qsize(int *nmessages, int *nbytes)
{
	BSP_INSIDE_ONLY("bsp_qsize");
	if (!nmessages) {
		bsp_null("bsp_qsize", "nmessages");
	}
	*nmessages = (int)box->count;
	if (nbytes) {
		*nbytes = (int)box->bytes;
	}
}

static struct message *message_first(void)
{
	return box->count > 0 ? chain_here(&box->walk) : NULL;
}

static void message_leave(const struct message *m)
{
	uint32_t body = chain_pad(box->queue_tag, 8) + m->bytes;

	chain_skip(&box->walk, sizeof(*m) + chain_pad(body, 8));
	box->count--;
	box->bytes -= m->bytes;
}

static char *payload_of(struct message *m)
{
	return (char *)(m + 1) + chain_pad(box->queue_tag, 8);
}

void bsp_get_tag(int *status, void *tag)
{
	struct message *m = message_first();

	BSP_INSIDE_ONLY("bsp_get_tag");
	if (!status || (!tag && m && box->queue_tag > 0)) {
		bsp_null("bsp_get_tag", status ? "tag" : "status");
	}
	*status = m ? (int)m->bytes : -1;
	if (m && box->queue_tag > 0) {
		memcpy(tag, m + 1, box->queue_tag);
	}
}

void bsp_move(void *payload, int maxbytes)
{
	struct message *m = message_first();
	uint32_t n;

	BSP_INSIDE_ONLY("bsp_move");
	if (!m || maxbytes < 0) {
		bsp_wrong("bsp_move",
			  m ? "there are no sizes below 0"
			    : "there is no message; bytes asked for",
			  maxbytes);
		return;
	}
	n = m->bytes < (uint32_t)maxbytes ? m->bytes : (uint32_t)maxbytes;
	if (n > 0) {
		if (!payload) {
			bsp_null("bsp_move", "payload");
		}
		memcpy(payload, payload_of(m), n);
	}
	message_leave(m);
}

int bsp_hpmove(void **tag, void **payload)
{
	struct message *m = message_first();

	BSP_INSIDE_ONLY("bsp_hpmove");
	if (!tag || !payload) {
		bsp_null("bsp_hpmove", tag ? "payload" : "tag");
	}
	if (!m) {
		return -1;
	}
	*tag = m + 1;
	*payload = payload_of(m);
	message_leave(m);
	return (int)m->bytes;
}
