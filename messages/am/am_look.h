/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a core looks for messages: where it looks next.
 *
 * There are three places to look at, all in the core's own MPB:
 *
 *  SLOT  one slot, in which the next message is likely: the slot after the last message,
 *        or the slot of the reply to the last request.  A message shows here first.
 *  NEWS  one word.  Each sender writes it, so it names the message that was sent last.
 *  SCAN  the bytes of all senders.  They tell of every message, but reading them takes
 *        longest.
 *
 * What news says.  The core compares the word with two that it remembers:
 *
 *  QUIET  the word is `scanned`  nothing has come since the last scan
 *  STALE  the word is `heard`    the core has looked for the message that it names.  There
 *                                may be others, since senders overwrite each other's news
 *  NAMES  any other word         the message that it names is there, or was served already
 *
 * If a core only looked for the message that news names, the sender that wrote last would
 * always come first.  So the core scans after a number of such messages, the budget.
 * `named` counts them.
 *
 * A poll (am_look) looks at NEWS once.  If that is QUIET, the poll ends.  Otherwise it
 * serves the message that news names.  It scans if that message is not there, or if the
 * budget AM_NAMED_POLL is used up.  A round of the gate (am_start.c) serves the likely
 * slot, and then polls until nothing is left.
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
 *  QUIET               do nothing
 *  NAMES, in budget    serve the message that it names.  If that is in the likely slot,
 *                      leave it to the next look at the slot.  The budget is
 *                      AM_NAMED_WAITING if news found the last message, else
 *                      AM_NAMED_MOST.  At each 4th look it is 0
 *  else                scan, but only if news found the last message, or at each 4th look:
 *                      a scan costs much, and a message is likelier in the slot
 *
 * Each member has one writer: the code that serves.  On a core that polls that is the
 * thread.  On a core that takes interrupts it is the gate, and its thread sets `likely`
 * with interrupts masked.  There are two exceptions.  The gate sets `dead` on any core.
 * The thread may set `scanned` to 0 at any time, which brings one more scan.
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
	bool by_news; /* news found the last message, in another slot than the likely */
};

/*
 * am_serve (am_serve.c) looks into the slot of that key, and up to `looks` times more.  It
 * serves the message that it finds.  With AM_ELSE_SCAN it looks once, and scans if the
 * message is not there.
 * am_scan (am_scan.c) lets requests to stopped cores come back, looks at the bytes of all
 * senders, and serves the messages that they tell of.  am_look (am_scan.c) is a poll.
 * All return how many handlers have run.  On a core that polls they run in its thread, on
 * any other inside the gate.
 */
#define AM_ELSE_SCAN UINT32_MAX

WEFT_REGISTERS uint32_t am_serve(uint32_t key, uint32_t looks);
uint32_t am_scan(void);
uint32_t am_look(void);

#endif
