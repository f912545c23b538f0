/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FIFOs of this library that the chip's own carry, where it has some (arch/fifo.h).
 *
 * A full one stops its senders in the network, where no deadline and no report reaches
 * them, and cores that stop each other so never go on (D. Petrovic, thesis 6552, section
 * 6.3, counts end points only).  So a FIFO is carried by the chip only if the words that its
 * protocol can have under way to a core fit beside those of the others: whoever takes one
 * says how many that are.  Then no send waits for a receiver.  Else, and for
 * programs' own (weft/fifo.h), there is messages/fifo.c.
 *
 * A message is a word with its sender and its length, and its words.
 */
#ifndef MESSAGES_FIFO_CHIP_H
#define MESSAGES_FIFO_CHIP_H

#include "arch/fifo.h"
#include "messages/fifo.h"

enum {
	FIFO_LENGTH_BITS = 4, /* of a head; above them is the sender */
	/* In place of `room`: flags are aligned, this is none. */
	FIFO_BY_CHIP = 2
};

static inline bool fifo_by_chip(const struct weft_fifo *f)
{
	return ARCH_FIFO && f->room == FIFO_BY_CHIP;
}

#if ARCH_FIFO
/*
 * One of the chip's FIFOs: its number and 1; 0: none is left, or not so many words.
 * `receiver`: the core to which so many can be under way; RT_ANYONE: to each.  Symmetric.
 * Thread.
 */
uint32_t fifo_chip_claim(uint32_t receiver, uint32_t words);
void fifo_chip_give_back(uint32_t claimed);

/* In fifo_create's place, where it can be: messages of at most so many words. */
bool fifo_chip_create(struct weft_fifo *fifo, uint32_t most, uint32_t receiver,
		      uint32_t words);
void fifo_chip_free(struct weft_fifo *fifo);

/* As those without chip. */
void fifo_chip_send(const struct weft_fifo *fifo, uint32_t to,
		    const uint32_t *words, uint32_t n);
int fifo_chip_take(struct weft_fifo *fifo, struct fifo_message *message,
		   uint32_t most);
int fifo_chip_receive(struct weft_fifo *fifo, struct fifo_message *message,
		      uint32_t most, uint64_t deadline, uint32_t from,
		      const char *what);
#else
static inline uint32_t fifo_chip_claim(uint32_t receiver, uint32_t words)
{
	(void)receiver;
	(void)words;
	return 0;
}

static inline bool fifo_chip_create(struct weft_fifo *fifo, uint32_t most,
				    uint32_t receiver, uint32_t words)
{
	(void)fifo;
	(void)most;
	(void)receiver;
	(void)words;
	return false;
}
#endif

#endif
