/* SPDX-License-Identifier: Apache-2.0 */
/* What comes: acknowledgements and holes always; data as far as the pool's rule allows. */
#include "links/link_state.h"

static bool link_sound(const struct links *links,
		       const struct link_frame *frame)
{
	const struct link_header *header = &frame->header;
	struct link_sum sum = LINK_SUM;

	if (frame->bytes < sizeof(*header) ||
	    header->bytes > frame->bytes - sizeof(*header)) {
		return false;
	}
	link_sum_add(&sum, frame->data, header->bytes);
	link_sum_add(&sum, &header->seq, sizeof(*header) - sizeof(header->sum));
	return link_sum_word(&sum) == header->sum &&
	       header->from < links->chips && header->from != links->me &&
	       header->to == links->me;
}

/* The device gets an empty frame for this one, which is the pool's from now on. */
static void link_keep(struct links *links, const struct link_peer *peer)
{
	peer->by->give(peer->by, link_take_free(links));
}

/* Those that were held and come next now. */
static void link_close_gap(struct links *links, struct link_peer *peer)
{
	struct link_frame *frame;

	while ((frame = peer->held) && frame->seq == peer->in + 1) {
		peer->held = frame->next;
		frame->next = 0;
		peer->ready_last->next = frame;
		peer->ready_last = frame;
		peer->in++;
		links->unread++;
	}
}

/*
 * The next one in sequence.  Where nothing of this peer lies unread it may have one of the
 * buffers that are kept for this.
 */
static bool link_in_sequence(struct links *links, struct link_peer *peer,
			     struct link_frame *frame)
{
	if (links->free <= links->reserve &&
	    (peer->ready || links->free == 0)) {
		return false;
	}
	link_keep(links, peer);
	frame->next = 0;
	if (peer->ready) {
		peer->ready_last->next = frame;
	} else {
		peer->ready = frame;
	}
	peer->ready_last = frame;
	peer->in++;
	links->unread++;
	link_close_gap(links, peer);
	peer->asked_at = links->now;
	return true;
}

/* One after a gap: held in its place, unless it is there already. */
static bool link_hold(struct links *links, struct link_peer *peer,
		      struct link_frame *frame, bool *twice)
{
	struct link_frame **at = &peer->held;

	while (*at && link_before((*at)->seq, frame->seq)) {
		at = &(*at)->next;
	}
	*twice = *at && (*at)->seq == frame->seq;
	if (*twice || links->free <= links->reserve) {
		return false;
	}
	link_keep(links, peer);
	frame->next = *at;
	*at = frame;
	if (!frame->next) {
		peer->highest = frame->seq;
	}
	return true;
}

/*
 * While packets of a peer come, nobody asks for the next one before its time.  A pause says
 * little of how far apart they are, two packets at once say much.
 */
static void link_came(struct links *links, struct link_peer *peer)
{
	uint32_t apart = links->now - peer->came_at;
	uint32_t most = peer->apart + (peer->apart >> 2) + link_pace(links);

	if (apart < peer->apart) {
		peer->apart = (peer->apart + apart) >> 1;
	} else {
		peer->apart = apart < most ? apart : most;
	}
	peer->came_at = links->now;
}

/* True: the frame is kept. */
static bool link_data(struct links *links, struct link_peer *peer,
		      struct link_frame *frame)
{
	const struct link_header *header = &frame->header;
	bool twice = !link_before(peer->in, header->seq), kept = false;

	links->counts.came++;
	peer->slowness = 0;
	link_came(links, peer);
	frame->seq = header->seq;
	if (!twice && header->seq == peer->in + 1) {
		kept = link_in_sequence(links, peer, frame);
	} else if (!twice) {
		kept = link_hold(links, peer, frame, &twice);
	}
	links->counts.twice += twice;
	if (!twice && !kept) {
		links->counts.dropped++;
		peer->missed = true;
	}
	peer->since_ack++;
	peer->asked = peer->asked || header->flags & LINK_ASKS;
	if (twice || header->flags & LINK_AGAIN ||
	    (peer->asked && peer->since_ack >= links->enough)) {
		peer->owes |= LINK_OWES_ACK;
	}
	return kept;
}

/* The answer to the last prod or probe gives the time of a round trip. */
static void link_sample(struct links *links, struct link_peer *peer)
{
	uint32_t mean = links->round_trip;

	mean = ((mean << 3) - mean + (links->now - peer->sample_at) + 4) >> 3;
	links->round_trip = mean > 0 ? mean : 1;
	peer->sampled = false;
}

/* What each header says of the packets to its sender.  True: it has been answered. */
static bool link_news(struct links *links, struct link_peer *peer,
		      const struct link_header *header)
{
	uint32_t known = peer->first ? peer->first->seq - 1 : peer->out;
	bool prods = header->kind == LINK_PROD, stale;

	stale = link_before(header->ack, known) ||
		link_before(peer->out, header->ack);
	if (!stale && header->ack != known) {
		link_acknowledged(links, peer, header->ack);
		peer->slowness = 0;
	} else if (header->kind == LINK_BACKOFF ||
		   (header->kind == LINK_ACK && header->answers)) {
		peer->slowness += peer->slowness < LINK_SLOWEST;
	}
	if (stale) {
		return false;
	}
	if (header->end_of_hole != header->ack) {
		return link_fill(links, peer, header->end_of_hole);
	}
	return prods && link_tail(links, peer, 0);
}

void link_receive(struct links *links, struct link_frame *frame,
		  struct link_device *device)
{
	const struct link_header *header = &frame->header;
	struct link_peer *peer;
	bool kept = false, answered;

	if (!link_sound(links, frame)) {
		links->counts.damaged++;
		device->give(device, frame);
		return;
	}
	peer = &links->peer[header->from];
	link_live(links, header->from);
	peer->unanswered = 0;
	peer->heard = true;
	peer->by = device; /* it carries, so what goes back goes by it */
	if (header->answers == peer->number && peer->sampled) {
		link_sample(links, peer);
	}
	if (header->asks) {
		peer->answers = header->asks;
	}
	answered = link_news(links, peer, header);
	if (header->kind == LINK_DATA) {
		kept = link_data(links, peer, frame);
	} else if (header->kind == LINK_PROD && !answered) {
		peer->owes |= LINK_OWES_BACKOFF;
	}
	if (!kept) {
		device->give(device, frame);
	}
}
