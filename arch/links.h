/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Links: an optional part of the port contract, beside arch/arch.h.  A port that has it
 * may run on several chips at once, joined by a medium; they are the nodes of
 * arch/nodes.h, and all rules of the contract hold between them.
 *
 *  ARCH_LINKS  1: so it is, and the port has what stands at the end of this file
 *
 * What carries frames to other chips: five calls and a size.
 *
 * A device may lose frames, repeat them, reorder them and flip their bits.  It may not make up
 * a frame that passes its checksum.  links/link.h makes ordered streams of that.
 *
 * Memory.  A frame that has been sent is the device's until done() returns it; one that has
 * been given is the device's until next() returns it.  Nobody copies: a device reads and
 * writes frames where they lie.
 *
 * All calls: bounded, no waiting, inside the gate (runtime/progress.h).
 */
#ifndef WEFT_ARCH_LINKS_H
#define WEFT_ARCH_LINKS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	LINK_HEADROOM = 32, /* bytes for the device, in front of each frame */
	LINK_CHIPS = 256, /* at most; a header has a byte for a chip's number */
};

/* What every frame begins with.  Words as the chips have them: all little-endian. */
struct link_header {
	uint32_t crc; /* of what follows, payload first (rt_crc) */
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

struct link_frame {
	/* The device's, while the frame is. */
	struct link_frame *of_device;
	uint32_t
		bytes; /* header and payload; next() may give more, as some media do */

	/* Only the link layer uses these. */
	struct link_frame *next;  /* in the pool, or in its stream */
	struct link_frame *waits; /* the next one that is to be transmitted */
	uint32_t seq, phase, sent_at, payload_crc;
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
	/* An empty frame, with room for `most` bytes, for what comes. */
	void (*give)(struct link_device *device, struct link_frame *frame);
	/* Whether a frame that comes interrupts this core.  Null: it never does. */
	void (*interrupt)(struct link_device *device, bool on);
	uint32_t most; /* bytes of a frame, header included */
};

/*
 * The core of this chip that serves the link, its door; the device, which only that core
 * may use.  [optional: ARCH_LINKS]  context: any.  cost: local.
 */
uint32_t arch_link_door(void);
struct link_device *arch_link_device(void);

/*
 * Interrupt my chip's door, not for the library but for the link; do so at that time, which
 * only the door calls: the earlier of two counts.
 * [optional: ARCH_LINKS]  context: thread, irq.  cost: near; local.  order: (c).
 */
void arch_link_ring(void);
void arch_link_alarm(uint64_t deadline);

/*
 * No interrupt of the link on this door before that time, unless it waits or sleeps: so
 * others that never stop talking leave it time for its own work.
 * [optional: ARCH_LINKS]  context: irq.  cost: local.
 */
void arch_link_hold(uint64_t until);

/*
 * What the port calls on the door for such an interrupt, and for one by the device:
 * arch/common/far/chip/door.c.  With interrupts masked; in arch_await and
 * arch_flag_read also where the caller has masked them, as it may wait for what comes by
 * the link.
 */
void far_door_turn(void);

#endif
