/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reliable links between chips: one ordered stream from each chip to each other one.  The
 * device below may lose, repeat, reorder and damage frames (arch/links.h).
 *
 *     link_open(&links, &setup);
 *     ..
 *     link_send(&links, chip, data, bytes, 0);          WEFT_ERR_SPACE: full, see below
 *     link_want(&links, chip, true);                    this chip waits for that one
 *     while (link_round(&links, ticks())) {}            in each round of the gate
 *     data = link_next(&links, chip, &bytes);           null: nothing yet
 *     link_release(&links, chip);
 *
 * The protocol is S. Donaldson's ("Global Optimisation of Communication Protocols for Bulk
 * Synchronous Parallel Computation", Oxford 1999, sections 5.2 and 5.3).
 *
 * Gaps.  Each header has two numbers: the last packet that came in sequence, and the first
 * one that is held after a gap.  The sender resends the packets between them (hole filling).
 * The receiver tells of a further gap when this one is filled.  The sender resends a packet
 * at most once a round trip.
 *
 * Asking.  The side that lacks something asks for it.  A receiver that waits for a packet
 * sends the sender a prod, at most once a round trip.  Where packets come less often than
 * that, it waits twice as long as they are apart, unless it knows of a gap.  If the prod
 * tells of no gap, the sender answers with the first and the last packet that it keeps (the
 * tail probe).  So if the tail was lost, the last packet makes the gap visible.  A sender
 * that has nothing to resend says so.  Then the receiver's next prod waits twice as long,
 * until data come.  The sender has no timer for lost packets.  It probes with its own tail in
 * two cases: it has no buffers left, or link_flush was called.
 *
 * Acknowledgements.  No timer makes one.
 *  1. Each frame carries one.
 *  2. A packet asks for one if the pool would run out within a round trip, or if it was sent
 *     with LINK_LAST.
 *  3. One that is asked for is sent when n/2p packets have come since the last one of any
 *     kind (n buffers, p chips).  A packet that comes twice is acknowledged at once, and so
 *     is one that was resent.
 *  4. link_passed acknowledges all that was sent in a phase (a superstep), since the caller
 *     knows that all chips have gone beyond it.
 *
 * Buffers.  One pool serves all chips and both directions.  Three rules keep it from
 * deadlock, the first two in the link, the third in its caller:
 *  1. As many buffers as there are other chips are kept for packets that come next in
 *     sequence from a chip that has no unread packet here.  If only these are left, any other
 *     packet is read for its acknowledgement, and dropped.
 *  2. Packets that are sent and not acknowledged have at most half of the pool.  So two chips
 *     that send as fast as they can still receive.
 *  3. A caller that is refused a buffer takes what has come, from any chip, before it tries
 *     again.  link_send never waits, and never loops.
 *
 * Damage is found by a checksum of header and payload (link_sum.c): one or two flipped bits
 * always, what is at random in all but one of 2^32 frames.
 *
 * Time is counted in ticks modulo 2^32.  The caller chooses the tick, and keeps to it.  On
 * an emulator it must be of the emulator's clock and not of the host's.
 *
 * All functions: inside the gate, or with interrupts masked; bounded; no waiting.  Cost:
 * a copy and a checksum of the payload for each packet sent, a checksum for each one that
 * comes.
 *
 * links/far/far_links.c uses it for the port contract: it packs the records of one core for
 * one node (arch/common/far/far.h) into packets.
 */
#ifndef LINKS_LINK_H
#define LINKS_LINK_H

#include <weft/types.h>

#include "arch/links.h"

enum link_flags {
	LINK_LAST = 1, /* the last packet to that chip for a while */
};

enum {
	LINK_NONE = UINT32_MAX
};

struct link_setup {
	struct link_device *device;
	uint32_t me, chips; /* 2 to LINK_CHIPS chips; this one's number */
	void *memory; /* aligned to 8: the pool, and a record for each chip */
	size_t bytes;
	uint32_t ring; /* buffers of these that the device has for what comes */
	uint32_t
		round_trip; /* ticks, at first; then it is measured.  At least 1 */
	uint32_t gap;     /* ticks between two data packets (pacing); 0: none */
	uint32_t reorder; /* a gap of fewer packets is told of in prods only */
};

/* What has happened, for tests, benchmarks and reports. */
struct link_counts {
	uint32_t sent, resent;          /* data: first times, further times */
	uint32_t acks, prods, backoffs; /* frames without data */
	uint32_t probes;                /* by starved or flushed senders */
	uint32_t came, twice, dropped;  /* data; dropped by the pool's rule */
	uint32_t damaged;               /* by checksum, length or number */
	uint32_t refused;               /* calls of link_send */
	uint32_t implied; /* packets that link_passed acknowledged */
	uint32_t asked;   /* packets that asked for an acknowledgement */
};

struct link_peer;

struct links {
	struct link_counts counts;
	uint32_t buffers, free; /* of the pool, without the device's ring */
	uint32_t round_trip;    /* as measured */
	uint32_t kept; /* buffers of packets that are not acknowledged */
	uint32_t busy; /* data frames to be transmitted, or with the device */
	uint32_t phase;

	/* Only links/ uses these. */
	struct link_device *device;
	struct link_peer *peer;
	struct link_frame *pool, *control, *first, *last;
	uint32_t me, chips, reserve, enough, gap, reorder;
	uint32_t now, trip_began, taken, taken_before, data_sent_at;
	uint32_t look,
		look_out; /* whose turn it is: link_any, frames without data */
	bool starved;
	uint32_t unread; /* packets, of all chips */
	/* A bit for each chip of which something is kept, held, wanted or owed. */
	uint32_t live[LINK_CHIPS / 32];
	/* Of a bundle (links/bundle.h): its number there, and the next lane; alone, itself. */
	uint32_t lane, out_at; /* when a device last took a frame of it */
	struct links *after;
};

/* Bytes of memory for so many buffers, the ring included. */
size_t link_memory(uint32_t chips, uint32_t buffers, uint32_t most);

/*
 * Begins.  The other chips need not have begun.  WEFT_ERR_NULL; _RANK: me, chips; _ALIGN;
 * _SIZE: frames of the device hold no payload; _SPACE: the pool needs, beside the ring, two
 * buffers for each other chip.
 */
int link_open(struct links *links, const struct link_setup *setup);

/* The most bytes of payload. */
static inline uint32_t link_most(const struct links *links)
{
	return links->device->most - (uint32_t)sizeof(struct link_header);
}

/*
 * Sends a packet of that many bytes (0 to link_most).  It is either taken whole, and then it
 * arrives, or it is refused.  WEFT_ERR_SPACE: no buffer.  The caller takes what has come,
 * calls link_round, and tries again.  WEFT_ERR_RANK, _SIZE.
 */
int link_send(struct links *links, uint32_t to, const void *data,
	      uint32_t bytes, uint32_t flags);

/* Returns that chip's oldest unread packet, valid until link_release; null: none. */
const void *link_next(struct links *links, uint32_t from, uint32_t *bytes);
void link_release(struct links *links, uint32_t from);

/* Returns a chip that has an unread packet here, each in its turn; LINK_NONE: there is none. */
uint32_t link_any(struct links *links);

/* Says whether this chip waits for packets of that one.  Only then it sends prods. */
void link_want(struct links *links, uint32_t from, bool wants);

/* Returns whether all that was sent to that chip has arrived.  If not, rounds ask until it has. */
bool link_flush(struct links *links, uint32_t to);

/* Begins the next phase, to which later packets belong.  Returns the one that ends. */
uint32_t link_phase(struct links *links);

/*
 * The caller says that all chips have received all packets of that phase and of those before.
 * It may know so because it has all counts of the next superstep, and a chip sends its
 * counts only after it has received all.  That this chip has ended the phase is not enough.
 */
void link_passed(struct links *links, uint32_t phase);

/* Returns how many prods and probes to that chip have had no answer. */
uint32_t link_unanswered(const struct links *links, uint32_t chip);

/*
 * Returns whether any frame has come from that chip since the last call of this.  If none
 * has, the chip gets a prod, which it answers.  So a caller that asks now and then, and no
 * sooner than a round trip takes, finds out that a chip has died to which nothing is on its
 * way.
 */
bool link_sign(struct links *links, uint32_t chip);

/*
 * Sets *at to the tick at which this chip will ask for something, if nothing comes before.
 * False: it lacks nothing.
 */
bool link_due(const struct links *links, uint32_t *at);

/*
 * One step: takes up to 16 frames that have come, asks for what is lacking, and transmits
 * as much as the device takes.  True: there is more to do at once.
 */
bool link_round(struct links *links, uint32_t now);

#endif
