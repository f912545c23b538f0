/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Symmetric places.  Images of all PEs are one image; where they lie differs on boards
 * that load them into one machine.  So a place is an offset from a variable of this file, or
 * from the symmetric heap's begin, with a bit that says which.
 */
#include <weft/core.h>

#include "compat/shmem/shmem_own.h"

struct own own;

static char anchor = 1; /* in .data */
static const uint32_t HALF = UINT32_C(1)
			     << 30; /* places before the anchor, too */

/* The image's first byte, and its end, where they are known: stacks may lie before it. */
extern char __ehdr_start __attribute__((weak)), _end __attribute__((weak));

void agent_heap(char *base, size_t bytes)
{
	own.heap = (uintptr_t)base;
	own.heap_bytes = bytes;
	own.variables = (uintptr_t)&anchor - HALF;
	if (&__ehdr_start && &_end) {
		own.image = (uintptr_t)&__ehdr_start;
		own.image_bytes = (uintptr_t)&_end - own.image;
	}
}

enum {
	STACK = 1 << 16 /* bytes of it, at most, where it lies close */
};

/* Where no symbol says where the image ends the stack may lie close behind it. */
static bool on_stack(const void *at)
{
	char here;
	uintptr_t first = (uintptr_t)&here - STACK;

	return (uintptr_t)at - first < 2 * (uintptr_t)STACK;
}

static bool place_of(const void *at, uint32_t *place)
{
	uintptr_t heap = (uintptr_t)at - own.heap;
	uintptr_t image = (uintptr_t)at - own.variables;

	if (heap < own.heap_bytes) {
		*place = OWN_IN_HEAP | (uint32_t)heap;
		return true;
	}
	*place = (uint32_t)image;
	return at && own.heap_bytes > 0 && image < OWN_IN_HEAP &&
	       (&_end ? (const char *)at < &_end : !on_stack(at)) &&
	       (!&__ehdr_start || (const char *)at >= &__ehdr_start);
}

uint32_t agent_any_place(const void *at, const char *who)
{
	uint32_t place;

	if (!place_of(at, &place)) {
		own_panic(who, own.heap_bytes > 0
				       ? "that is no symmetric object"
				       : "shmem_init comes first");
	}
	return place;
}

int shmem_addr_accessible(const void *at, int pe)
{
	uint32_t place;

	return shmem_pe_accessible(pe) && place_of(at, &place);
}

/* Other PEs' memory is out of reach for loads and stores. */
void *shmem_ptr(const void *at, int pe)
{
	return pe == shmem_my_pe() ? (void *)(uintptr_t)at : NULL;
}
