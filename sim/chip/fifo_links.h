/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of FIFOs, and the links on which those stand that can go no further. */
#ifndef SIM_CHIP_FIFO_LINKS_H
#define SIM_CHIP_FIFO_LINKS_H

#include "sim/chip/engine.h"

enum {
	FIFO_MESSAGE = 9, /* words of one, at most; a link has room for one */
};

struct message {
	struct message *next;
	struct core *from, *to;
	uint64_t arrives;
	uint32_t fifo, n;
	uint32_t passed; /* links of its way */
	uint32_t held;   /* of these, the last ones: it stands on them */
	bool stuck;
	uint32_t words[FIFO_MESSAGE];
};

struct fifo_queue {
	struct message *first, **last;
};

void fifo_links_create(void);

void fifo_append(struct fifo_queue *queue, struct message *m);

/* On, until a link is held: who waits for that one.  NULL: it has passed all. */
struct fifo_queue *fifo_walk(struct message *m);

/* Its words stand on the links behind it. */
void fifo_stand(struct message *m);

/* It leaves them: who has waited for them, in order. */
struct fifo_queue fifo_leave(struct message *m);

#endif
