/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens next: a heap of slots ordered by (time, sequence).
 *
 * Slots are fixed, two a core, so nothing is allocated after the start and an
 * event can be moved or taken back.  The sequence number makes the order of
 * events of one moment the order of their making: runs repeat exactly.
 */
#ifndef SIM_CHIP_HEAP_H
#define SIM_CHIP_HEAP_H

#include <stdbool.h>
#include <stdint.h>

struct heap_entry {
	uint64_t time, sequence;
	uint32_t slot;
};

struct heap {
	struct heap_entry *entries; /* entries[0] comes first */
	uint32_t *place;            /* of each slot; HEAP_OUT: not in */
	uint32_t count;
	uint64_t sequence;
};

#define HEAP_OUT UINT32_MAX

void heap_init(struct heap *heap, uint32_t slots);

/* Put the slot in, or move it to another time. */
void heap_set(struct heap *heap, uint32_t slot, uint64_t time);

/* Take the first out; there must be one. */
struct heap_entry heap_pop(struct heap *heap);

static inline bool heap_empty(const struct heap *heap)
{
	return heap->count == 0;
}

static inline uint64_t heap_next(const struct heap *heap)
{
	return heap->count ? heap->entries[0].time : UINT64_MAX;
}

#endif
