/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message FIFOs of cores, read and written by registers.
 *
 * A message is on its way for so long (fifo_message), a hop each router, and its words
 * follow each other; the last link into a core carries one word at a time.  A core's FIFOs
 * share fifo_words.  A message that finds no room stays where it is, as do those behind
 * it to the same core; its sender's next send waits for it.  Its words stand on the last
 * links of its way, one on each, and a message of others that needs one of these waits, and
 * stands on the links behind itself.  That is looked at when it would arrive.
 */
#ifndef SIM_CHIP_FIFO_H
#define SIM_CHIP_FIFO_H

#include "sim/chip/engine.h"

enum {
	FIFOS = 4
};

void fifo_create(void); /* after the heap, before cores run */
void fifo_ops(struct sim_host *host);

/* Is this line of the core's own window the count of a FIFO? */
bool fifo_counts(uint32_t offset);

/* That count, as it is now. */
void fifo_read_count(struct core *core, uint32_t offset, uint32_t *to);

#endif
