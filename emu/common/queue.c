// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "emu/common/queue.h"
#include "host/host.h"

static bool before(const struct queue_due *a, const struct queue_due *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void *larger(void *old, size_t bytes)
{
	void *p = realloc(old, bytes);

	if (!p) {
		die(STATUS_HOST, "out of memory");
	}
	return p;
}

static void grow(struct queue *q)
{
	uint32_t old = q->room;

	q->room = old ? 2 * old : 1024;
	q->heap = larger(q->heap, q->room * sizeof(*q->heap));
	q->slots = larger(q->slots, q->room * q->size);
	q->unused = larger(q->unused, q->room * sizeof(*q->unused));
	for (uint32_t i = old; i < q->room; i++) {
		q->unused[i] = i;
	}
}

/* Slots that are not used stand in unused[count], .. */
void queue_add(struct queue *q, uint64_t time, const void *event)
{
	struct queue_due due = {time, q->order++, 0};
	uint32_t i = q->count;

	if (q->count == q->room) {
		grow(q);
	}
	due.slot = q->unused[q->count++];
	memcpy(q->slots + due.slot * q->size, event, q->size);
	for (uint32_t up; i > 0 && before(&due, &q->heap[up = (i - 1) / 2]);) {
		q->heap[i] = q->heap[up];
		i = up;
	}
	q->heap[i] = due;
}

void queue_take(struct queue *q, void *event)
{
	struct queue_due last = q->heap[--q->count];
	uint32_t slot = q->heap[0].slot, i = 0;

	memcpy(event, q->slots + slot * q->size, q->size);
	q->unused[q->count] = slot;
	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= q->count) {
			break;
		}
		if (child + 1 < q->count &&
		    before(&q->heap[child + 1], &q->heap[child])) {
			child++;
		}
		if (!before(&q->heap[child], &last)) {
			break;
		}
		q->heap[i] = q->heap[child];
		i = child;
	}
	q->heap[i] = last;
}
