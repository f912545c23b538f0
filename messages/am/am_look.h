/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looking for messages: where a core looks next.
 *
 * There are three places to look at, all in the core's own MPB:
 *
 *  SLOT  one slot, in which the next message is likely: the slot after the last message,
 *        or the slot of the reply to the last request.  A message shows here first.
 *  NEWS  one word.  It names the message that was sent last, whoever sent it.
 *  SCAN  the bytes of all senders.  They tell of every message, but take longest.
 *
 * What news is.  The word is compared with two that the core remembers:
 *
 *  QUIET  it is `scanned`    nothing has come since the last scan
 *  STALE  it is `heard`      what it names was looked for.  Senders overwrite each
 *                            other's news, so there may be other messages
 *  NAMES  it is another one  the message that it names is there, or was served already
 *
 * A core that looked only for what news names would serve the sender that wrote last
 * before all others.  So it scans after some such messages.  How many these are is the
 * budget; `named` counts them.
 *
 * A poll (am_look) looks at NEWS once.  QUIET ends it.  Otherwise it serves the message
 * that news names, and scans if that is not there or if the budget, AM_NAMED_POLL, is used
 * up.  Rounds of the gate (am_start.c) serve the likely slot and then poll until nothing
 * is left.
 *
 * A wait of a core that polls (am_wait.c) alternates between SLOT and NEWS, until what it
 * waits for has come:
 *
 *   weft_am_wait: SLOT, for as long as a round trip takes; each 16th wait scans before
 *        |
 *        v      nothing, or a message and it is the 16th look at the slot
 *   +--> AM_AT_SLOT ------------------------------------------> AM_AT_NEWS <--+
 *   |     |     ^                                                | |   |      |
 *   +-----+     |      nothing, or messages of the likely slot   | |   +------+
 *   a message:  +------------------------------------------------+ |   a message of
 *   the slot is                                                    |   another slot: more
 *   read for                       32 looks in a row were in vain  |   are expected by news
 *   longer now                                                     v
 *                    ASLEEP: news = 0; that lands; SCAN; if there is nothing, wait for
 *                    news above 0.  Then the alternation goes on where it was.
 *
 * A wait for a word that another core writes (am_poll_word) looks at that word in place of
 * the slot.
 *
 * A look at NEWS, in a wait:
 *
 *  QUIET               nothing
 *  NAMES, in budget    serve what it names.  The budget is AM_NAMED_WAITING where
 *                      messages are found by news, else AM_NAMED_MOST, but 0 at each 4th
 *                      look.  If it names the likely slot, leave it to the next look
 *  else                scan, but only where messages are found by news or at a 4th look:
 *                      a scan is dear, and the slot is likelier
 *
 * Each member has one writer: the code that serves.  That is the thread on a core that
 * polls, and the gate on one that takes interrupts, whose thread sets `likely` with
 * interrupts masked.  The exceptions are `dead`, which the gate sets on any core, and
 * `scanned`, which the thread may set to 0 at any time: that brings one more scan.
 */
#ifndef AM_LOOK_H
#define AM_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/types.h>

enum am_place {
	AM_AT_SLOT,
	AM_AT_NEWS,
};

enum {
	/* Budgets: messages served by news between two scans. */
	AM_NAMED_POLL = 2,
	AM_NAMED_WAITING = 1,
	AM_NAMED_MOST =
		16, /* far fewer than those after which news comes round */
	/* Bytes of senders that a scan compares together. */
	AM_WORDS_LOOK = 4,
	AM_BYTES_LOOK = 4 * AM_WORDS_LOOK,
	AM_BURST = 64, /* messages of a round of the gate, about */
};

struct am_look {
	/* News: the words to compare it with, and the budget's use. */
	uint32_t scanned; /* am_scan, as it began; 0: any word is new */
	uint32_t heard;   /* am_scan, look_at_news */
	uint32_t named;   /* am_scan: 0; am_look, look_at_news: one more */
	/* Slot: the key of the next message. */
	uint32_t likely; /* am_serve: the last one's; sends: the reply's */
	/* Scan: the bytes of all senders. */
	uint32_t *known; /* as they are when all that was served is counted */
	uint32_t *seen;  /* as the last scan has read them */
	bool dead;       /* requests to a stopped core are to come back */
	/* The alternation: am_wait.c alone. */
	uint8_t at;    /* enum am_place */
	uint8_t turn;  /* looks at the slot so far */
	uint8_t reads; /* of the slot in the next look at it, beyond the first */
	uint8_t waits; /* calls of weft_am_wait that had to look */
	bool by_news; /* the last message was in another slot than the likely one */
};

/*
 * am_serve.c: serves the next message of that key, if it is in its slot, or is there within
 * so many looks more.  With AM_ELSE_SCAN it scans if the message is not there.
 * am_scan.c: am_scan lets requests to stopped cores come back, looks at all senders' bytes
 * and serves what they tell of.  am_look is a poll.
 * All return how many handlers have run.  They run on a core that polls in its thread, else
 * inside the gate.
 */
#define AM_ELSE_SCAN UINT32_MAX

WEFT_REGISTERS uint32_t am_serve(uint32_t key, uint32_t looks);
uint32_t am_scan(void);
uint32_t am_look(void);

#endif
