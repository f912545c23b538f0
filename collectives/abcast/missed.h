/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Missed: messages that some receivers never get, because a core has stopped.
 *
 * A sender waits for its receivers' credit (credit.h).  A core that has
 * stopped gives none, for good; and a core that lacks a message because another one
 * stopped while it passed that message on gives none until the sender begins anew.
 * Both are left out of the credit.  What they may miss is remembered here, in two
 * ranges of numbers: the last one, whose end is not known until the sender begins
 * anew, and one that holds all earlier ranges and what lies between them.  So a message
 * may be reported as missed that was not, and never the other way round.
 *
 * A client has one struct missed for each struct credit.  All functions are called
 * inside the gate, or with interrupts masked, and do not wait.
 */
#ifndef COLLECTIVES_ABCAST_MISSED_H
#define COLLECTIVES_ABCAST_MISSED_H

#include <stdbool.h>
#include <stdint.h>

#include "collectives/abcast/credit.h"

/* Messages after `from` and up to `to`. */
struct missed_range {
	uint32_t from, to;
	uint32_t by; /* the core that had stopped */
};

struct missed {
	struct missed_range earlier, last;
	bool open; /* some are left out, so `last` has no end yet */
};

/* At start: nothing is missed.  Counts begin with `epoch`. */
ARCH_COLD void missed_begin(struct missed *missed, uint32_t epoch);

/* `core` gets no more messages, because `stopped` has stopped: it is left out. */
ARCH_COLD void missed_leave_out(struct missed *missed, struct credit *credit,
				uint32_t core, uint32_t stopped);

/* May some core miss message n?  If so, *stopped is the core that had stopped. */
ARCH_COLD bool missed_has(const struct missed *missed, uint32_t n,
			  uint32_t *stopped);

/*
 * The sender is about to send message n.  True: some cores were left out; those that
 * live no longer are, and begin anew with this message.
 */
ARCH_COLD bool missed_restart(struct missed *missed, struct credit *credit,
			      uint32_t n);

#endif
