// SPDX-License-Identifier: Apache-2.0
#include "emu/common/queue.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"

static struct queue queue = {.size = sizeof(struct event)};

void event_add(struct event event)
{
	queue_add(&queue, event.time, &event);
	/* Nobody may run past it. */
	if (event.time < chip.horizon) {
		chip.horizon = event.time;
	}
}

uint64_t event_next(void)
{
	return queue_next(&queue);
}

struct event event_take(void)
{
	struct event event;

	queue_take(&queue, &event);
	return event;
}
