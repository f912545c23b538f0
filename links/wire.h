/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A device that exists in memory only.  It joins chips by a wire with faults, and a seed
 * repeats these.
 *
 * A switch between the chips has a port for each, which may be crowded.
 *
 * It serves tests of links/link.h on a host and on one core of any board, and it is the
 * simulator's link.  The caller moves its time, in ticks.  A frame takes `frame_ticks` and
 * the time of its bytes to leave, and then `latency` to arrive.  Losses come in bursts (E.
 * Gilbert's two states, 1960).  A frame may also come twice, come so late that others
 * overtake it, or have the wrong value of one bit.
 *
 * Probabilities are 32-bit fractions: WIRE_IN(1000) is one in a thousand.
 */
#ifndef LINKS_WIRE_H
#define LINKS_WIRE_H

#include <stddef.h>

#include "arch/links.h"

#define WIRE_IN(n) (UINT32_MAX / (n))

enum {
	WIRE_SENDS = 8, /* frames that a chip's side takes at a time */
};

struct wire_faults {
	uint32_t loss; /* a burst begins */
	uint32_t more; /* a burst goes on, to each next frame */
	uint32_t repeat, late, flip;
	uint32_t late_by; /* ticks */
};

struct wire_speed {
	uint32_t latency;     /* ticks */
	uint32_t frame_ticks; /* for each frame */
	uint32_t ticks_256;   /* for 256 bytes of it; 0: bytes take no time */
	/*
	 * A switch: frames for one chip leave it one after another, as slowly as they came.
	 * A frame that would wait longer than this is lost.  0: there is no switch.
	 */
	uint32_t port_ticks;
};

/* A copy on its way. */
struct wire_copy {
	struct wire_copy *next;
	uint32_t at, bytes;
	uint8_t data[];
};

struct wire;

struct wire_side {
	struct link_device device;
	struct wire *wire;
	struct link_frame *given, *sent[WIRE_SENDS];
	uint32_t sent_at[WIRE_SENDS], put, taken; /* when it has left */
	uint32_t free_at, port_free_at;
	struct wire_copy *coming; /* by time */
	uint32_t bursting;
};

struct wire {
	struct wire_speed speed;
	struct wire_faults faults;
	uint32_t now; /* the caller moves it */
	uint32_t lost, repeated, late, flipped, crowded;
	uint32_t
		overrun; /* nothing was given to receive in, or copies ran out */
	/* Only links/wire.c uses these. */
	uint32_t random, chips;
	struct wire_side *side;
	struct wire_copy *free;
};

/*
 * Begins.  Copies of frames on their way lie in `memory`, which is aligned to 8.  There can be
 * as many as it has room for.
 */
void wire_open(struct wire *wire, struct wire_side *side, uint32_t chips,
	       uint32_t most, uint32_t seed, void *memory, size_t bytes);

/* Sets *at to the tick of the next arrival or departure after `now`.  False: there is none. */
bool wire_next(const struct wire *wire, uint32_t now, uint32_t *at);

/* Whether a frame has come to this device that next() has not returned yet. */
bool wire_has(const struct link_device *device);

#endif
