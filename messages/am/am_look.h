/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Looking for messages: where a core that polls looks next.
 *
 * There are three places to look at, all in the core's own MPB:
 *
 *  SLOT  one slot, in which the next message is likely: the slot after the last message,
 *        or the slot of the reply to the last request.  A message shows here first.
 *  NEWS  one word.  It names the message that was sent last, whoever sent it.
 *  SCAN  the bytes of all senders.  They tell of every message, but take longest.
 *
 * NEWS.  The word is compared with two that the core remembers:
 *
 *   it is `scanned`         QUIET  nothing has come since the last scan
 *   it is `heard`           STALE  what it names was looked for.  Senders overwrite each
 *                                  other's news, so other messages may be there, too
 *   it is another           NAMES  look for what it names
 *
 * A core that looked only for what news names would serve the sender that wrote last
 * before all others.  So it scans after AM_NAMED_MOST such messages, and much earlier
 * where messages are found through news.
 *
 * A poll (am_look) looks at NEWS once: QUIET ends it, otherwise it serves what news names,
 * or scans.
 *
 * A wait alternates between SLOT and NEWS until what it waits for has come:
 *
 *                weft_am_wait begins: SLOT for as long as a round trip takes
 *                          |             (each 16th wait scans before)
 *                          |
 *            a message;    v
 *            not each 16th       nothing, or a 16th
 *              +------ AM_AT_SLOT ---------------> AM_AT_NEWS ------+
 *              |        ^    ^                      |    |   ^      | a message, and
 *              +--------+    |                      |    |   |      | more by news are
 *           (reads it for    +----------------------+    |   +------+ expected
 *            longer now)       nothing, or a message     |
 *                              of the likely slot        |
 *                                                        |
 *                        AM_LOOKS looks were in vain     |
 *                                      +-----------------+
 *                                      v
 *                       ASLEEP: set news to 0, let that land, SCAN;
 *                       if that finds nothing, sleep until news is above 0.
 *                       Then go on where the alternation was.
 *
 * A wait for a word that another core writes, such as one that counts freed requests,
 * looks at that word in place of the slot (am_poll_word).
 *
 * What a look at NEWS does in a wait (am_wait.c, look_at_news):
 *
 *   QUIET                   nothing
 *   NAMES, budget left      look for what it names.  The budget between two scans is
 *                           AM_NAMED_WAITING where messages are found by news, else
 *                           AM_NAMED_MOST, but 0 at each 4th look
 *   else, and messages are  scan
 *   found by news, or this
 *   is a 4th look
 *   else                    nothing: a scan is dear, and the slot is likelier
 *
 * Cores that take interrupts do not wait here.  Their rounds (am_start.c) serve the likely
 * slot, then poll until nothing is left.
 *
 * Who writes these members: the code that serves, which is the thread on a core that
 * polls, and the gate on one that takes interrupts.  Never both (runtime/progress.h).
 * Only `dead` is set by the gate on either.
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
	/* Messages looked for by news between two scans: .. */
	AM_NAMED_POLL = 2,    /* in polls */
	AM_NAMED_WAITING = 1, /* in waits, where news finds them */
	AM_NAMED_MOST =
		16, /* .. and where it does not; far below the range of news */
	AM_WORDS_LOOK = 4, /* of bytes that a scan compares together */
	AM_BYTES_LOOK = 4 * AM_WORDS_LOOK,
	AM_BURST = 64, /* messages of a round of the gate, about */
};

struct am_look {
	/* News. */
	uint32_t
		scanned; /* as it was at the last scan; 0: it is new, whatever it is */
	uint32_t heard; /* as it was when what it names was looked for */
	uint32_t named; /* times that this was done since the last scan */
	/* The slot. */
	uint32_t likely; /* the key of the message that may come next */
	/* Bytes of all senders, in words. */
	uint32_t *known; /* what they are when all that was served is counted */
	uint32_t *seen;  /* as the last scan has read them */
	bool dead; /* requests to a core that has stopped are to come back */
	/* The alternation of a thread that waits. */
	enum am_place at;
	uint8_t turn; /* looks at the slot so far, modulo 256 */
	uint8_t reads; /* of the slot, in the next look at it, beyond the first */
	uint8_t waits; /* so far, modulo 256 */
	bool by_news; /* the last message was found by news, and not in the likely slot */
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
