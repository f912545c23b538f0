/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Links: an optional part of the port contract, beside arch/arch.h.  A port that has it
 * may run on several chips at once, joined by a medium.  The chips are the nodes of
 * arch/nodes.h, and all rules of the contract hold between them.
 *
 *  ARCH_LINKS      1: the port has it, and the functions at the end of this file
 *  ARCH_LINK_LANES the most links between the same chips (1)
 *  ARCH_LINK_ROLL  1: a run may go on without chips that do not answer at start
 *
 * A device (struct link_device) carries frames to other chips.  It is five calls and a size.
 * It may lose frames, repeat them, reorder them and flip their bits.  It may not make up a
 * frame that passes its checksum.  links/link.h makes ordered streams of these frames.
 *
 * Memory.  A frame that has been sent is the device's until done() returns it.  One that has
 * been given is the device's until next() returns it.  No frame is copied: a device reads
 * and writes frames where they lie.
 *
 * All calls of a device: bounded, no waiting, inside the gate (runtime/progress.h).
 */
#ifndef WEFT_ARCH_LINKS_H
#define WEFT_ARCH_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#ifndef ARCH_LINK_LANES
#define ARCH_LINK_LANES 1
#endif

#ifndef ARCH_LINK_ROLL
#define ARCH_LINK_ROLL 0
#endif

enum {
	LINK_HEADROOM = 32, /* bytes for the device, in front of each frame */
	LINK_CHIPS = 256, /* at most; a header has a byte for a chip's number */
};

/* The beginning of every frame.  Its words are little-endian, as the chips' are. */
struct link_header {
	uint32_t sum; /* of what follows, payload first (links/link_sum.c) */
	uint32_t seq; /* data: its number in its stream, from 1; else 0 */
	uint32_t ack; /* the highest number that came in sequence */
	uint32_t
		end_of_hole; /* the first held after a gap; `ack`: no gap known */
	uint16_t bytes;      /* of payload */
	uint8_t kind, flags;
	uint8_t from, to;
	uint8_t asks; /* the number of a prod or a probe, from 1; 0: it is none */
	uint8_t answers; /* the number of the one that it answers; 0: none */
};

struct link_sum {
	uint32_t a, b;
};

struct link_frame {
	/* The device's, while it has the frame. */
	struct link_frame *of_device;
	uint32_t
		bytes; /* header and payload; next() may give more, as some media do */

	/* Only the link layer uses these. */
	struct link_frame *next;  /* in the pool, or in its stream */
	struct link_frame *waits; /* the next one that is to be transmitted */
	uint32_t seq, phase, sent_at;
	struct link_sum sum; /* of the payload */
	uint16_t payload;
	uint8_t to, state;

	uint8_t headroom[LINK_HEADROOM] __attribute__((aligned(8)));
	struct link_header header;
	uint8_t data[];
};

struct link_device {
	/* Takes the frame for that chip; false: not now.  It reads the header before done(). */
	bool (*send)(struct link_device *device, uint32_t to,
		     struct link_frame *frame);
	/* Returns a frame whose sending is over, well or badly; null: none. */
	struct link_frame *(*done)(struct link_device *device);
	/* Returns the next frame that has come; null: none. */
	struct link_frame *(*next)(struct link_device *device);
	/* Gives the device an empty frame to receive in, with room for `most` bytes. */
	void (*give)(struct link_device *device, struct link_frame *frame);
	/* Says whether a frame that comes interrupts this core.  Null: it never does. */
	void (*interrupt)(struct link_device *device, bool on);
	uint32_t most; /* bytes of a frame, header included */
	uint32_t gone; /* 1 + a chip of which the medium knows that it has ended; 0: none */
};

/*
 * arch_link_door is the core of this chip that serves the link: its door.  arch_link_device
 * is the device.  Only the door may use it.
 * [optional: ARCH_LINKS]  context: any.  cost: local.
 */
uint32_t arch_link_door(void);
struct link_device *arch_link_device(void);

/*
 * Several links, all between the same chips: how many this run has, 1 to ARCH_LINK_LANES, and
 * the device of each.  The first one is arch_link_device().  All take frames of one size.
 * [optional: ARCH_LINK_LANES > 1]  context: any.  cost: local.
 */
uint32_t arch_link_lanes(void);
struct link_device *arch_link_lane(uint32_t lane);

/*
 * arch_link_ring interrupts this chip's door now, and arch_link_alarm at that time.  It is an
 * interrupt of the link, which the library does not see.  Only the door sets an alarm.  Of
 * two alarms the earlier one counts.
 * [optional: ARCH_LINKS]  context: thread, irq.  cost: near; local.  order: (c).
 */
void arch_link_ring(void);
void arch_link_alarm(uint64_t deadline);

/*
 * Holds the link's interrupts of this door back until that time, unless it waits or sleeps.
 * So the door has time for its own work, even if others never stop talking to it.
 * [optional: ARCH_LINKS]  context: irq.  cost: local.
 */
void arch_link_hold(uint64_t until);

/*
 * The port calls this on the door for each interrupt of the link, and for each one of the
 * device (arch/common/far/chip/door.c).  Interrupts are masked then.  In arch_await and
 * arch_flag_read the port also calls it if the caller has masked interrupts, since the
 * caller may wait for what comes by the link.
 */
void far_door_turn(void);

/*
 * A turn for the door's thread, which has masked interrupts.  Afterwards the link does not
 * interrupt it before that time, unless it waits or sleeps.  Returns how many messages of
 * other chips it took; each has what cores of a chip said in a while.
 */
uint32_t far_door_look(uint64_t until);

/*
 * Waits until all chips have answered, and goes on with those that have.  Chip 0 decides
 * which ones take part, half-way to the deadline at the latest.  The others wait for its
 * word until the deadline.  Afterwards ranks, counts, nodes and the boot record are those of
 * the chips that take part, as if there were no others.
 *
 * Returns how many chips take part; or 0, if chip 0 has not answered; or LINK_LEFT_OUT, if
 * this chip came too late, and the others have gone on without it.
 * [optional: ARCH_LINK_ROLL]  context: thread, with interrupts masked; once, before
 * anything has kept a rank.  cost: a message there and back.
 */
enum {
	LINK_LEFT_OUT = UINT32_MAX,
};
uint32_t arch_link_roll(uint64_t deadline);

#endif
