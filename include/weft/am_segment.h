/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments: memory of a core that others store into, whatever the size (T. von
 * Eicken, "Active Messages", Berkeley 1993, section 4.3.3.2: segments, their count
 * and end function; S. Lumetta, "Multi-Protocol Communication", Berkeley 1998,
 * section 3.2.3: names that are mapped with a key).
 *
 *     static struct weft_am_segment rows = {.memory = room, .bytes = sizeof(room)};
 *
 *     weft_am_segment_open(1, &rows);                    at the owner
 *     ..
 *     weft_am_wait(&rows.stored, all, WEFT_FOREVER);
 *
 *     weft_am_map(&there, owner, 1, 0, WEFT_FOREVER);    at whoever stores
 *     weft_am_store(&there, offset, data, bytes, WEFT_FOREVER);
 *
 * A segment is private memory, or a piece of the owner's MPB.  A transfer to private
 * memory travels in packets: some words in a message, or a block of the sender's MPB
 * that a message tells of and the owner copies.  One to the MPB is put in its place,
 * and a message tells of it.  Each packet says at which offset its data belong, so the
 * packets of several cores, and of several transfers of one, may come in any order.
 * The owner counts bytes, not packets; nobody is asked to acknowledge any.
 *
 * Everything here uses the endpoint WEFT_AM_LIBRARY of the cores that take part,
 * after weft_am_begin; that number is not the application's then.  The owner serves
 * transfers as any message: while it polls, or by interrupts.
 *
 * Order.  Whoever sees `stored` count a transfer's bytes sees its data.  Data in the MPB
 * are read by weft_get.
 *
 * A core that stops.  What it has stored stays.  Stores to it fail with WEFT_ERR_DEAD.
 *
 * MPB: two blocks of a sixteenth of it, up to 1 KB each.  All: WEFT_ERR_LIMIT and
 * WEFT_ERR_DEAD as in weft/am.h; WEFT_ERR_STATE before weft_am_begin, while
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
	uint32_t offset; /* .. from here on: weft/mpb.h */
	uint32_t bytes;
	uint32_t key; /* whoever maps it must have it */
	/*
	 * May be null.  Called when all bytes that were expected have been stored:
	 * weft_am_segment_expect.  Returns how many more are expected; 0: none for
	 * now.  Handler.
	 */
	uint32_t (*end)(struct weft_am_segment *segment);
	void *arg;                /* for end */
	volatile uint32_t stored; /* bytes so far, modulo 2^32 */
	/* Only the library uses these. */
	uint32_t expected;
	bool expects;
};

/*
 * Another core's segment, or one's own, as this core stores into it.  All calls with one that
 * is not mapped return WEFT_ERR_STATE: zeroes, one whose map failed, one that is unmapped.
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
 * Opens a segment of this core; it stays the caller's memory, in use until it is
 * closed.  `stored` counts from 0.  Errors:  WEFT_ERR_NULL; WEFT_ERR_RANGE for the number, or if it
 * does not lie in the symmetric heap; WEFT_ERR_STATE if that number is open, or
 * (close) is not.  Thread.
 */
int weft_am_segment_open(uint32_t number, struct weft_am_segment *segment);
int weft_am_segment_close(uint32_t number);

/*
 * Expects so many bytes more than were expected so far, or than have been stored if
 * none were; fewer, if `more` is below 0.  At most 2^31 - 1.  When they have been
 * stored, which may be now, end is called.  Bytes beyond count for the next ones.
 * Error:  WEFT_ERR_STATE if it is not open.  Thread.
 */
int weft_am_segment_expect(uint32_t number, int32_t more);

/*
 * Asks a core for its segment.  `remote` is the caller's memory, in use until it is
 * unmapped.  Errors:  WEFT_ERR_STATE if it is mapped already, or not open there;
 * WEFT_ERR_REFUSED: another key; WEFT_ERR_RANK, _RANGE, _NULL; WEFT_ERR_TIMEOUT.
 * Thread; serves.  Cost: a request and its reply.
 */
int weft_am_map(struct weft_am_remote *remote, weft_rank_t rank,
		uint32_t segment, uint32_t key, weft_us_t within);
int weft_am_unmap(struct weft_am_remote *remote);

/*
 * Stores data there.  When it returns, they may be reused.  Errors:  WEFT_ERR_RANGE
 * if they do not fit; WEFT_ERR_NULL, _CONTEXT.  WEFT_ERR_TIMEOUT: the first
 * remote->sent bytes are under way, the others are not.  If an earlier store came too
 * late, since the owner had closed the segment (WEFT_ERR_STATE) or stopped
 * (WEFT_ERR_DEAD), this is said now, once, and nothing has been sent.
 * Thread; serves if it has to wait.
 * Cost on the SCC: to the MPB, a put and a request; to private memory, for each
 * block a put to the own MPB and a request, while the owner copies the one before.
 */
int weft_am_store(struct weft_am_remote *remote, uint32_t offset,
		  const void *data, size_t bytes, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
