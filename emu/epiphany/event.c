// SPDX-License-Identifier: Apache-2.0
/* A binary heap, by time, then by age. */
#include <stdbool.h>
#include <stdlib.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"

static struct event *heap;
static size_t count, room;
static uint64_t order;

static bool before(const struct event *a, const struct event *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void event_add(struct event event)
{
	size_t i = count;

	if (count == room) {
		room = room ? 2 * room : 1024;
		heap = realloc(heap, room * sizeof(*heap));
		if (!heap) {
			die(STATUS_HOST, "out of memory");
		}
	}
	event.order = order++;
	count++;
	for (size_t up; i > 0 && before(&event, &heap[up = (i - 1) / 2]);) {
		heap[i] = heap[up];
		i = up;
	}
	heap[i] = event;
	/* Nobody may run past it. */
	if (event.time < chip.horizon) {
		chip.horizon = event.time;
	}
}

uint64_t event_next(void)
{
	return count ? heap[0].time : UINT64_MAX;
}

struct event event_take(void)
{
	struct event first = heap[0], last = heap[--count];
	size_t i = 0;

	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= count) {
			break;
		}
		if (child + 1 < count &&
		    before(&heap[child + 1], &heap[child])) {
			child++;
		}
		if (!before(&heap[child], &last)) {
			break;
		}
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}
