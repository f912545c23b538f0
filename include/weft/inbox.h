/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a core receives without having asked: chunks and whole messages.  The
 * calls that hand them over are those of who moves them (weft/abcast.h).
 */
#ifndef WEFT_INBOX_H
#define WEFT_INBOX_H

#include <weft/types.h>

/* A piece of a message, in the order in which it was sent. */
struct weft_chunk {
	weft_rank_t root; /* the core that sent it */
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t total;   /* bytes of the message */
	uint32_t offset;  /* of this piece; 0 begins the message */
	uint32_t bytes;   /* of this piece; offset + bytes == total ends it */
	const void *data; /* valid during the call */
};

typedef void weft_chunk_handler(const struct weft_chunk *chunk, void *arg);

/* Where it is called: in calls and waits of the thread, or as chunks come. */
enum weft_where {
	WEFT_IN_THREAD,
	WEFT_IN_HANDLER,
};

/* A whole message. */
struct weft_message {
	weft_rank_t root;
	uint32_t message; /* its number among that core's, from 1 */
	uint32_t bytes;
	const void *data; /* where it is */
};

#endif
