/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Credit: who may send when.
 *
 * A core keeps a window of W slots for each sender.  It shows each sender a word: how
 * many of the sender's messages it has *copied* out of the sender's buffers, and how
 * many it has *freed*, which is the number whose slots may be used again.  A sender
 * has credit for its message n when its receivers have freed its message n - W.  So what
 * is under way always has room, and only senders wait.
 *
 * A client has one struct credit for each class of messages (requests, replies, ..),
 * and a row of words in the MPB, one a core.  Either a word is in the MPB of the
 * receiver that writes it (the sender pulls), or in that of the sender (it is pushed):
 * there one read shows the words of a whole line.  Words count modulo 2^16; a window
 * is smaller.  The sender remembers what it has seen, and reads a word only when
 * what it knows is not enough.
 *
 * Who cannot go on says so.  A counter that another core shows is mostly no news, so it
 * costs no interrupt: a core that lacks something writes the cores that it waits for,
 * two at most, into its *blocked-on word*, which is its own place in the row of its MPB,
 * settles, and looks once more (credit_block).  A core that has shown a counter settles,
 * reads the blocked-on word of the core that may need it, and interrupts that core if it
 * is named there (credit_answer).  One of the two sees the other, whatever the order.
 *
 * Inside the gate, or with interrupts masked; no waiting.  Memory: a word a core,
 * pushed two.
 */
#ifndef COLLECTIVES_ABCAST_CREDIT_H
#define COLLECTIVES_ABCAST_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "runtime/bell.h"
#include "runtime/mpb_map.h"
#include "topology/bits.h"

/* The client's own bit of a blocked-on word: credit_mark. */
#define CREDIT_MARK (UINT32_C(1) << 31)

enum {
	/* Where a core reads a line of its own window at once, words may be pushed. */
	CREDIT_PUSHES = ARCH_GET_COST <= 200 && ARCH_FLAG_STRIDE == 4,
	CREDIT_BLOCKED = 16, /* of the first name in a blocked-on word */
};

struct credit {
	uint32_t me, count;
	uint32_t row;    /* offset of the words, rt_flag_bytes(cores) */
	uint32_t *known; /* freed of mine, by core; never too high */
	uint32_t *shown; /* words in this core's MPB, as last seen */
	uint32_t left_out[RT_BELL_SETS]; /* nothing is waited for from these */

	/*
	 * The last message of this core that all are known to have freed; and the one
	 * that it wishes to know that of.
	 */
	volatile uint32_t complete, wished;

	uint32_t blocked_on, mark; /* what this core's blocked-on word says */
	uint32_t waiting[RT_BELL_SETS]; /* cores that may want to know; .. */
	uint32_t raised; /* .. interrupts that these have had from this core */
	bool pushed;     /* only where CREDIT_PUSHES */
	bool any_waiting;
	bool unsettled; /* shown in this core's MPB, and not settled since */
};

/* A look at all receivers that may take several rounds: zeroes at first. */
struct credit_sweep {
	uint32_t n;  /* what they must have freed */
	uint32_t at; /* those before, counted from this core, have */
};

/* At start, when the row's words are 0.  All counts begin with `epoch`. */
ARCH_COLD void credit_place(struct credit *credit, uint32_t row, bool pushed,
			    uint32_t epoch);

/* What a word says beyond n: copied, freed. */
static inline int32_t credit_copied(uint32_t word, uint32_t n)
{
	return (int16_t)(uint16_t)((word >> 16) - n);
}

static inline int32_t credit_freed(uint32_t word, uint32_t n)
{
	return (int16_t)(uint16_t)(word - n);
}

static inline bool credit_is_pushed(const struct credit *credit)
{
	return CREDIT_PUSHES && credit->pushed;
}

/* Show that sender how far this core has got.  Order: as a flag write. */
static inline void credit_show(struct credit *credit, uint32_t sender,
			       uint32_t copied, uint32_t freed)
{
	uint32_t word = copied << 16 | (freed & 0xffff);

	if (credit_is_pushed(credit)) {
		arch_flag_write(sender, rt_flag(credit->row, credit->me), word);
	} else {
		arch_flag_write(credit->me, rt_flag(credit->row, sender), word);
		credit->unsettled = true;
	}
}

/* Pushed: the word of that core, read now, with those of its line. */
uint32_t credit_look_here(struct credit *credit, uint32_t core);

/* What that core shows now of that sender's; pushed: of mine. */
static inline uint32_t credit_look(struct credit *credit, uint32_t core,
				   uint32_t sender)
{
	return credit_is_pushed(credit)
		       ? credit_look_here(credit, core)
		       : arch_flag_read(core, rt_flag(credit->row, sender));
}

/* Is it known, without a look, that the core has freed message n? */
static inline bool credit_known(const struct credit *credit, uint32_t core,
				uint32_t n)
{
	return (int32_t)(credit->known[core] - n) >= 0;
}

static inline bool credit_has_shown(const struct credit *credit, uint32_t core,
				    uint32_t n)
{
	return credit_is_pushed(credit) &&
	       credit_copied(credit->shown[core], n) >= 0;
}

/*
 * Have all others, but those that are left out?  If not, *lagging is one that has
 * not.  It goes on where the last look with this n has ended.
 */
bool credit_all_freed(struct credit *credit, struct credit_sweep *sweep,
		      uint32_t n, uint32_t *lagging);

/* Is it known, without a look, that they have?  Any context. */
static inline bool credit_complete(const struct credit *credit, uint32_t n)
{
	return (int32_t)(credit->complete - n) >= 0;
}

/* The thread wishes to know when they have, beside what credit is for.  Any context. */
static inline void credit_wish(struct credit *credit, uint32_t n)
{
	if ((int32_t)(n - credit->wished) > 0) {
		credit->wished = n;
	}
}

/* Blocked-on words ---------------------------------------------------------- */

/* That core may be blocked on what this core has shown since the last answer. */
static inline void credit_may_wait(struct credit *credit, uint32_t core)
{
	bits_set(credit->waiting, core);
	credit->any_waiting = true;
}

/* The client has settled its own window for a reason of its own. */
static inline void credit_settled(struct credit *credit)
{
	credit->unsettled = false;
}

/* Interrupts those of them that are. */
void credit_answer(struct credit *credit);

static inline void credit_show_blocked_on(const struct credit *credit)
{
	arch_flag_write(credit->me, rt_flag(credit->row, credit->me),
			credit->blocked_on | credit->mark);
}

/*
 * PARK: this core cannot go on before these two do, as ranks + 1, or 0.  True: that is
 * news, so the caller looks once more (K3), since it may have come before the word was
 * there.
 */
static inline bool credit_block(struct credit *credit, uint32_t one,
				uint32_t other)
{
	uint32_t word = one << CREDIT_BLOCKED | other;

	if (word == credit->blocked_on) {
		return false;
	}
	credit->blocked_on = word;
	credit_show_blocked_on(credit); /* K1 */
	if (word) {
		/* K2; pairs with credit_shown: it shows, then reads my word. */
		FENCE(credit_blocked_on, arch_settle(credit->me));
		credit->unsettled = false;
	}
	return word != 0; /* K3 */
}

/* From now on this core's word has the client's bit.  Any context. */
ARCH_COLD void credit_mark(struct credit *credit);

/* Does that core's?  One word read. */
static inline bool credit_marked(const struct credit *credit, uint32_t core)
{
	return arch_flag_read(core, rt_flag(credit->row, core)) & CREDIT_MARK;
}

#endif
