/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queues in private memory, and what ways, queues and links need of each other.
 *
 *   ring of one sender, of `share` bytes
 *        taken                       put
 *   +-----+-------+-------+-----------+----------------+
 *   |     | entry | entry | entry     |      free      |
 *   +-----+-------+-------+-----------+----------------+
 *   entry: bytes, head, tag, bytes of data | words | data, to whole words
 *
 * Each sender has an equal share of the queue, which is a ring of entries.  Its bytes are
 * a power of two.  `put` and `taken` count the bytes that went in and out, modulo 2^32.
 *
 * The sender stores an entry in the receiver's segment, all but its first words.  These
 * come in the request that tells the new `put`.  So a short entry is one request, and a
 * part of an entry is never seen.  An entry does not wrap: AM_ENTRY_SKIP fills the ring to
 * its end.
 *
 * The receiver's thread takes entries.  It tells the sender `taken` when a quarter of the
 * share was taken since it last did.  So an entry may have a quarter of the share at most:
 * a sender waits for the entry and for what is skipped before it, and when the receiver
 * has taken all, both fit.
 */
#ifndef AM_WAY_H
#define AM_WAY_H

#include "messages/am/segments/am_library.h"
#include "topology/arith.h"

#include <weft/am_way.h>

/* The words in front of an entry; then come the message's words, then its data. */
enum {
	AM_ENTRY_BYTES, /* of the whole entry, or AM_ENTRY_SKIP */
	AM_ENTRY_HEAD,  /* am_entry_head, and AM_ENTRY_SPILLED */
	AM_ENTRY_TAG,
	AM_ENTRY_DATA, /* bytes of data */
	AM_ENTRY_WORDS,
	/* So many of the first words come in the request that tells of an entry. */
	AM_ENTRY_TOLD = WEFT_AM_WORDS - AM_WORD_MORE,
	AM_ENTRY_MOST = 4 * (AM_ENTRY_WORDS + WEFT_AM_WORDS),
	AM_SHARE_LEAST = 256,
	AM_SHARE_MOST = 1 << 20,
};

#define AM_ENTRY_SKIP UINT32_MAX

/* A bit of an entry's head: it has come in pieces (am_spill.c). */
#define AM_ENTRY_SPILLED (UINT32_C(1) << 31)

/* An entry's head has endpoint, handler and count of words: a byte each. */
enum {
	AM_ENTRY_ENDPOINT = 16, /* shifts */
	AM_ENTRY_HANDLER = 8,
	AM_ENTRY_BYTE = 0xff,
};

static inline uint32_t am_entry_head(uint32_t endpoint, uint32_t handler,
				     uint32_t count)
{
	return endpoint << AM_ENTRY_ENDPOINT | handler << AM_ENTRY_HANDLER |
	       count;
}

/*
 * What the owner of a queue answers to a core that opens a way: how many bytes it was told
 * of, and how many it has said that it took.
 */
enum {
	AM_WAY_PUT,
	AM_WAY_TAKEN,
	AM_WAY_WORDS,
};

/* All counts of a queue begin here: with the run's epoch, in whole words. */
static inline uint32_t am_way_begin(void)
{
	return rt_run.epoch & ~UINT32_C(3);
}

/* A sender's share of a queue of so many bytes; sender and receiver compute it alike. */
static inline uint32_t am_share(uint32_t bytes)
{
	uint32_t share = AM_SHARE_LEAST;

	if (arith_mul(share, am.count) > bytes) {
		return 0;
	}
	while (share < AM_SHARE_MOST &&
	       arith_mul(share << 1, am.count) <= bytes) {
		share <<= 1;
	}
	return share;
}

/*
 * am_queue.c: am_queue_has tells whether anything is queued here.  am_links.c:
 * am_run_packet runs the handler of one packet.  am_links_serve polls links, after polls of
 * this chip have brought `local` messages, and returns how many handlers it ran.
 */
bool am_queue_has(void);
int am_run_packet(const struct weft_am_packet *packet);
extern uint32_t am_links_serve(uint32_t local);
extern struct weft_am_link *am_links;

#endif
