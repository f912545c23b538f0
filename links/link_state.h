/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of links/ share: the record of a peer, and steps of one file for others. */
#ifndef LINKS_LINK_STATE_H
#define LINKS_LINK_STATE_H

#include "links/link.h"

enum link_kind {
	LINK_DATA = 1,
	LINK_ACK = 2,     /* says nothing but its ack and end_of_hole */
	LINK_PROD = 3,    /* please resend, or say that there is nothing */
	LINK_BACKOFF = 4, /* there is nothing: ask less often */
};

/* Flags of a header. */
enum {
	LINK_ASKS = 1,  /* please acknowledge */
	LINK_AGAIN = 2, /* resent */
	LINK_LANE = 4,  /* a shift: the lane's number in its bundle */
};

/* States of a frame, besides the list that it is on. */
enum {
	LINK_QUEUED = 1, /* to be transmitted, or with the device */
	LINK_OVER = 2, /* acknowledged meanwhile: to the pool when it is done */
	LINK_RESENT = 4,
	LINK_ASKING = 8,
	LINK_PROBE = 16, /* resent, because this chip needs acknowledgements */
};

/* What a peer is owed, when the device takes a frame. */
enum {
	LINK_OWES_ACK = 1,
	LINK_OWES_BACKOFF = 2,
	LINK_OWES_PROD = 4,
};

enum {
	LINK_STEP = 16,    /* frames a round */
	LINK_CONTROLS = 4, /* frames without data that the device may have */
	LINK_SLOWEST = 6,  /* a prod waits for at most 2^this round trips */
	LINK_TRIES = 4,    /* prods and probes by a device; a power of two */
	LINK_HOME =
		64, /* one of so many frames tries the lane's own; as well */
};

struct link_peer {
	/* Packets to it: sent and kept until acknowledged, by number. */
	struct link_frame *first, *last;
	uint32_t out, kept;     /* the last one's number; how many */
	uint32_t waits;         /* of them to be transmitted */
	struct link_device *by; /* which carries them, usually the lane's own */
	uint32_t away;          /* frames that another one carried */

	/* Packets from it: in sequence and unread; held after a gap, by number. */
	struct link_frame *ready, *ready_last, *held;
	uint32_t in;             /* the last number in sequence */
	uint32_t highest;        /* the highest that was held */
	uint32_t since_ack;      /* packets since the last frame to it */
	uint32_t came_at, apart; /* the last one; the time between two */
	bool asked;              /* it asks for an acknowledgement */
	uint8_t owes;

	/* Prods and probes: one pace for both. */
	uint32_t asked_at, slowness, unanswered, sample_at;
	bool wants, flush;
	bool holds_up; /* its first packet: later ones wait for it (bundle.c) */
	bool missed;   /* a packet was dropped for want of a buffer */
	bool heard;    /* a frame has come: link_sign */
	bool sampled;  /* its answer gives a round trip, since sample_at */
	uint8_t number; /* of the last one that was transmitted */
	uint8_t answers; /* the number of the peer's that the next frame answers */
};

/* There is something to ask or to tell that chip; a round finds out when there no longer is. */
static inline void link_live(struct links *links, uint32_t chip)
{
	links->live[chip >> 5] |= UINT32_C(1) << (chip & 31);
}

/* The next such chip after that one, and after the last one the first; LINK_NONE: none. */
uint32_t link_next_live(const struct links *links, uint32_t chip);

static inline bool link_before(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) < 0;
}

/* So many packets can be sent now. */
static inline uint32_t link_room(const struct links *links)
{
	uint32_t half = (links->buffers + 1) >> 1;
	uint32_t most = half > links->kept ? half - links->kept : 0;
	uint32_t rest =
		links->free > links->reserve ? links->free - links->reserve : 0;

	return rest < most ? rest : most;
}

static inline struct link_frame *link_take_free(struct links *links)
{
	struct link_frame *frame = links->pool;

	links->pool = frame->next;
	links->free--;
	links->taken++;
	return frame;
}

static inline void link_put_free(struct links *links, struct link_frame *frame)
{
	frame->state = 0;
	frame->next = links->pool;
	links->pool = frame;
	links->free++;
	links->starved = links->starved && link_room(links) == 0;
}

/* A round trip and what it may vary: how long prods, probes and resent packets get. */
static inline uint32_t link_pace(const struct links *links)
{
	return links->round_trip + (links->round_trip >> 2) + 1;
}

/* Packets to that peer up to this number have arrived: their buffers are free. */
void link_acknowledged(struct links *links, struct link_peer *peer,
		       uint32_t ack);

/* link_send in two steps: the caller writes the payload between them, and both are one round. */
int link_begin(struct links *links, uint32_t to, uint32_t bytes,
	       struct link_frame **packet);
void link_commit(struct links *links, struct link_frame *packet,
		 uint32_t flags);

/* At the end of what is to be transmitted. */
void link_queue(struct links *links, struct link_frame *frame);

/*
 * A gap that the peer has told of, and the first and the last packet that are kept for it.
 * True: something goes again, which it does at most once a round trip.  `why` is
 * LINK_PROBE or 0.
 */
bool link_fill(struct links *links, struct link_peer *peer, uint32_t end);
bool link_tail(struct links *links, struct link_peer *peer, uint8_t why);

/* link_sum.c: begin with LINK_SUM, add, and fold into a word. */
#define LINK_SUM                                                               \
	(struct link_sum)                                                      \
	{                                                                      \
		1, 0                                                           \
	}
void link_sum_add(struct link_sum *sum, const void *data, uint32_t bytes);
uint32_t link_sum_word(const struct link_sum *sum);

/*
 * A round in steps: the time; each frame that a device is done with; each frame of this lane
 * that came by a device; then what is asked and transmitted (true: the device may take more).
 */
void link_round_begin(struct links *links, uint32_t now);
void link_done(struct links *links, struct link_frame *frame);
void link_receive(struct links *links, struct link_frame *frame,
		  struct link_device *device);
bool link_round_end(struct links *links);

/* link_ask.c: prods and probes, of each chip that lacks something and has time to answer. */
void link_ask(struct links *links);

#endif
