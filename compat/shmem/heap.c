/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The symmetric heap: private memory, by first fit.  All PEs make the same calls, so the
 * same piece is at the same place everywhere.  Each piece has a head before it; a free one
 * is joined with what follows it when it is looked at.
 *
 * SHMEM_SYMMETRIC_SIZE says how large it is, with k, m or g behind the number; without it
 * it is 32 MB, or a half, a fourth .. of that, so that malloc has as much left.  The PE that
 * can have least decides for all.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/barrier.h>
#include <weft/reduce.h>

#include "compat/shmem/shmem_own.h"

enum {
	GRAIN = 16,
	USUAL = 1 << 25,
	LEAST = 1 << 10,
	ALIGN_SHIFT = 2, /* shmem_align: up to a part of the heap */
};

/* Places in it are below the bit that says so. */
static const size_t MOST = OWN_IN_HEAP - GRAIN;

struct head {
	size_t bytes; /* with the head */
	size_t used;
} __attribute__((aligned(GRAIN)));

static char *base, *end;
static size_t align_most;

static size_t wanted(void)
{
	const char *text = getenv("SHMEM_SYMMETRIC_SIZE");
	char *unit;
	double n;

	if (!text) {
		return USUAL;
	}
	n = strtod(text, &unit);
	n *= *unit == 'k' || *unit == 'K'   ? 1024.0
	     : *unit == 'm' || *unit == 'M' ? 1048576.0
	     : *unit == 'g' || *unit == 'G' ? 1073741824.0
					    : 1.0;
	return n < LEAST ? LEAST : n < MOST ? (size_t)n : MOST;
}

/* What this PE can have: all that was asked for, or what leaves malloc as much. */
static uint64_t possible(void)
{
	bool asked = getenv("SHMEM_SYMMETRIC_SIZE");
	size_t bytes = wanted() & ~(size_t)(GRAIN - 1);
	void *memory = NULL;

	while (!memory && bytes >= LEAST) {
		memory = malloc(asked ? bytes + bytes / 4 : 2 * bytes);
		if (!memory) {
			bytes = asked ? 0 : bytes / 2;
		}
	}
	free(memory);
	return memory ? bytes : 0;
}

/* Of one size everywhere, or a place would be in the heap of some PEs only. */
void shmemi_heap_begin(void)
{
	uint64_t mine = possible(), bytes;
	char *memory = NULL;
	int error = weft_allreduce(&mine, &bytes, 1, &weft_min_uint64,
				   WEFT_WORLD, WEFT_FOREVER);

	if (!error && bytes > 0) {
		align_most = GRAIN;
		while (align_most <= bytes >> (ALIGN_SHIFT + 1)) {
			align_most *= 2;
		}
		memory = malloc((size_t)bytes + align_most);
	}
	if (!memory) {
		own_panic("shmem_init", mine ? "another PE has no memory for a "
					       "symmetric heap"
					     : "no memory for a symmetric heap");
	}
	base = memory + (-(uintptr_t)memory & (align_most - 1));
	end = base + ((size_t)bytes & ~(size_t)(GRAIN - 1));
	*(struct head *)(void *)base = (struct head){(size_t)(end - base), 0};
	agent_heap(base, (size_t)(end - base));
}

static struct head *head_at(char *at)
{
	return (struct head *)(void *)at;
}

/* A free piece, and all free ones behind it, become one. */
static void join(struct head *h)
{
	for (;;) {
		char *next = (char *)h + h->bytes;

		if (next >= end || head_at(next)->used) {
			return;
		}
		h->bytes += head_at(next)->bytes;
	}
}

/* What of a piece is beyond these bytes, if it is worth a head, is free. */
static void cut(struct head *h, size_t bytes)
{
	if (h->bytes - bytes >= sizeof(struct head) + GRAIN) {
		struct head *rest = head_at((char *)h + bytes);

		*rest = (struct head){h->bytes - bytes, 0};
		h->bytes = bytes;
	}
}

static void *take(size_t align, size_t bytes)
{
	if (bytes > (size_t)(end - base)) {
		return NULL; /* nor does the sum below overflow */
	}
	bytes = (bytes + sizeof(struct head) + GRAIN - 1) &
		~(size_t)(GRAIN - 1);
	for (char *at = base; at < end; at += head_at(at)->bytes) {
		struct head *h = head_at(at);
		uintptr_t data = (uintptr_t)(h + 1);
		/* From the heap's begin: the same on all PEs. */
		size_t gap = -(data - (uintptr_t)base) & (align - 1);

		if (h->used) {
			continue;
		}
		join(h);
		if (h->bytes < bytes + gap) {
			continue;
		}
		if (gap > 0) { /* a multiple of GRAIN, room for a head */
			struct head *later = head_at((char *)h + gap);

			*later = (struct head){h->bytes - gap, 0};
			h->bytes = gap;
			h = later;
		}
		cut(h, bytes);
		h->used = 1;
		return h + 1;
	}
	return NULL;
}

static void *met(void *memory)
{
	shmem_barrier_all();
	return memory;
}

void *shmem_malloc(size_t bytes)
{
	return bytes > 0 ? met(take(GRAIN, bytes)) : NULL;
}

void *shmem_malloc_with_hints(size_t bytes, long hints)
{
	(void)hints;
	return shmem_malloc(bytes);
}

void *shmem_calloc(size_t n, size_t size)
{
	size_t bytes;
	void *memory;

	if (__builtin_mul_overflow(n, size, &bytes) || bytes == 0) {
		return NULL;
	}
	memory = take(GRAIN, bytes);
	if (memory) {
		memset(memory, 0, bytes);
	}
	return met(memory);
}

void *shmem_align(size_t align, size_t bytes)
{
	if (bytes == 0 || (align & (align - 1)) != 0 || align > align_most) {
		return NULL;
	}
	return met(take(align < GRAIN ? GRAIN : align, bytes));
}

void shmem_free(void *memory)
{
	shmem_barrier_all();
	if (memory) {
		head_at((char *)memory - sizeof(struct head))->used = 0;
	}
}

void *shmem_realloc(void *memory, size_t bytes)
{
	struct head *h = head_at((char *)memory - sizeof(struct head));
	void *other;

	if (!memory) {
		return shmem_malloc(bytes);
	}
	if (bytes == 0) {
		shmem_free(memory);
		return NULL;
	}
	shmem_barrier_all();
	if (h->bytes - sizeof(*h) >= bytes) {
		return memory;
	}
	other = take(GRAIN, bytes);
	if (other) {
		memcpy(other, memory, h->bytes - sizeof(*h));
		h->used = 0;
	}
	return met(other);
}
