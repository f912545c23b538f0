/* SPDX-License-Identifier: Apache-2.0 */
/* The pool, and what callers do: send, read, wait, phases. */
#include "links/link_state.h"
#include "topology/arith.h"

#include <string.h>

/* Bytes from one frame in memory to the next, by whole words of 8. */
static uint32_t link_stride(uint32_t most)
{
	uint32_t before = (uint32_t)offsetof(struct link_frame, header);

	return (before + most + 7) & ~UINT32_C(7);
}

/* Frames come behind them, at a multiple of 16 if the memory is at one: some devices need that. */
static uint32_t link_peer_bytes(uint32_t chips)
{
	return (arith_mul(chips, sizeof(struct link_peer)) + 15) &
	       ~UINT32_C(15);
}

size_t link_memory(uint32_t chips, uint32_t buffers, uint32_t most)
{
	return link_peer_bytes(chips) +
	       arith_mul(buffers + LINK_CONTROLS, link_stride(most));
}

/* The memory's frames: the first ones to the device, some for control, the rest the pool. */
static void link_deal(struct links *links, uint8_t *at, uint32_t frames,
		      uint32_t ring)
{
	struct link_device *device = links->device;
	uint32_t stride = link_stride(device->most);

	for (uint32_t i = 0; i < frames; i++, at += stride) {
		struct link_frame *frame = (struct link_frame *)(void *)at;

		memset(frame, 0, sizeof(*frame));
		frame->sum = LINK_SUM; /* of those for control: no payload */
		if (i < ring) {
			device->give(device, frame);
		} else if (i < ring + LINK_CONTROLS) {
			frame->next = links->control;
			links->control = frame;
		} else {
			link_put_free(links, frame);
		}
	}
	links->buffers = links->free;
}

int link_open(struct links *links, const struct link_setup *setup)
{
	uint32_t chips, frames, rest, most;

	if (!links || !setup || !setup->device || !setup->memory) {
		return WEFT_ERR_NULL;
	}
	chips = setup->chips;
	most = setup->device->most;
	if (chips < 2 || chips > LINK_CHIPS || setup->me >= chips) {
		return WEFT_ERR_RANK;
	}
	if ((uintptr_t)setup->memory & 7) {
		return WEFT_ERR_ALIGN;
	}
	if (most <= sizeof(struct link_header) || most > UINT16_MAX) {
		return WEFT_ERR_SIZE;
	}
	if (setup->bytes <
	    link_memory(chips, setup->ring + 2 * (chips - 1), most)) {
		return WEFT_ERR_SPACE;
	}
	frames = arith_div((uint32_t)setup->bytes - link_peer_bytes(chips),
			   link_stride(most), &rest);
	memset(links, 0, sizeof(*links));
	memset(setup->memory, 0, link_peer_bytes(chips));
	links->device = setup->device;
	links->peer = setup->memory;
	links->me = setup->me;
	links->chips = chips;
	links->reserve = chips - 1;
	links->round_trip = setup->round_trip ? setup->round_trip : 1;
	links->gap = setup->gap;
	links->reorder = setup->reorder;
	link_deal(links, (uint8_t *)setup->memory + link_peer_bytes(chips),
		  frames, setup->ring);
	links->enough = arith_div(links->buffers >> 1, chips, &rest);
	links->data_sent_at = 0u - setup->gap;
	links->after = links;
	for (uint32_t i = 0; i < chips; i++) {
		links->peer[i].by = setup->device;
	}
	return WEFT_OK;
}

/* Would the pool run out within a round trip, at the pace of this one and the last? */
static bool link_runs_out(const struct links *links)
{
	uint32_t pace = links->taken > links->taken_before
				? links->taken
				: links->taken_before;

	return link_room(links) <= pace;
}

int link_begin(struct links *links, uint32_t to, uint32_t bytes,
	       struct link_frame **packet)
{
	struct link_frame *frame;

	if (to >= links->chips || to == links->me) {
		return WEFT_ERR_RANK;
	}
	if (bytes > link_most(links)) {
		return WEFT_ERR_SIZE;
	}
	if (link_room(links) == 0) {
		links->starved = true;
		links->counts.refused++;
		return WEFT_ERR_SPACE;
	}
	frame = link_take_free(links);
	frame->payload = (uint16_t)bytes;
	frame->to = (uint8_t)to;
	frame->next = 0;
	*packet = frame;
	return WEFT_OK;
}

void link_commit(struct links *links, struct link_frame *frame, uint32_t flags)
{
	struct link_peer *peer = &links->peer[frame->to];

	frame->sum = LINK_SUM;
	link_sum_add(&frame->sum, frame->data, frame->payload);
	frame->seq = ++peer->out;
	frame->phase = links->phase;
	if (flags & LINK_LAST || link_runs_out(links)) {
		frame->state = LINK_ASKING;
		links->counts.asked++;
	}
	if (peer->last) {
		peer->last->next = frame;
	} else {
		peer->first = frame;
	}
	peer->last = frame;
	peer->kept++;
	link_live(links, frame->to);
	links->kept++;
	link_queue(links, frame);
}

int link_send(struct links *links, uint32_t to, const void *data,
	      uint32_t bytes, uint32_t flags)
{
	struct link_frame *packet;
	int error = link_begin(links, to, bytes, &packet);

	if (error) {
		return error;
	}
	if (bytes > 0) {
		memcpy(packet->data, data, bytes);
	}
	link_commit(links, packet, flags);
	return WEFT_OK;
}

void link_acknowledged(struct links *links, struct link_peer *peer,
		       uint32_t ack)
{
	struct link_frame *frame;

	while ((frame = peer->first) && !link_before(ack, frame->seq)) {
		peer->first = frame->next;
		peer->kept--;
		links->kept--;
		if (frame->state & LINK_QUEUED) {
			frame->state |= LINK_OVER; /* link_done */
		} else {
			link_put_free(links, frame);
		}
	}
	if (!peer->first) {
		peer->last = 0;
		peer->flush = false;
	}
}

const void *link_next(struct links *links, uint32_t from, uint32_t *bytes)
{
	struct link_frame *frame;

	if (from >= links->chips || !(frame = links->peer[from].ready)) {
		return 0;
	}
	*bytes = frame->header.bytes;
	return frame->data;
}

void link_release(struct links *links, uint32_t from)
{
	struct link_peer *peer = &links->peer[from];
	struct link_frame *frame = peer->ready;

	if (frame) {
		peer->ready = frame->next;
		if (!peer->ready) {
			/* From now on it waits; for what was dropped it has waited. */
			peer->ready_last = 0;
			peer->asked_at = links->now;
			peer->asked_at -= peer->missed ? link_pace(links) : 0;
			peer->missed = false;
		}
		link_put_free(links, frame);
		links->unread--;
	}
}

uint32_t link_any(struct links *links)
{
	for (uint32_t n = links->unread ? links->chips : 0; n > 0; n--) {
		links->look = arith_add_mod(links->look, 1, links->chips);
		if (links->peer[links->look].ready) {
			return links->look;
		}
	}
	return LINK_NONE;
}

/* From now on there is something to ask that chip for. */
static void link_begin_asking(struct links *links, struct link_peer *peer)
{
	peer->asked_at = links->now;
	peer->slowness = 0;
}

void link_want(struct links *links, uint32_t from, bool wants)
{
	struct link_peer *peer = &links->peer[from];

	if (wants && !peer->wants) {
		link_begin_asking(links, peer);
	}
	peer->wants = wants;
	link_live(links, from);
}

bool link_flush(struct links *links, uint32_t to)
{
	struct link_peer *peer = &links->peer[to];

	if (peer->first && !peer->flush) {
		peer->flush = true;
		link_begin_asking(links, peer);
	}
	return !peer->first;
}

uint32_t link_phase(struct links *links)
{
	return links->phase++;
}

void link_passed(struct links *links, uint32_t phase)
{
	for (uint32_t i = 0; i < links->chips; i++) {
		struct link_peer *peer = &links->peer[i];

		while (peer->first && !link_before(phase, peer->first->phase)) {
			links->counts.implied++;
			link_acknowledged(links, peer, peer->first->seq);
		}
	}
}

uint32_t link_unanswered(const struct links *links, uint32_t chip)
{
	return links->peer[chip].unanswered;
}
