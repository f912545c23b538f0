/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and receive with tags, of any size, on Active Messages.  They go in three steps,
 * offer, accept, data, so nothing is kept in between (T. von Eicken, "Active Messages",
 * Berkeley 1993, section 5.1: the blocking kind).  Unlike weft_send and weft_recv
 * (weft/sendrecv.h), both serve other messages while they wait, a receive may take what
 * any core sends, and the tag says what it is.
 *
 * Messages of one core with one tag are received in the order of their sends.
 *
 * A core that stops.  weft_am_send fails with WEFT_ERR_DEAD if it has stopped before it
 * took the offer; whoever waits for more than that needs a deadline.
 *
 * These use the endpoint WEFT_AM_LIBRARY, as weft/am_segment.h says, with the errors
 * named there.  Private memory: 16 bytes for each core.
 */
#ifndef WEFT_AM_TAG_H
#define WEFT_AM_TAG_H

#include <weft/am_segment.h>
#include <weft/event.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sends to a core that receives it, and waits for that.  When it returns, the data may be
 * reused.  Errors:  WEFT_ERR_RANK, _NULL; WEFT_ERR_STATE if another fiber of this core
 * is sending to that one, or it has not begun with Active Messages; WEFT_ERR_TIMEOUT:
 * it did not receive it in time, and will not.  Thread; serves.
 * Cost: two requests and replies more than weft_am_store.
 */
int weft_am_send(weft_rank_t to, uint32_t tag, const void *data, size_t bytes,
		 weft_us_t within);

/* What a receive wants, and what it has got. */
struct weft_am_received {
	weft_rank_t from; /* WEFT_ANYONE: of any core; then, which it was */
	uint32_t tag;
	uint32_t bytes; /* set: how many there are */
};

/*
 * Receives a message with that tag.  Errors:  WEFT_ERR_NULL, WEFT_ERR_RANK;
 * WEFT_ERR_SIZE if it is longer than `room`: it is still to be received, and
 * what->bytes says how long it is; WEFT_ERR_STATE if another fiber is receiving;
 * WEFT_ERR_TIMEOUT: none came, or not all of one, and what has come of that is lost.
 * Thread; serves.
 */
int weft_am_receive(struct weft_am_received *what, void *data, size_t room,
		    weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
