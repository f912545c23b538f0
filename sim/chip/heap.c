/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/heap.h"
#include "sim/chip/host.h"

void heap_init(struct heap *heap, uint32_t slots)
{
	heap->entries = host_alloc(slots * sizeof(*heap->entries));
	heap->place = host_alloc(slots * sizeof(*heap->place));
	heap->count = 0;
	heap->sequence = 0;
	for (uint32_t i = 0; i < slots; i++) {
		heap->place[i] = HEAP_OUT;
	}
}

static bool before(const struct heap_entry *a, const struct heap_entry *b)
{
	return a->time < b->time ||
	       (a->time == b->time && a->sequence < b->sequence);
}

static void put(struct heap *heap, uint32_t at, struct heap_entry entry)
{
	heap->entries[at] = entry;
	heap->place[entry.slot] = at;
}

static void sift_up(struct heap *heap, uint32_t at, struct heap_entry entry)
{
	while (at && before(&entry, &heap->entries[(at - 1) / 2])) {
		put(heap, at, heap->entries[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	put(heap, at, entry);
}

static void sift_down(struct heap *heap, uint32_t at, struct heap_entry entry)
{
	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child >= heap->count) {
			break;
		}
		if (child + 1 < heap->count &&
		    before(&heap->entries[child + 1], &heap->entries[child])) {
			child++;
		}
		if (!before(&heap->entries[child], &entry)) {
			break;
		}
		put(heap, at, heap->entries[child]);
		at = child;
	}
	put(heap, at, entry);
}

void heap_set(struct heap *heap, uint32_t slot, uint64_t time)
{
	struct heap_entry entry = {time, heap->sequence++, slot};
	uint32_t at = heap->place[slot];

	if (at == HEAP_OUT) {
		sift_up(heap, heap->count++, entry);
	} else if (before(&entry, &heap->entries[at])) {
		sift_up(heap, at, entry);
	} else {
		sift_down(heap, at, entry);
	}
}

struct heap_entry heap_pop(struct heap *heap)
{
	struct heap_entry first = heap->entries[0];
	struct heap_entry last = heap->entries[--heap->count];

	heap->place[first.slot] = HEAP_OUT;
	if (heap->count) {
		sift_down(heap, 0, last);
	}
	return first;
}
