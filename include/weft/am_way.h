/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ways: one call for messages of any size.  They go by the MPB, by a queue in
 * the receiver's private memory, or by a link to another chip (S. Lumetta,
 * "Multi-Protocol Communication", Berkeley 1998: the protocol is found from the
 * destination, section 3.2.4; adaptive polling, sections 4.2 to 4.4).
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
 * Which way a message goes.  A message to another chip goes by the way's link.
 * A message without data goes as a request (weft/am.h).  A message with data
 * goes to the queue, whose memory all cores share equally.  The queue is filled
 * by packets, as segments are (weft/am_segment.h), and the receiver's thread
 * calls the handler when it serves the queue.  Packets leave the MPB by
 * interrupts on a core that takes interrupts.  So such a core keeps no sender
 * waiting while it computes, until that sender's share of the queue is full.  A
 * way with `queued` sends all its messages to the queue.
 *
 * When slots are full.  A request waits for a slot, and a receiver that polls
 * may leave slots full for a long time.  A way for which weft_am_way_spill has
 * been called sends such a message to the queue instead, and all messages with
 * data by the same path.  The receiver takes it there in an interrupt, however
 * it receives, and even while it computes or holds.  So no sender waits for a
 * busy receiver until its share is full.
 *
 * Handlers of queued messages are those of the endpoint, and find the data by
 * weft_am_data.  They may not reply (WEFT_ERR_STATE).  No other handler runs
 * meanwhile.  If a message has no handler there, or another tag, the sender's
 * next call returns that error.
 *
 * Order.  Messages of a way that go to the queue are handled in the order of
 * their calls, and so are requests.  Requests overtake queued messages.  With
 * `in_order` none does: while a message may still be queued, later ones are
 * queued, too.
 *
 * Full is normal: a send waits, and serves meanwhile, this core's queue
 * included.  So cores that fill each other's queues do not block.  The memory
 * that the receiver has given bounds the messages that are queued.
 *
 * All: WEFT_ERR_LIMIT, _DEAD, _STATE, _CONTEXT as in weft/am_segment.h;
 * WEFT_ERR_NULL.  Thread; all but weft_am_data serve.
 */
#ifndef WEFT_AM_WAY_H
#define WEFT_AM_WAY_H

#include <weft/am_segment.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * This core's queue.  It stays the caller's memory, and is in use from then on.
 */
struct weft_am_queue {
	void *memory;        /* aligned to words */
	uint32_t bytes, key; /* a core that opens a way needs the key */
	/* Only the library uses these. */
	struct weft_am_segment segment;
};

/* A message on a link. */
struct weft_am_packet {
	uint32_t from; /* the application knows the sender by it */
	uint32_t endpoint, tag, handler;
	uint32_t count, word[WEFT_AM_WORDS];
	const void *data;
	uint32_t bytes;
};

/*
 * A link to another chip, as its driver gives it.  `send` returns WEFT_OK if
 * the packet will arrive, once, after those sent before it; its data may then
 * be reused.  `take` returns true if a packet has come, and puts the next one
 * into *packet; its data stay until the next call.  Neither may wait for work
 * that this core has to do; neither is called from a handler.
 */
struct weft_am_link {
	int (*send)(struct weft_am_link *link,
		    const struct weft_am_packet *packet, weft_us_t within);
	bool (*take)(struct weft_am_link *link, struct weft_am_packet *packet);
	void *arg;
	/*
	 * How often the link is polled.  0: adaptively.  1: at every call of
	 * weft_am_queue_serve (naive).  n: at every nth, for up to n times as
	 * many messages (fractional).  Set before it is opened.
	 */
	uint32_t every;
	/*
	 * A driver whose messages come by the MPB counts them here, in `take`.
	 */
	uint32_t brought;
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
	/*
	 * The most bytes of data of a message; weft_am_way_open sets it.  A link
	 * takes any number.
	 */
	uint32_t most;
	/* Only the library uses these. */
	struct weft_am_remote there;
	uint32_t share, mine, put;
	volatile uint32_t taken;
	volatile int error;
	struct weft_am_way *next;
};

/*
 * Opens this core's queue, as a segment of that number.  Once.  Each core of
 * the run has an equal share, rounded down to a power of two, at most 1 MB.
 * WEFT_ERR_SIZE if that is less than 256 bytes; WEFT_ERR_ALIGN; WEFT_ERR_STATE;
 * WEFT_ERR_NUMBER; WEFT_ERR_SPACE.
 */
int weft_am_queue_open(uint32_t segment, struct weft_am_queue *queue);

/*
 * Calls the handlers of messages that are queued, or that links bring.  Returns
 * how many.  Each link is polled at every 4th to 64th call: less often the more
 * there is to do on this chip, more often the more it brings.  A link whose
 * `every` is not 0 is polled as that says.
 */
int weft_am_queue_serve(void);

/*
 * The same until *count, which handlers increase, has reached `value`; as
 * weft_am_wait.
 */
int weft_am_queue_wait(const volatile uint32_t *count, uint32_t value,
		       weft_us_t within);

/*
 * In a handler: the data of its message and, in *bytes, their size; null: there
 * are none.
 */
const void *weft_am_data(uint32_t *bytes);

/*
 * Finds the queue at way->to.rank, with the key; for a link it finds nothing.
 * The way stays the caller's memory, in use until it is closed.  A core may
 * have one way to each queue at a time, else WEFT_ERR_STATE.  A segment that is
 * no queue gives WEFT_ERR_STATE, too.  Other errors as weft_am_map.
 *
 * After a close a core may open another way: the queue's owner says where the
 * last one ended.  Messages of the last way are handled first.  An error of one
 * of those is returned by a send of the new way.
 */
int weft_am_way_open(struct weft_am_way *way, weft_us_t within);
int weft_am_way_close(struct weft_am_way *way);

/*
 * From now on that way's messages need no slots.  Call it after
 * weft_am_way_open, before anything is sent.  For a way to the core itself this
 * does nothing, since that core makes room by serving.  WEFT_ERR_STATE: the way
 * is not open, or has a link.
 *
 * Cost of such a message: a piece of up to 256 bytes (SCC) is put into this
 * core's MPB, the receiver is interrupted, and it copies the piece.  The next
 * message waits for that.  MPB: 1/32, and 4 bytes for each core, in images that
 * call this.
 */
int weft_am_way_spill(struct weft_am_way *way);

/*
 * Sends a message.  When it returns, words and data may be reused.
 * WEFT_ERR_SIZE: too many words or data.  WEFT_ERR_TIMEOUT: nothing has been
 * sent.  WEFT_ERR_STATE, _KEY, _NAME, _DEAD: an earlier message was not
 * handled, for this reason.  Such an error is returned once, and nothing has
 * been sent.  Cost of a message to the queue: a request, one more for more than
 * two words, and a store of the data.
 */
int weft_am_way_send(struct weft_am_way *way, uint32_t handler,
		     const uint32_t *words, uint32_t count, const void *data,
		     size_t bytes, weft_us_t within);

/*
 * Starts or ends weft_am_queue_serve's polling of a link.  WEFT_ERR_STATE if it
 * is open already (close: is not open).
 */
int weft_am_link_open(struct weft_am_link *link);
int weft_am_link_close(struct weft_am_link *link);

/*
 * Makes *link that of this chip to the other chips of the run (docs/links.md).
 * `every` is left as it is.  Messages between chips need no such link.  One
 * core of each chip carries them, in interrupts.  While that core has this link
 * open, it carries them when weft_am_queue_serve polls the link, and not by
 * interrupts, unless its thread waits, or has not polled for 200 us.  No way
 * may have this link.  WEFT_ERR_STATE: this core carries nothing.
 */
int weft_am_link_chips(struct weft_am_link *link);

#ifdef __cplusplus
}
#endif
#endif
