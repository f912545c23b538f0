/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message FIFOs: short messages, of a few words, from any core to any core.
 *
 * Each core has one end of a FIFO: it sends to all others, and to itself, and receives
 * what they send to it.  Messages of one sender arrive in the order in which they
 * were sent, each of them whole, exactly once; between senders there is no order, but
 * they are served in turn.  A program may have several FIFOs, for messages that
 * must not mix: requests and replies.
 *
 * Full.  Each core has room at each other core for one message that has not been
 * received.  A send waits as long as that room is taken, and for nothing else: what
 * other cores send, or fail to receive, never delays it.  So
 *
 *  - a core blocks in a send only if the receiver has not yet received what this core
 *    sent to it before;
 *  - hence cores that send in a ring, or at each other, block for good if each sends a
 *    second message before it receives the first one that it was sent;
 *  - whoever has at most one message under way to each core, like the client of a server
 *    that waits for the reply, and the server that answers each client's only request,
 *    never blocks in a send, however many servers and clients there are.
 *
 * The model is the user network of the Tilera chips as D. Petrovic uses it (thesis
 * 6552, EPFL, 2015, sections 5.2 and 6.3): one queue a core, of 118 words, which any
 * message can fill.  Room for each sender, in its place, is ours: one line write fills it
 * without an atomic operation, and the cycles of full queues that the thesis excludes by
 * counting do not exist.
 *
 * Waiting.  A receiver waits for a single word of its own MPB, so the core sleeps where
 * the port can.  It says so in a word that each sender reads after it has sent; only if
 * it is set is the receiver woken.
 *
 * MPB, from the symmetric heap: 2 flags, and for each core of the run 2 flags and the
 * words of a message.  Private memory: 8 bytes for each core of the run.
 * All: WEFT_ERR_NULL; WEFT_ERR_STATE for a FIFO that is not there: zeroes, one whose creation
 * failed, one that has been freed; WEFT_ERR_CONTEXT.  Thread.
 */
#ifndef WEFT_FIFO_H
#define WEFT_FIFO_H

#include <weft/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	WEFT_FIFO_WORDS = 8 /* of a message, at most */
};

/* This core's end.  Its members are the library's. */
struct weft_fifo {
	uint32_t most;
	uint32_t stamps, room, slots, asleep;
	uint32_t *sent, *taken;
	weft_rank_t next;
	bool receiving;
};

/*
 * A new FIFO, empty, whose messages have 1 to `words` words.  Symmetric, as
 * weft_mpb_alloc; have a barrier before anybody uses it.  WEFT_ERR_SIZE: no words, or
 * more than WEFT_FIFO_WORDS.  WEFT_ERR_SPACE: in the MPB or in the heap.
 */
int weft_fifo_create(struct weft_fifo *fifo, uint32_t words);

/*
 * Give its space back: symmetric, when no core uses it.  Messages that are in it are
 * lost.  WEFT_ERR_STATE: a fiber of this core receives.
 */
int weft_fifo_free(struct weft_fifo *fifo);

/*
 * Send a message of 1 to `words` words.  It is at the receiver on return.
 * WEFT_ERR_TIMEOUT: there is no room yet, and nothing has been sent.
 * WEFT_ERR_RANK, _SIZE.
 * Cost: a put, a flag write, a settled read, all at one core; waking it is a flag
 * write more.
 */
int weft_fifo_send(struct weft_fifo *fifo, weft_rank_t to,
		   const uint32_t *words, uint32_t n, weft_us_t within);

/*
 * Receives the next message.  `words` has room for `most` words of it.  *n is how many
 * words it has, *from is its sender; `n` and `from` may be null.  WEFT_ERR_SIZE: the
 * message has more than `most` words, and stays in the FIFO.  WEFT_ERR_TIMEOUT: there was
 * none.  WEFT_ERR_STATE: another fiber of this core receives.  So with `most` 0 the call
 * tells whether there is a message; `words` may be null then.
 * Cost: a look at a flag for each core of the run, by lines where the chip can; a get
 * from the own MPB, a flag write to the sender.
 */
int weft_fifo_receive(struct weft_fifo *fifo, uint32_t *words, uint32_t most,
		      uint32_t *n, weft_rank_t *from, weft_us_t within);

#ifdef __cplusplus
}
#endif
#endif
