/* SPDX-License-Identifier: Apache-2.0 */
/* A round: what goes out, what goes again, and who is asked. */
#include "links/link_state.h"
#include "topology/arith.h"

#include <string.h>

void link_queue(struct links *links, struct link_frame *frame)
{
	frame->state |= LINK_QUEUED;
	frame->waits = 0;
	if (links->first) {
		links->last->waits = frame;
	} else {
		links->first = frame;
	}
	links->last = frame;
	links->busy++;
	links->peer[frame->to].waits++;
}

static bool link_lately(const struct links *links,
			const struct link_frame *frame)
{
	return links->now - frame->sent_at < link_pace(links);
}

static void link_again(struct links *links, struct link_frame *frame,
		       uint8_t why)
{
	frame->state |= LINK_RESENT | why;
	links->counts.resent++;
	link_queue(links, frame);
}

bool link_fill(struct links *links, struct link_peer *peer, uint32_t end)
{
	bool some = false;

	for (struct link_frame *frame = peer->first;
	     frame && link_before(frame->seq, end); frame = frame->next) {
		if (frame->state & LINK_QUEUED ||
		    (frame->state & LINK_RESENT && link_lately(links, frame))) {
			continue;
		}
		link_again(links, frame, 0);
		some = true;
	}
	return some;
}

bool link_tail(struct links *links, struct link_peer *peer, uint8_t why)
{
	struct link_frame *ends[] = {peer->first, peer->last};
	bool some = false;

	for (int i = 0; i < 2; i++) {
		struct link_frame *frame = ends[i];

		if (frame && !(frame->state & LINK_QUEUED) &&
		    !link_lately(links, frame)) {
			link_again(links, frame, why);
			some = true;
		}
	}
	return some;
}

void link_done(struct links *links, struct link_frame *frame)
{
	if (frame->seq == 0) {
		frame->next = links->control;
		links->control = frame;
		return;
	}
	links->busy--;
	if (frame->state & LINK_OVER) {
		link_put_free(links, frame);
	} else {
		frame->state &= ~(LINK_QUEUED | LINK_PROBE);
	}
}

/* A device that has brought no answer is tried now and then: it may carry again. */
static struct link_device *link_carrier(struct links *links,
					struct link_peer *peer)
{
	if (peer->by == links->device) {
		return peer->by;
	}
	return ++peer->away & (LINK_HOME - 1) ? peer->by : links->device;
}

/* Small gaps are told of only to who is asked to fill them: packets may be late. */
static uint32_t link_end_of_hole(const struct links *links,
				 const struct link_peer *peer, uint8_t kind)
{
	bool tell =
		peer->held && (kind == LINK_PROD ||
			       peer->highest - peer->in > links->reorder + 1);

	return tell ? peer->held->seq : peer->in;
}

/* Transmits it with what is known at this moment.  False: the device does not take it. */
static bool link_transmit_one(struct links *links, uint32_t to,
			      struct link_frame *frame, uint8_t kind,
			      uint8_t flags)
{
	struct link_peer *peer = &links->peer[to];
	struct link_header *header = &frame->header;
	struct link_device *device = link_carrier(links, peer);
	bool asks = kind == LINK_PROD || frame->state & LINK_PROBE;
	struct link_sum sum = frame->sum;

	memset(header, 0, sizeof(*header));
	header->seq = frame->seq;
	header->ack = peer->in;
	header->end_of_hole = link_end_of_hole(links, peer, kind);
	header->bytes = frame->payload;
	header->kind = kind;
	header->flags = (uint8_t)(flags | links->lane << LINK_LANE);
	header->from = (uint8_t)links->me;
	header->to = (uint8_t)to;
	header->answers = peer->answers;
	if (asks) {
		header->asks = peer->number == UINT8_MAX ? 1 : peer->number + 1;
	}
	link_sum_add(&sum, &header->seq, sizeof(*header) - sizeof(header->sum));
	header->sum = link_sum_word(&sum);
	frame->bytes = (uint32_t)sizeof(*header) + frame->payload;
	if (!device->send(device, to, frame)) {
		return false;
	}
	links->out_at = links->now;
	peer->owes &= ~LINK_OWES_ACK;
	peer->answers = 0;
	peer->asked = false;
	peer->since_ack = 0;
	if (asks) {
		peer->number = header->asks;
		peer->sampled = true;
		peer->sample_at = links->now;
	}
	return true;
}

/* A frame without data, if that peer is owed one that no packet to it will carry. */
static bool link_transmit_control(struct links *links, uint32_t to)
{
	struct link_peer *peer = &links->peer[to];
	struct link_frame *frame = links->control;
	bool backoff = peer->owes & LINK_OWES_BACKOFF;
	bool prod = !backoff && peer->owes & LINK_OWES_PROD;
	uint8_t kind = backoff ? LINK_BACKOFF : prod ? LINK_PROD : LINK_ACK;

	if (!frame || !(backoff || prod ||
			(peer->owes & LINK_OWES_ACK && peer->waits == 0))) {
		return false;
	}
	if (!link_transmit_one(links, to, frame, kind, 0)) {
		return false;
	}
	links->control =
		frame->next; /* it may be done already, but not reaped */
	peer->owes &= ~(backoff ? LINK_OWES_BACKOFF
			: prod  ? LINK_OWES_PROD
				: 0);
	links->counts.backoffs += kind == LINK_BACKOFF;
	links->counts.prods += kind == LINK_PROD;
	links->counts.acks += kind == LINK_ACK;
	return true;
}

/* The next packet, unless it is too early for one. */
static bool link_transmit_data(struct links *links)
{
	struct link_frame *frame = links->first;
	uint8_t state = frame->state, flags = 0;

	if (state & LINK_OVER) {
		links->first = frame->waits;
		links->busy--;
		links->peer[frame->to].waits--;
		link_put_free(links, frame);
		return true;
	}
	if (links->gap > 0 && links->now - links->data_sent_at < links->gap) {
		return false;
	}
	flags |= state & LINK_ASKING ? LINK_ASKS : 0;
	flags |= state & LINK_RESENT ? LINK_AGAIN : 0;
	if (!link_transmit_one(links, frame->to, frame, LINK_DATA, flags)) {
		return false;
	}
	links->first = frame->waits;
	links->peer[frame->to].waits--;
	links->counts.sent += !(state & LINK_RESENT);
	links->data_sent_at = frame->sent_at = links->now;
	return true;
}

/* As much as the device takes, up to LINK_STEP frames.  True: it may take more. */
static bool link_transmit(struct links *links)
{
	uint32_t n = 0, to = link_next_live(links, links->look_out), first = to;

	while (to != LINK_NONE && n < LINK_STEP) {
		links->look_out = to;
		while (n < LINK_STEP && link_transmit_control(links, to)) {
			n++;
		}
		to = link_next_live(links, to);
		if (to == first) {
			break;
		}
	}
	while (n < LINK_STEP && links->first && link_transmit_data(links)) {
		n++;
	}
	return n == LINK_STEP;
}

void link_round_begin(struct links *links, uint32_t now)
{
	links->now = now;
	if (now - links->trip_began >= links->round_trip) {
		links->trip_began = now;
		links->taken_before = links->taken;
		links->taken = 0;
	}
}

bool link_round_end(struct links *links)
{
	link_ask(links);
	return link_transmit(links);
}

bool link_round(struct links *links, uint32_t now)
{
	struct link_device *device = links->device;
	struct link_frame *frame;
	uint32_t n = 0;

	link_round_begin(links, now);
	while ((frame = device->done(device))) {
		link_done(links, frame);
	}
	while (n < LINK_STEP && (frame = device->next(device))) {
		link_receive(links, frame, device);
		n++;
	}
	return link_round_end(links) || n == LINK_STEP;
}
