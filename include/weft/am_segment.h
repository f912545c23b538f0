/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments: memory of a core into which others store data of any size (T. von
 * Eicken, "Active Messages", Berkeley 1993, section 4.3.3.2: segments, their
 * count and end function; S. Lumetta, "Multi-Protocol Communication", Berkeley
 * 1998, section 3.2.3: names that are mapped with a key).
 *
 *     static struct weft_am_segment rows = {.memory = room, .bytes = sizeof(room)};
 *
 *     weft_am_segment_open(1, &rows);                    at the owner
 *     ..
 *     weft_am_wait(&rows.stored, all, WEFT_FOREVER);
 *
 *     weft_am_map(&there, owner, 1, 0, WEFT_FOREVER);    at a core that stores
 *     weft_am_store(&there, offset, data, bytes, WEFT_FOREVER);
 *
 * A segment is private memory, or a piece of the owner's MPB.  A transfer to
 * private memory travels in packets.  A packet is some words in a message, or a
 * block of the sender's MPB: a message tells the owner of the block, and the
 * owner copies it.  Data for an MPB segment are put in their place, and a
 * message tells the owner.  Each packet says at which offset its data belong.
 * So the packets of several cores, and of several transfers of one, may come in
 * any order.  The owner counts bytes, not packets, and no packet is
 * acknowledged.
 *
 * All calls here use the endpoint WEFT_AM_LIBRARY of the cores that take part,
 * after weft_am_begin.  The application may not use that number then.  The
 * owner serves transfers as any message: while it polls, or by interrupts.
 *
 * Order.  A core that sees `stored` count a transfer's bytes sees its data.
 * Data in the MPB are read by weft_get.
 *
 * A core that stops.  The data that it has stored stay.  Stores to it fail with
 * WEFT_ERR_DEAD.
 *
 * MPB: two blocks of a sixteenth of it, up to 1 KB each.  All: WEFT_ERR_LIMIT
 * and WEFT_ERR_DEAD as in weft/am.h; WEFT_ERR_STATE before weft_am_begin, while
 * holding, or if WEFT_AM_LIBRARY is an endpoint of the application.
 */
#ifndef WEFT_AM_SEGMENT_H
#define WEFT_AM_SEGMENT_H

#include <weft/am.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_AM_SEGMENTS = 16,                   /* of a core: 0 to 15 */
	WEFT_AM_LIBRARY = WEFT_AM_ENDPOINTS - 1, /* the endpoint */
};

/* As its owner opens it. */
struct weft_am_segment {
	void *memory;    /* private memory; null: the MPB */
	uint32_t offset; /* where it begins in the MPB: weft/mpb.h */
	uint32_t bytes;
	uint32_t key; /* a core that maps it needs this */
	/*
	 * May be null.  Called when all expected bytes have been stored
	 * (weft_am_segment_expect).  Returns how many more are expected; 0:
	 * none for now.  Handler.
	 */
	uint32_t (*end)(struct weft_am_segment *segment);
	void *arg;                /* for end */
	volatile uint32_t stored; /* bytes so far, modulo 2^32 */
	/* Only the library uses these. */
	uint32_t expected;
	bool expects;
};

/*
 * A segment, of another core or of this one, into which this core stores.  All
 * calls with one that is not mapped return WEFT_ERR_STATE.  Not mapped are
 * zeroes, one whose map failed, and one that is unmapped.
 */
struct weft_am_remote {
	weft_rank_t rank;
	uint32_t segment, bytes;
	uint32_t sent; /* by the last transfer */
	/* Only the library uses these. */
	bool mapped, near;
	uint32_t offset;
	volatile int error;
	struct weft_am_remote *next;
};

/*
 * Opens a segment of this core.  It stays the caller's memory, in use until it
 * is closed.  `stored` counts from 0.  Errors: WEFT_ERR_NULL; WEFT_ERR_RANGE
 * for the number, or if it does not lie in the symmetric heap; WEFT_ERR_STATE
 * if that number is open already (close: is not open).  Thread.
 */
int weft_am_segment_open(uint32_t number, struct weft_am_segment *segment);
int weft_am_segment_close(uint32_t number);

/*
 * Expects `more` bytes beyond those that were expected so far, or beyond those
 * stored if none were expected.  If `more` is below 0, it expects fewer.  At
 * most 2^31 - 1.  When the bytes have been stored, which may be at once, `end`
 * is called.  Further bytes count for the next expectation.  Error:
 * WEFT_ERR_STATE if it is not open.  Thread.
 */
int weft_am_segment_expect(uint32_t number, int32_t more);

/*
 * Asks a core for its segment.  `remote` is the caller's memory, in use until
 * it is unmapped.  Errors: WEFT_ERR_STATE if it is mapped already, or not open
 * there; WEFT_ERR_REFUSED: another key; WEFT_ERR_RANK, _RANGE, _NULL;
 * WEFT_ERR_TIMEOUT.  Thread; serves.  Cost: a request and its reply.
 */
int weft_am_map(struct weft_am_remote *remote, weft_rank_t rank,
		uint32_t segment, uint32_t key, weft_us_t within);
int weft_am_unmap(struct weft_am_remote *remote);

/*
 * Stores data there.  When it returns, they may be reused.  Errors:
 * WEFT_ERR_RANGE if they do not fit; WEFT_ERR_NULL, _CONTEXT.
 * WEFT_ERR_TIMEOUT: the first remote->sent bytes are under way, the others are
 * not.  An earlier store may have come too late, since the owner had closed the
 * segment (WEFT_ERR_STATE) or stopped (WEFT_ERR_DEAD).  Then the next call
 * returns that error, once, and sends nothing.  Thread; serves if it has to
 * wait.
 *
 * Cost on the SCC: to the MPB, a put and a request.  To private memory, each
 * block takes a put to the own MPB and a request, while the owner copies the
 * block before.
 */
int weft_am_store(struct weft_am_remote *remote, uint32_t offset,
		  const void *data, size_t bytes, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
