/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queues in private memory.  A sender's share is a ring of entries, of a power of two of
 * bytes; `put` and `taken` count its bytes, modulo 2^32.  The sender stores an entry
 * in the segment, but for its first words, which come in the request that then tells
 * `put`: so a short entry is one request.  The
 * receiver's thread takes entries, and tells `taken` when a quarter of the share has been
 * taken since it last did; so an entry may have a quarter of a share: whoever waits for
 * room for one, and for the bytes before the ring's end that it does not fit in, finds it
 * when the receiver has taken all.
 */
#ifndef AM_WAY_H
#define AM_WAY_H

#include "messages/am/segments/am_library.h"
#include "topology/arith.h"

#include <weft/am_way.h>

/* Words of an entry: its own bytes, or AM_ENTRY_SKIP to the ring's end; .. words, data. */
enum {
	AM_ENTRY_BYTES,
	AM_ENTRY_HEAD, /* endpoint, handler, count: a byte each; AM_ENTRY_SPILLED */
	AM_ENTRY_TAG,
	AM_ENTRY_DATA, /* bytes */
	AM_ENTRY_WORDS,
	/* So many of the first words come in the request that tells of an entry. */
	AM_ENTRY_TOLD = WEFT_AM_WORDS - AM_WORD_MORE,
	AM_ENTRY_MOST = 4 * (AM_ENTRY_WORDS + WEFT_AM_WORDS),
	AM_SHARE_LEAST = 256,
	AM_SHARE_MOST = 1 << 20,
};

#define AM_ENTRY_SKIP UINT32_MAX

/* It has come in pieces: am_spill.c. */
#define AM_ENTRY_SPILLED (UINT32_C(1) << 31)

/* What the owner of a queue says to whoever opens a way: in bytes, told of so far. */
enum {
	AM_WAY_PUT,
	AM_WAY_TAKEN,
	AM_WAY_WORDS,
};

/* All counts of a queue begin there, in words as all of them are. */
static inline uint32_t am_way_begin(void)
{
	return rt_run.epoch & ~UINT32_C(3);
}

/* What weft_am_map's reply and the receiver agree on: of that many bytes. */
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

/* am_queue.c: is anything queued here?  am_links.c: runs one handler, like all these. */
bool am_queue_has(void);
int am_run_packet(const struct weft_am_packet *packet);
extern uint32_t am_links_serve(uint32_t local);
extern struct weft_am_link *am_links;

#endif
