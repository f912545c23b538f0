/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is due, by time; of one time, in the order in which it was added.  A binary heap
 * of slots, each of which holds an emulator's own kind of event.
 */
#ifndef EMU_COMMON_QUEUE_H
#define EMU_COMMON_QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct queue_due {
	uint64_t time, order;
	uint32_t slot;
};

struct queue {
	size_t size; /* of an event, in bytes: set once, all else is zero */
	struct queue_due *heap;
	uint8_t *slots;
	uint32_t *unused;
	uint32_t count, room;
	uint64_t order;
};

/* A copy of *event is due then. */
void queue_add(struct queue *queue, uint64_t time, const void *event);

/* Copy the next one to *event, and forget it; there is one. */
void queue_take(struct queue *queue, void *event);

/* Its time; UINT64_MAX: there is none. */
static inline uint64_t queue_next(const struct queue *queue)
{
	return queue->count ? queue->heap[0].time : UINT64_MAX;
}

#endif
