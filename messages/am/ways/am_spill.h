/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of entries of queues: am_spill.c says how they travel. */
#ifndef AM_SPILL_H
#define AM_SPILL_H

#include "messages/am/ways/am_way.h"

/* In an image where no way spills, am_spill.c is not linked and these are null. */
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
 * am_spill.c.  am_spill_most: the most bytes of a piece.  am_spill_send sends one, of
 * `first`, and then of `rest` as far as the head's bytes go.  WEFT_ERR_TIMEOUT: the piece
 * before it was not taken in time.
 */
uint32_t am_spill_most(void) AM_IF_SPILLS;
int am_spill_send(uint32_t rank, const uint32_t *head, const void *first,
		  uint32_t first_bytes, const void *rest,
		  uint64_t deadline) AM_IF_SPILLS;

/* Waits until the receiver has taken the last one. */
int am_spill_idle(uint64_t deadline) AM_IF_SPILLS;

/*
 * am_spill_credit tells that core how many bytes of its share of this queue were taken.
 * am_spill_taken: the same, as that core has told this one.
 */
void am_spill_credit(uint32_t rank, uint32_t taken) AM_IF_SPILLS;
uint32_t am_spill_taken(uint32_t rank) AM_IF_SPILLS;

/*
 * am_queue.c, in the gate.  am_queue_piece: where a piece with that head goes, or null.
 * am_queue_come: it is there.
 */
void *am_queue_piece(uint32_t from, const uint32_t *head);
void am_queue_come(uint32_t from, uint32_t put);

#endif
