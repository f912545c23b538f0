/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several links between the same chips, which are used as one.
 *
 *     bundle_open(&bundle, lanes, n, peers);           each lane is open (links/link.h)
 *     bundle_send(&bundle, chip, data, bytes, 0);
 *     while (bundle_round(&bundle, ticks())) {}
 *     data = bundle_next(&bundle, chip, &bytes);
 *     bundle_release(&bundle, chip);
 *
 * A lane is a link with a device, a pool and a protocol of its own, so each recovers alone:
 * what one loses makes no other resend.  A packet goes by the lane that has the fewest packets
 * to transmit, or else the fewest unacknowledged.  So a slow lane, and one that loses much,
 * gets less.  A packet has a number of its stream in front of its payload, and the receiver
 * merges by it: as each lane's packets are in order, the next one is the first unread one of
 * some lane.
 *
 * A lane's frames go by its own device as long as that brings answers.  After four prods
 * or probes to a chip without an answer they go by the next lane's device, and so on.  What goes
 * back goes by the device by which the chip's last frame came.  So a stream goes on as long as
 * one device carries in both directions.  Each lane keeps its packets, their numbers and its
 * pool: a header tells of which lane a frame is.  Of a lane that has left its device, one frame
 * in 64 tries that device.  If it carries again, the lane returns.
 *
 * No deadlock is added.  What waits to be merged lies in the pool of its own lane, so it
 * takes no room from the packet that it waits for.  That one is on another lane, and comes
 * by that lane's own rules.  A sender is refused a packet that is further ahead of the oldest
 * one unacknowledged than three quarters of a lane's buffers, so that the receiver has room
 * for all that waits.  models/bundle.pml has the proof.
 *
 * The idea is S. Donaldson's ("Global Optimisation of Communication Protocols for Bulk
 * Synchronous Parallel Computation", Oxford 1999, section 9.1), who did not build it.
 *
 * With one lane, packets have no number, and all of this is that link.  Where no device brings
 * an answer, bundle_unanswered tells of it.
 *
 * All functions: as those of links/link.h; a few instructions more for each lane.
 */
#ifndef LINKS_BUNDLE_H
#define LINKS_BUNDLE_H

#include "links/link.h"

struct bundle_peer {
	uint32_t out, in; /* numbers of the last packet to it, and of the last from it */
	uint32_t lane;    /* which one has the packet that bundle_next returned */
	uint32_t oldest, since; /* the oldest one to it when one was refused, and when */
	bool refused;
};

struct bundle {
	struct links *lane;
	uint32_t lanes, chips, look;
	struct bundle_peer *peer; /* one for each chip */
};

/* Bytes that a packet has for its number. */
static inline uint32_t bundle_head(const struct bundle *bundle)
{
	return bundle->lanes > 1 ? (uint32_t)sizeof(uint32_t) : 0;
}

/* The lanes are open, have the same chips, and frames of the same size. */
void bundle_open(struct bundle *bundle, struct links *lanes, uint32_t n,
		 struct bundle_peer *peers);

/* The most bytes of payload. */
static inline uint32_t bundle_most(const struct bundle *bundle)
{
	return link_most(bundle->lane) - bundle_head(bundle);
}

/*
 * As link_send.  WEFT_ERR_SPACE: no lane has a buffer, or it would be too far ahead.  These
 * functions and the next are those of one link where there is one, at no further cost.
 */
int bundle_send_by_any(struct bundle *bundle, uint32_t to, const void *data,
		       uint32_t bytes, uint32_t flags);

static inline int bundle_send(struct bundle *bundle, uint32_t to,
			      const void *data, uint32_t bytes, uint32_t flags)
{
	return bundle->lanes == 1
		       ? link_send(bundle->lane, to, data, bytes, flags)
		       : bundle_send_by_any(bundle, to, data, bytes, flags);
}

/* As link_next, link_release and link_any. */
const void *bundle_merge(struct bundle *bundle, uint32_t from, uint32_t *bytes);
uint32_t bundle_merge_any(struct bundle *bundle);

static inline const void *bundle_next(struct bundle *bundle, uint32_t from,
				      uint32_t *bytes)
{
	return bundle->lanes == 1 ? link_next(bundle->lane, from, bytes)
				  : bundle_merge(bundle, from, bytes);
}

static inline void bundle_release(struct bundle *bundle, uint32_t from)
{
	struct bundle_peer *peer = &bundle->peer[from];

	link_release(&bundle->lane[peer->lane], from);
	peer->in++;
}

static inline uint32_t bundle_any(struct bundle *bundle)
{
	return bundle->lanes == 1 ? link_any(bundle->lane)
				  : bundle_merge_any(bundle);
}

/* As link_due and link_round. */
bool bundle_due_of_all(const struct bundle *bundle, uint32_t *at);
bool bundle_round_of_all(struct bundle *bundle, uint32_t now);

static inline bool bundle_due(const struct bundle *bundle, uint32_t *at)
{
	return bundle->lanes == 1 ? link_due(bundle->lane, at)
				  : bundle_due_of_all(bundle, at);
}

static inline bool bundle_round(struct bundle *bundle, uint32_t now)
{
	return bundle->lanes == 1 ? link_round(bundle->lane, now)
				  : bundle_round_of_all(bundle, now);
}

/* As link_want and link_flush, for all lanes. */
void bundle_want(struct bundle *bundle, uint32_t from, bool wants);
bool bundle_flush(struct bundle *bundle, uint32_t to);

/* As link_sign: by any lane. */
bool bundle_sign(struct bundle *bundle, uint32_t chip);

/* As link_unanswered, of the lane that has the most of them. */
uint32_t bundle_unanswered(const struct bundle *bundle, uint32_t chip);

/* Packets that are not acknowledged. */
uint32_t bundle_kept(const struct bundle *bundle);

#endif
