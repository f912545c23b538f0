/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chip's own message FIFOs: an optional part of the port contract, for chips on which
 * a core sends words to another one by writing registers, as on Tilera's user network (D.
 * Petrovic, thesis 6552, EPFL, 2015, sections 5.2 and 6.2.1).  A port with them says in
 * its arch_port.h
 *
 *  ARCH_FIFO        how many a core has, which are read apart; 0: none
 *  ARCH_FIFO_WORDS  words that all of a core's hold together
 *
 * Messages of one core to one FIFO arrive in the order in which they were sent, each of them
 * whole and with no other's words between its own; between senders there is no order.
 * Nothing is dropped.  Where there is no room for a message it waits in the network, and its
 * sender in its next send.  So a core that does not receive stops all who send to it, and
 * cores that send to each other may block for good: callers see to it that what is under
 * way to a core fits (messages/fifo.h).
 *
 * A message may overtake what its sender has written to windows before: arch_quiet
 * between them keeps the order.
 */
#ifndef WEFT_ARCH_FIFO_H
#define WEFT_ARCH_FIFO_H

#include "arch/arch.h"

#ifndef ARCH_FIFO
#define ARCH_FIFO 0
#endif

#if ARCH_FIFO
/*
 * Send `head` and n words behind it, n at most 8, to that FIFO of a core, which may be this
 * one.  [optional: ARCH_FIFO]
 * context: thread.  cost: local, a register write a word; waits, as above.
 */
void arch_fifo_send(uint32_t rank, uint32_t fifo, uint32_t head,
		    const uint32_t *words, uint32_t n);

/*
 * Words in this core's FIFO that it has not received.  Of a message all are there, or none.
 * [optional: ARCH_FIFO]  context: thread.  cost: local.
 */
uint32_t arch_fifo_there(uint32_t fifo);

/* Receive the next n words, which are there.  context: thread.  cost: local. */
void arch_fifo_receive(uint32_t fifo, uint32_t *words, uint32_t n);

/*
 * Where arch_await, arch_look and arch_flag_read find the number of words that have come to
 * this FIFO of the core that calls them, modulo 2^32: an offset beyond the window's bytes,
 * and no word of memory.
 * [optional: ARCH_FIFO]  context: any.  cost: local.
 */
uint32_t arch_fifo_come(uint32_t fifo);
#endif

#endif
