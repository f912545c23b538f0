/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages.  Those of a superstep arrive in one queue while the one before still has
 * what bsp_hpmove has told of: bsp_hpput may be reading there.
 */
#include "bsp/state.h"

#include <string.h>

struct message {
	uint32_t bytes; /* of the payload */
	uint32_t unused;
	/* The tag, padded to 8; the payload. */
};

static struct {
	struct chain queue[2];
	uint32_t filling; /* the queue of the next superstep */
	uint32_t count, bytes, next_count, next_bytes;
	struct chain_walk walk;
	uint32_t tag;                 /* bytes of it, in what is sent now */
	uint32_t next_tag, queue_tag; /* and in the queue */
	bool set;
} box;

uint32_t message_tag_bytes(void)
{
	return chain_pad(box.tag, 8);
}

void message_put_tag(char *to, const void *tag)
{
	if (box.tag > 0) {
		memcpy(to, tag, box.tag);
	}
}

uint32_t message_change(void)
{
	return box.set ? 1 + box.next_tag : 0;
}

void message_discard(void)
{
	chain_clear(&box.queue[box.filling]);
}

char *message_room(uint32_t bytes)
{
	uint32_t body = message_tag_bytes() + bytes;
	struct message *m = chain_add(&box.queue[box.filling],
				      sizeof(*m) + chain_pad(body, 8));

	m->bytes = bytes;
	box.next_count++;
	box.next_bytes += bytes;
	return (char *)(m + 1);
}

void message_settle(void)
{
	if ((box.count | box.next_count) == 0 && !box.set) {
		return;
	}
	box.walk = chain_start(&box.queue[box.filling]);
	box.filling ^= 1;
	box.count = box.next_count;
	box.bytes = box.next_bytes;
	box.next_count = 0;
	box.next_bytes = 0;
	box.queue_tag = box.tag;
	box.tag = box.next_tag;
	box.set = false;
}

ARCH_COLD void message_free(void)
{
	chain_free(&box.queue[0]);
	chain_free(&box.queue[1]);
	box.count = 0;
	box.bytes = 0;
}

void bsp_set_tagsize(int *nbytes)
{
	int wanted = *nbytes;

	BSP_INSIDE_ONLY("bsp_set_tagsize");
	*nbytes = (int)box.tag;
	if (wanted < 0) {
		bsp_wrong("bsp_set_tagsize", "there are no sizes below 0",
			  wanted);
	} else {
		box.next_tag = (uint32_t)wanted;
		box.set = true;
	}
}

void bsp_qsize(int *nmessages, int *nbytes)
{
	BSP_INSIDE_ONLY("bsp_qsize");
	*nmessages = (int)box.count;
	if (nbytes) {
		*nbytes = (int)box.bytes;
	}
}

static struct message *first(void)
{
	return box.count > 0 ? chain_here(&box.walk) : NULL;
}

static void leave(const struct message *m)
{
	uint32_t body = chain_pad(box.queue_tag, 8) + m->bytes;

	chain_skip(&box.walk, sizeof(*m) + chain_pad(body, 8));
	box.count--;
	box.bytes -= m->bytes;
}

static char *payload_of(struct message *m)
{
	return (char *)(m + 1) + chain_pad(box.queue_tag, 8);
}

void bsp_get_tag(int *status, void *tag)
{
	struct message *m = first();

	BSP_INSIDE_ONLY("bsp_get_tag");
	*status = m ? (int)m->bytes : -1;
	if (m && box.queue_tag > 0) {
		memcpy(tag, m + 1, box.queue_tag);
	}
}

void bsp_move(void *payload, int maxbytes)
{
	struct message *m = first();
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
		memcpy(payload, payload_of(m), n);
	}
	leave(m);
}

int bsp_hpmove(void **tag, void **payload)
{
	struct message *m = first();

	BSP_INSIDE_ONLY("bsp_hpmove");
	if (!m) {
		return -1;
	}
	*tag = m + 1;
	*payload = payload_of(m);
	leave(m);
	return (int)m->bytes;
}
