/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of queues, and who sends them (am_spill.c says how). */
#ifndef AM_SPILL_H
#define AM_SPILL_H

#include "messages/am/ways/am_way.h"

/* Where no way spills, am_spill.c is not linked. */
#define AM_IF_SPILLS __attribute__((weak, visibility("hidden")))

/* A piece's head. */
enum {
	AM_PIECE_NUMBER, /* of those to this receiver; the sender of pieces sets it */
	AM_PIECE_SEGMENT,
	AM_PIECE_AT, /* in that */
	AM_PIECE_BYTES,
	AM_PIECE_PUT, /* what has been put from then on */
	AM_PIECE_PAD,
	AM_PIECE_WORDS = 8, /* whole lines */
};

/*
 * am_spill.c: the most bytes of a piece; sends one, of `first`, and then `rest` as far
 * as the head's bytes go.  WEFT_ERR_TIMEOUT: the one before has not been taken.
 */
uint32_t am_spill_most(void) AM_IF_SPILLS;
int am_spill_send(uint32_t rank, const uint32_t *head, const void *first,
		  uint32_t first_bytes, const void *rest,
		  uint64_t deadline) AM_IF_SPILLS;

/* Waits until the receiver has taken the last one. */
int am_spill_idle(uint64_t deadline) AM_IF_SPILLS;

/* Of the queue: that core's thread has taken so many bytes of this one's; what it says. */
void am_spill_credit(uint32_t rank, uint32_t taken) AM_IF_SPILLS;
uint32_t am_spill_taken(uint32_t rank) AM_IF_SPILLS;

/* am_queue.c, in the gate: where such a piece goes, or null; it is there. */
void *am_queue_piece(uint32_t from, const uint32_t *head);
void am_queue_come(uint32_t from, uint32_t put);

#endif
