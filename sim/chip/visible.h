/* SPDX-License-Identifier: Apache-2.0 */
/* What cores do that others can see: the steps of which a schedule is made. */
#ifndef SIM_CHIP_VISIBLE_H
#define SIM_CHIP_VISIBLE_H

#include <stdbool.h>
#include <stdint.h>

enum visible_kind {
	VISIBLE_NOTHING,   /* an interrupt may be taken here, that is all */
	VISIBLE_READ,      /* of a window */
	VISIBLE_LAND,      /* a write comes to its window */
	VISIBLE_AWAIT,     /* a word has been reached, or it is too late */
	VISIBLE_DRAIN,     /* what has left has landed */
	VISIBLE_ROOM,      /* .. enough of it for one more line */
	VISIBLE_TAS,       /* test-and-set .. */
	VISIBLE_TAS_CLEAR, /* .. and its end */
	VISIBLE_RAISE,     /* a request for interrupt */
	VISIBLE_PIN,       /* another access to what interrupts the core */
	VISIBLE_SLEEP,     /* ends as an interrupt is taken */
	VISIBLE_TAKE,      /* an interrupt is taken */
	VISIBLE_DUE,       /* a timer or a deadline comes */
	VISIBLE_RELAX,     /* between two attempts, or in a long computation */
	VISIBLE_BEGIN,     /* of what is explored .. */
	VISIBLE_END,       /* .. and its end, after which .. */
	VISIBLE_DONE,      /* .. it waits for the others */
	VISIBLE_KINDS,
};

/* What does not apply is 0. */
struct visible {
	enum visible_kind kind;
	uint32_t core;         /* whose doing it is: a rank */
	uint32_t rank, offset; /* whose window or register; where */
	uint32_t bytes, value; /* how many; what is awaited, or was seen */
	uint64_t pins;         /* ranks whose line of interrupt it may change */
	uint64_t deadline;
};

struct core;
struct packet;
struct transaction;

/* What a core's transaction is to others; what the landing of its write is. */
struct visible visible_of(const struct core *core,
			  const struct transaction *what);
struct visible visible_landing(const struct packet *packet, uint32_t from);

#endif
