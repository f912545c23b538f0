/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/near.h"

#if ARCH_NEAR

/*
 * The whole of near memory is blocks, one behind the other.  The first that is large
 * enough is taken; neighbours that are free become one when somebody comes by.
 */
struct near_block {
	uint32_t bytes; /* this header too: a multiple of 8 */
	uint32_t taken;
};

static struct near_block *first, *end;

static ARCH_COLD struct near_block *behind(struct near_block *b)
{
	return (struct near_block *)(void *)((char *)b + b->bytes);
}

static ARCH_COLD void near_begin(void)
{
	void *base;
	size_t bytes = arch_near(&base) & ~(sizeof(struct near_block) - 1);

	first = base;
	end = first + bytes / sizeof(*end);
	if (first < end) {
		*first = (struct near_block){(uint32_t)bytes, false};
	}
}

static ARCH_COLD void merge(struct near_block *b)
{
	while (behind(b) < end && !behind(b)->taken) {
		b->bytes += behind(b)->bytes;
	}
}

static ARCH_COLD void near_take(struct near_block *b, size_t bytes)
{
	size_t rest = b->bytes - bytes;

	b->taken = true;
	if (rest >= sizeof(*b)) {
		b->bytes = (uint32_t)bytes;
		*behind(b) = (struct near_block){(uint32_t)rest, false};
	}
}

static ARCH_COLD void *take_near(size_t bytes)
{
	if (!first) {
		near_begin();
	}
	if (bytes > (size_t)((char *)end - (char *)first)) {
		return NULL;
	}
	bytes = (bytes + 2 * sizeof(*first) - 1) & ~(sizeof(*first) - 1);
	for (struct near_block *b = first; b < end; b = behind(b)) {
		if (!b->taken) {
			merge(b);
			if (b->bytes >= bytes) {
				near_take(b, bytes);
				return b + 1;
			}
		}
	}
	return NULL;
}

void *rt_near_room(size_t bytes)
{
	void *memory = take_near(bytes);

	return memory ? memory : malloc(bytes);
}

void rt_near_free(void *memory)
{
	struct near_block *b = memory;

	if (b > first && b < end) {
		b[-1].taken = false;
	} else {
		free(memory);
	}
}

#else

void *rt_near_room(size_t bytes)
{
	return malloc(bytes);
}

void rt_near_free(void *memory)
{
	free(memory);
}

#endif

void *rt_near_alloc(size_t bytes)
{
	void *memory = rt_near_room(bytes);

	return memory ? memset(memory, 0, bytes) : NULL;
}
