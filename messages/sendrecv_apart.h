/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two-sided messages between cores that have pieces of memory for each other (arch/bulk.h),
 * which are far from each other.
 *
 * Each side says at once what it has come for, and its size: the sender of chunk c writes
 * 2c at the receiver, and the receiver writes 2c + 1 at the sender.  So where both are there
 * nobody waits for an answer.  A short message is in a slot of the receiver's window before
 * its sender says so; of a long one the receiver has opened a place, and the sender sends the
 * piece when it has heard that.  Both go on when they have heard from each other.
 *
 * A pair has two slots for each direction, in turn: who sends message c + 2 has heard that
 * the receiver has come for c + 1, so it has taken c.
 *
 * Both compare the sizes.  If the other is already at its next message, its word has another
 * size; then the bit in it says how the last comparison ended there.
 *
 * Words, numbers and the bit are those of sendrecv.c.  Pieces bring numbers of their own, to
 * words of their own, since they may overtake flags.
 */
#ifndef MESSAGES_SENDRECV_APART_H
#define MESSAGES_SENDRECV_APART_H

#include "arch/bulk.h"
#include "messages/sendrecv.h"

/* A core's word for another one: a number, a bit, and the size of a message. */
enum {
	DIFFER = 1 << 27, /* the bit */
	SIZE_MOST = DIFFER - 1,
};

static const uint32_t NUMBER = UINT32_C(1) << 28; /* the unit of numbers */

/*
 * A message, at either side.  Other collectives' are as long at both, so that they
 * are not compared.
 */
struct sendrecv_job {
	uint32_t me, other;
	size_t size;
	uint64_t deadline;
	bool compares;
};

/* As it is said. */
static inline __attribute__((always_inline)) uint32_t
sendrecv_size(const struct sendrecv_job *job)
{
	if (!job->compares) {
		return 0;
	}
	return job->size < SIZE_MOST ? (uint32_t)job->size : SIZE_MOST;
}

/* The same, and what it needs of sendrecv.c. */
struct sendrecv_apart {
	struct sendrecv_job job;
	uint32_t flags; /* offset: all cores' words */
	uint32_t *pair; /* 2c of the last chunk, and the bit */
};

#if ARCH_BULK
/* A sender's and a receiver's part.  WEFT_OK or the errors of <weft/sendrecv.h>. */
int sendrecv_apart_send(struct sendrecv_apart how, const char *from);
int sendrecv_apart_recv(struct sendrecv_apart how, char *to);
#else
static inline int sendrecv_apart_send(struct sendrecv_apart how,
				      const char *from)
{
	(void)how;
	(void)from;
	return 0;
}

static inline int sendrecv_apart_recv(struct sendrecv_apart how, char *to)
{
	(void)how;
	(void)to;
	return 0;
}
#endif

/* This word has come: is the core that wrote it about to receive chunk c itself?  number: 2c. */
static inline bool sendrecv_apart_receives(uint32_t word, uint32_t number)
{
	return ARCH_BULK && (word & -NUMBER) == number + NUMBER;
}

#endif
