/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FIFOs for other layers (weft/fifo.h), without checks of arguments, with deadlines on
 * arch_cycles' scale and words for the record of who waits for what.
 *
 * An answered FIFO is one whose every message is answered, by what the sender waits for
 * before it sends to that core again.  The answer says that there is room, and the receiver
 * writes no other word for it: one flag write less for each message.
 */
#ifndef MESSAGES_FIFO_H
#define MESSAGES_FIFO_H

#include "arch/arch.h"

#include <weft/fifo.h>

struct fifo_message {
	uint32_t words[WEFT_FIFO_WORDS];
	uint32_t n, from;
};

ARCH_COLD int fifo_create(struct weft_fifo *fifo, uint32_t words,
			  bool answered);

int fifo_send(struct weft_fifo *fifo, uint32_t to, const uint32_t *words,
	      uint32_t n, uint64_t deadline, const char *what);

/*
 * Receive the next message, if it has no more than `most` words.  `from`: who will have
 * sent it, for the record; or RT_ANYONE.
 */
int fifo_receive(struct weft_fifo *fifo, struct fifo_message *message,
		 uint32_t most, uint64_t deadline, uint32_t from,
		 const char *what);

/* The same without a wait: false, there is none, or it has more words. */
bool fifo_take(struct weft_fifo *fifo, struct fifo_message *message,
	       uint32_t most);

#endif
