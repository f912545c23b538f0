/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reliable links between chips: over a device that loses, repeats, reorders and damages frames
 * (arch/links.h), one ordered stream from each chip to each other one.
 *
 *     link_open(&links, &setup);
 *     ..
 *     link_send(&links, chip, data, bytes, 0);          WEFT_ERR_SPACE: full, see below
 *     link_want(&links, chip, true);                    from now on I wait for it
 *     while (link_round(&links, ticks())) {}            in each round of the gate
 *     data = link_next(&links, chip, &bytes);           null: nothing yet
 *     link_release(&links, chip);
 *
 * The protocol is S. Donaldson's ("Global Optimisation of Communication Protocols for Bulk
 * Synchronous Parallel Computation", Oxford 1999, sections 5.2 and 5.3).
 *
 * Two numbers in each header: the last packet that came in sequence, and the first that is
 * held after a gap.  The sender resends what lies between; further gaps are told of when this
 * one is filled (hole filling).  It resends a packet at most once a round trip.
 *
 * Who lacks something asks for it.  A receiver that waits for a packet prods the sender,
 * at most once a round trip.  A prod that tells of no gap is answered by the first and the last
 * packet that the sender keeps (the tail probe): if the tail was lost, the last one makes the
 * gap visible.  A sender that has nothing to resend says so, and the next prod waits twice
 * as long, until data come.  The sender itself has no clock for lost packets, but for
 * two reasons of its own: it is starved of buffers, or link_flush was called.  Then it
 * probes with its own tail.
 *
 * Acknowledgements, none of which is made by a timer:
 *  1. each frame carries one;
 *  2. a packet asks for one when the pool would run out within a round trip, and a
 *     packet sent with LINK_LAST does;
 *  3. one that is asked for is sent only when n/2p packets have come since the last one of
 *     any kind (n buffers, p chips); packets that come twice, and those that were resent,
 *     are acknowledged at once;
 *  4. link_passed: the caller knows that all have gone beyond a phase (a superstep), so
 *     all that was sent in it has arrived.
 *
 * Buffers.  One pool serves all chips and both directions.  Two rules keep it from deadlock.
 * Below: as many buffers as there are other chips are kept for packets that come next in
 * sequence from a chip of which nothing lies unread; what else comes is read for its
 * acknowledgement, and dropped.  What is sent and not acknowledged has at most
 * half of the pool, so that two chips that send as fast as they can still receive.  Above:
 * a caller that is refused a buffer takes what has come, from any chip, before it tries
 * again; link_send never waits, and never loops.
 *
 * Corruption: a CRC-32 of header and payload, as runtime/crc.h has it.
 *
 * Time is counted in ticks of the caller's choice, the same all the time, modulo 2^32; on
 * an emulator it must be its own clock and not the host's.
 *
 * All functions: inside the gate, or with interrupts masked; bounded; no waiting.  Cost:
 * a copy and a CRC of the payload for each packet sent, a CRC for each one that comes.
 *
 * Under the contract: links/far_links.c packs the records of one core for one node
 * (arch/common/far/far.h: put, flag, raise, get, swap, watch) into packets.
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
 * Sends a packet of that many bytes (0 to link_most): it is taken whole, and then arrives, or
 * not at all.  WEFT_ERR_SPACE: no buffer.  The caller takes what has come, calls link_round,
 * and tries again.  WEFT_ERR_RANK, _SIZE.
 */
int link_send(struct links *links, uint32_t to, const void *data,
	      uint32_t bytes, uint32_t flags);

/* The oldest unread packet of that chip, until link_release; null: there is none. */
const void *link_next(struct links *links, uint32_t from, uint32_t *bytes);
void link_release(struct links *links, uint32_t from);

/* A chip of which something can be read, each in its turn; LINK_NONE. */
uint32_t link_any(struct links *links);

/* Whether this chip waits for packets of that one: only then lost ones are prodded for. */
void link_want(struct links *links, uint32_t from, bool wants);

/* Has all that was sent to that chip arrived?  While not, rounds ask, until it has. */
bool link_flush(struct links *links, uint32_t to);

/* What is sent from now on belongs to the next phase; returns the one that ends. */
uint32_t link_phase(struct links *links);

/*
 * All chips are known to have received all of that phase, and of those before: for example
 * this one has all counts of the next superstep, to which none contributes
 * earlier.  To have ended the phase oneself is not enough.
 */
void link_passed(struct links *links, uint32_t phase);

/* So many prods and probes to that chip have had no answer. */
uint32_t link_unanswered(const struct links *links, uint32_t chip);

/*
 * When this chip will ask for something, if nothing comes before that; false: it lacks
 * nothing.
 */
bool link_due(const struct links *links, uint32_t *at);

/*
 * One step: takes up to 16 frames that have come, asks for what is lacking, and transmits
 * as much as the device takes.  True: there is more to do at once.
 */
bool link_round(struct links *links, uint32_t now);

#endif
