/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands on Active Messages in weft itself: one endpoint, one table of handlers.
 *
 * Handlers that are not linked are null in the table, since it refers to them weakly:
 * an image has only those of the functions that it uses.  All cores run one image.
 *
 * All requests have the same first two words: an offset in a segment, and a head of
 * {segment, operation, bytes}.  An operation is what the requester waits for, a number
 * from 1; 0: nothing.  It ends with the reply, or when the request comes back.
 */
#ifndef AM_LIBRARY_H
#define AM_LIBRARY_H

#include "messages/am/am.h"

#include <weft/am_segment.h>

enum am_library_handler {
	AM_ON_BACK,
	AM_ON_ENDED, /* of an operation: its head, an error, the result */
	AM_ON_MAP,
	AM_ON_WORDS,  /* data in the message */
	AM_ON_BLOCK,  /* .. in a block of the sender's */
	AM_ON_PLACED, /* .. in their place */
	AM_ON_GET,
	AM_ON_ADD,
	AM_ON_SWAP,
	AM_ON_RUN,    /* enqueue */
	AM_ON_RESULT, /* .. and what that returned */
	AM_ON_OFFER,  /* of a message with a tag */
	AM_ON_ACCEPT,
	AM_ON_WITHDRAW,
	AM_ON_QUEUED, /* in private memory */
	AM_ON_TAKEN,  /* .. from there */
	AM_ON_WAY,    /* opens to there */
	AM_ON_MET,    /* a core is in a barrier's round */
	AM_ON_NAME,   /* at a name's home */
	AM_ON_JOIN,   /* .. at its owner */
	AM_LIBRARY_HANDLERS,
};

enum {
	AM_WORD_OFFSET,
	AM_WORD_HEAD,
	AM_WORD_MORE, /* as each request has it */
	AM_SHORT_BYTES = 4 * (WEFT_AM_WORDS - AM_WORD_MORE),
	AM_HEAD_OPERATION = 8, /* shifts */
	AM_HEAD_BYTES = 16,
	AM_HEAD_BYTE = 0xff, /* a mask */
	AM_OPERATIONS = 16,  /* 0 is none */
	AM_BLOCKS = 2,       /* am_block.c takes two for granted */
	AM_BLOCK_LEAST = 64, /* bytes; whole lines */
	AM_BLOCK_MOST = 1024,
	AM_OWN_LAST = 127, /* its own have so many numbers, from 16 on */
};

static inline uint32_t am_head(uint32_t segment, uint32_t operation,
			       uint32_t bytes)
{
	return segment | operation << AM_HEAD_OPERATION |
	       bytes << AM_HEAD_BYTES;
}

/* For which no operation waits, and without bytes. */
static inline uint32_t am_head_alone(uint32_t segment)
{
	return segment;
}

static inline uint32_t am_head_operation(uint32_t head)
{
	return head >> AM_HEAD_OPERATION & AM_HEAD_BYTE;
}

static inline uint32_t am_min(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Does that lie in so many bytes? */
static inline bool am_fits(uint32_t offset, size_t bytes, uint32_t size)
{
	return bytes <= size && offset <= size - bytes;
}

/* Where a result goes; null: nowhere. */
struct am_result {
	void *to;
	uint32_t bytes;
};

/* am_library.c: opens the endpoint, unless the application has.  At begin. */
ARCH_COLD void am_library_open(void);

/*
 * am_library.c.  am_library: what calls begin with; opens the endpoint.  am_post sends a
 * request to it, and waits for room until then; am_ask waits for its reply, too, which
 * it puts at `to`; am_ask_once also says which operation was given up, if one was.
 */
int am_library(void);
int am_post(uint32_t rank, enum am_library_handler handler,
	    const uint32_t *words, uint32_t count, uint64_t deadline);
int am_ask(uint32_t rank, enum am_library_handler handler, uint32_t *words,
	   uint32_t count, void *to, uint32_t bytes, uint64_t deadline);

int am_ask_once(uint32_t rank, enum am_library_handler handler, uint32_t *words,
		uint32_t count, const struct am_result *result,
		uint64_t deadline, uint32_t *given_up);

/* The reply to an operation's request, in its handler. */
void am_end(struct weft_am_message *m, int error, const uint32_t *words,
	    uint32_t count);

/*
 * am_operation.c.  Begins an operation, which counts as issued, and whose result goes to
 * `to`, unless null, from the reply, or by `finish`.  am_operation_post sends its
 * request, and drops it if that fails, as if it had never begun.  am_operation_end: by
 * handlers.  am_operation_forget: nobody waits for it any more, as am_operation_waits says.
 */
struct am_operation {
	struct weft_am_counter *counter; /* null: free */
	void *to;
	uint32_t bytes;
	/* If not null, called in place of copying the reply's words. */
	void (*finish)(const struct am_operation *operation, int error);
	uint32_t block; /* for finish */
};

int am_operation_begin(const struct am_operation *operation, uint64_t deadline,
		       uint32_t *number);
int am_operation_post(uint32_t number, uint32_t rank,
		      enum am_library_handler handler, uint32_t *words,
		      uint32_t count, uint64_t deadline);
void am_operation_drop(uint32_t number);
void am_operation_end(uint32_t number, int error, const uint32_t *words,
		      uint32_t count);
bool am_operation_waits(uint32_t number);
ARCH_COLD void am_operation_forget(uint32_t number);

/*
 * am_block.c: blocks of this core's MPB.  One is taken, and free again once the request of
 * that number is freed there, or at once.
 */
int am_block_take(uint64_t deadline, uint32_t *block);
void am_block_sent(uint32_t block, uint32_t rank, uint32_t number);
void am_block_free(uint32_t block);
uint32_t am_block_offset(uint32_t block);
uint32_t am_block_bytes(void);

/*
 * am_segment.c: opens the library's own segment and returns its number, or, with null,
 * closes it; where so many bytes of a message are to be, in private memory, or the error.
 */
uint32_t am_segment_own(struct weft_am_segment *segment);
int am_segment_place(const struct weft_am_message *m, uint32_t bytes,
		     char **place);

/* am_store.c: the packets of a transfer; the last one has the operation. */
int am_send_packets(struct weft_am_remote *remote, uint32_t offset,
		    const void *data, uint32_t bytes, uint32_t operation,
		    uint64_t deadline);
int am_check_remote(struct weft_am_remote *remote, uint32_t offset,
		    const void *data, size_t bytes);

/* am_map.c: a packet of that core's segment, for which nobody waits, has failed. */
ARCH_COLD void am_store_failed(uint32_t rank, uint32_t segment, int error);

#endif
