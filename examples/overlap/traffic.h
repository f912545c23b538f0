/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages: random words that carry their number and a checksum.  They are
 * received in interrupt handlers, which check both; what each core says that
 * it has sent is compared with what each other core has received.
 */
#ifndef OVERLAP_TRAFFIC_H
#define OVERLAP_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

/* What rank 1 may do wrong, to see that it is noticed. */
enum lie {
	LIE_NONE,
	LIE_COUNT, /* it says that it has sent one more */
	LIE_SUM,   /* .. other data than it has */
	LIE_SKIP,  /* leaves out a number, as if a message were lost */
	LIE_TWICE, /* sends a number twice */
	LIE_FLIP,  /* a bit flips after the checksum has been made */
};

struct traffic {
	uint32_t sent, received; /* messages */
	uint32_t kilobytes;      /* received */
	uint32_t postponed; /* sweeps for which a message had to wait to go */
	uint32_t wrong;     /* messages, or cores that say otherwise */
};

/* Begin to receive.  Messages of up to `bytes`, a multiple of 4. */
void traffic_begin(uint32_t seed, uint32_t bytes, enum lie lie);

/*
 * Start my next message, if one of my buffers is free.  If none is: wait for one,
 * or return false, and it counts as postponed.
 */
bool traffic_send(bool wait);

/*
 * Collective: wait for all messages, `each` by every core, and compare them with
 * what their senders say.
 */
void traffic_prove(uint32_t each, struct traffic *result);

#endif
