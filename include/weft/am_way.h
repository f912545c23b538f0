/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ways: one call for messages of any size, which go by the MPB, by a queue in the
 * receiver's private memory, or by a link to another chip (S. Lumetta, "Multi-Protocol
 * Communication", Berkeley 1998: the protocol is found from the destination, section 3.2.4;
 * adaptive polling, sections 4.2 to 4.4).
 *
 *     static struct weft_am_queue queue = {.memory = room, .bytes = sizeof(room)};
 *     weft_am_queue_open(2, &queue);                              receiver
 *     ..
 *     weft_am_queue_wait(&counted, n, WEFT_FOREVER);
 *
 *     struct weft_am_way way = {.to = {rank, endpoint, tag, 0}, .segment = 2};
 *     weft_am_way_open(&way, WEFT_FOREVER);                       sender
 *     weft_am_way_send(&way, HANDLER, words, count, data, bytes, WEFT_FOREVER);
 *
 * Which way a message goes.  To another chip: by the way's link.  Without data: as a request
 * (weft/am.h).  With data: to the queue, whose memory all cores share equally;
 * that fills by packets, as segments do (weft/am_segment.h), and the handler is called
 * by the receiver's thread, when it serves the queue.  So a core that takes interrupts
 * keeps no sender waiting while it computes, until that sender's share of the queue
 * is full: packets leave the MPB by interrupts.  A way with `queued` sends all its messages
 * to the queue.
 *
 * When slots are full.  A request waits for a slot, which a receiver that polls may not
 * empty for long.  A way for which weft_am_way_spill has been called goes to the queue then, and
 * with all that has data: the receiver takes it there in an interrupt, however it receives, and
 * whether it computes or holds.  So nobody waits for who is busy, until its share is full.
 *
 * Handlers of such messages are those of the endpoint, and find the data by weft_am_data;
 * they may not reply (WEFT_ERR_STATE).  No other handler runs meanwhile.  A message that
 * has no handler there, or another tag, is told of at the sender's next call.
 *
 * Order.  Messages of a way that go to the queue are handled in the order of their calls;
 * so are requests; requests overtake what is queued.  With `in_order` none does: while
 * a message may still be queued, what comes after it is queued, too.
 *
 * Full is normal: a send waits, and serves meanwhile, this core's queue included, so cores
 * that fill each other's queues do not block.  Messages that are queued are bounded by the
 * memory that the receiver has given.
 *
 * All: WEFT_ERR_LIMIT, _DEAD, _STATE, _CONTEXT as in weft/am_segment.h; WEFT_ERR_NULL.
 * Thread; all but weft_am_data serve.
 */
#ifndef WEFT_AM_WAY_H
#define WEFT_AM_WAY_H

#include <weft/am_segment.h>

#ifdef __cplusplus
extern "C" {
#endif

/* This core's queue; it stays the caller's memory, in use from then on. */
struct weft_am_queue {
	void *memory;        /* aligned to words */
	uint32_t bytes, key; /* whoever opens a way must have the key */
	/* Only the library uses these. */
	struct weft_am_segment segment;
};

/* A message on a link. */
struct weft_am_packet {
	uint32_t from; /* whatever tells the application who has sent it */
	uint32_t endpoint, tag, handler;
	uint32_t count, word[WEFT_AM_WORDS];
	const void *data;
	uint32_t bytes;
};

/*
 * A link to another chip, as its driver gives it.  `send` returns WEFT_OK if the packet
 * will arrive, once, after those sent before it; its data may then be reused.  `take` puts the
 * next packet that has come into *packet and returns true, if there is one; its data stay until
 * the next call.  Neither may wait for what this core has to do; neither is called
 * from a handler.
 */
struct weft_am_link {
	int (*send)(struct weft_am_link *link,
		    const struct weft_am_packet *packet, weft_us_t within);
	bool (*take)(struct weft_am_link *link, struct weft_am_packet *packet);
	void *arg;
	/*
	 * How often it is polled: 0, adaptively; 1, at every call of weft_am_queue_serve
	 * (naive); n, at every nth, for up to n times as many messages (fractional).
	 * Set before it is opened.
	 */
	uint32_t every;
	/* Only the library uses these. */
	uint32_t local, remote, skip, left;
	struct weft_am_link *next;
};

/* A destination, and how messages reach it. */
struct weft_am_way {
	struct weft_am_dest to;
	uint32_t segment, key; /* of the queue there */
	bool queued, in_order;
	bool spills;               /* weft_am_way_spill sets it */
	struct weft_am_link *link; /* null: this chip */
	/* Only the library uses these. */
	struct weft_am_remote there;
	uint32_t share, mine, put;
	volatile uint32_t taken;
	volatile int error;
	struct weft_am_way *next;
};

/*
 * Opens this core's queue, as a segment of that number.  Once.  Each core of the run has an
 * equal share, rounded down to a power of two, at most 1 MB.  WEFT_ERR_SIZE if that is
 * less than 256 bytes; WEFT_ERR_ALIGN; WEFT_ERR_STATE; WEFT_ERR_RANGE; WEFT_ERR_SPACE.
 */
int weft_am_queue_open(uint32_t segment, struct weft_am_queue *queue);

/*
 * Calls the handlers of what is queued, and of what links bring; how many.  Each link is
 * polled at every 4th to 64th call, less often the more there is to do on this chip, more
 * often the more it brings; or as its `every` says.
 */
int weft_am_queue_serve(void);

/* The same until *count, which handlers add to, has reached `value`; as weft_am_wait. */
int weft_am_queue_wait(const volatile uint32_t *count, uint32_t value,
		       weft_us_t within);

/* In a handler: the data of its message and, in *bytes, their size; null: none. */
const void *weft_am_data(uint32_t *bytes);

/*
 * Finds the queue at way->to.rank, with the key; or nothing, for a link.  The way
 * stays the caller's memory, in use until it is closed.  One way to each queue at a time:
 * WEFT_ERR_STATE, which a segment that is no queue gives, too.  Other errors as weft_am_map.
 *
 * After a close a core may open another one: the queue's owner says where the last one
 * ended.  What that one had sent is handled first, and what was wrong with it is told
 * at a send of the new one.
 */
int weft_am_way_open(struct weft_am_way *way, weft_us_t within);
int weft_am_way_close(struct weft_am_way *way);

/*
 * From now on that way's messages need no slots.  Call it after weft_am_way_open, before
 * anything is sent.  To itself a core makes room by serving, and this does nothing.
 * WEFT_ERR_STATE: it is not open, or has a link.  Cost of such a message: a piece of up to
 * 256 bytes (SCC) put into the own MPB, an interrupt at the receiver, and a copy there; the
 * next one waits for that.  MPB: 1/32, and 4 bytes for each core, in images that call this.
 */
int weft_am_way_spill(struct weft_am_way *way);

/* The most bytes of data that a message of that way may have; by a link: any. */
uint32_t weft_am_way_most(const struct weft_am_way *way);

/*
 * Sends a message.  When it returns, words and data may be reused.  WEFT_ERR_SIZE: too
 * many words or data.  WEFT_ERR_TIMEOUT: nothing has been sent.  WEFT_ERR_STATE,
 * _REFUSED, _NAME, _DEAD: an earlier message was not handled, for this reason; this is
 * said once, and nothing has been sent.  Cost: to the queue a request; one
 * more for more than two words; and a store of the data.
 */
int weft_am_way_send(struct weft_am_way *way, uint32_t handler,
		     const uint32_t *words, uint32_t count, const void *data,
		     size_t bytes, weft_us_t within);

/* Links that weft_am_queue_serve polls.  WEFT_ERR_STATE if it is (not) open. */
int weft_am_link_open(struct weft_am_link *link);
int weft_am_link_close(struct weft_am_link *link);

#ifdef __cplusplus
}
#endif
#endif
