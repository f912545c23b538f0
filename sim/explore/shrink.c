/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "sim/chip/host.h"
#include "sim/explore/shrink.h"

static bool fails(struct shrink *list, const void *items, uint32_t n)
{
	if (!list->most) {
		return false;
	}
	list->most--;
	return list->fails(items, n);
}

/* What fails need not be monotone; the end of this fails all the same. */
static void find_beginning(struct shrink *list)
{
	uint32_t passes = 0;

	if (fails(list, list->items, 0)) {
		list->n = 0;
	}
	while (passes + 1 < list->n) {
		uint32_t half = passes + (list->n - passes) / 2;

		if (fails(list, list->items, half)) {
			list->n = half;
		} else {
			passes = half;
		}
	}
}

/* Of so many at once; true if any could go. */
static bool leave_out(struct shrink *list, char *copy, uint32_t n)
{
	char *items = list->items;
	uint32_t from = list->n;
	bool any = false;

	while (from > 0) {
		uint32_t now = from < n ? from : n;
		size_t head, tail;

		from -= now;
		head = from * list->size;
		tail = (list->n - from - now) * list->size;
		memcpy(copy, items, head);
		memcpy(copy + head, items + head + now * list->size, tail);
		if (fails(list, copy, list->n - now)) {
			memcpy(items, copy, head + tail);
			list->n -= now;
			any = true;
		}
	}
	return any;
}

void shrink(struct shrink *list)
{
	char *copy = host_alloc(list->n * list->size + 1);
	uint32_t n;

	find_beginning(list);
	for (n = (list->n + 1) / 2; n > 1; n = (n + 1) / 2) {
		leave_out(list, copy, n);
	}
	while (list->n && leave_out(list, copy, 1)) {
	}
	free(copy);
}
