/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic operations: by the owner, in a handler or with handlers held off.  Values are
 * bits, of any size and type; who adds has integers.
 */
#include <string.h>

#include <weft/am.h>

#include "compat/shmem/near.h"

static uint64_t load(const void *at, int size)
{
	uint8_t byte;
	uint16_t half;
	uint32_t word;
	uint64_t whole;

	switch (size) {
	case 1:
		memcpy(&byte, at, 1);
		return byte;
	case 2:
		memcpy(&half, at, 2);
		return half;
	case 4:
		memcpy(&word, at, 4);
		return word;
	default:
		memcpy(&whole, at, 8);
		return whole;
	}
}

static void store(void *at, int size, uint64_t value)
{
	uint8_t byte = (uint8_t)value;
	uint16_t half = (uint16_t)value;
	uint32_t word = (uint32_t)value;

	memcpy(at,
	       size == 1   ? &byte
	       : size == 2 ? (void *)&half
	       : size == 4 ? (void *)&word
			   : (void *)&value,
	       (size_t)size);
}

uint64_t change_of(int what, uint64_t was, uint64_t value, uint64_t cond)
{
	int size = what & SHMEMI_SIZE;

	switch (what & SHMEMI_OPERATION) {
	case SHMEMI_SET:
		return value;
	case SHMEMI_CSWAP:
		store(&cond, size, cond); /* what the size has of it */
		return was == load(&cond, size) ? value : was;
	case SHMEMI_ADD:
		return was + value;
	case SHMEMI_AND:
		return was & value;
	case SHMEMI_OR:
		return was | value;
	case SHMEMI_XOR:
		return was ^ value;
	default: /* SHMEMI_READ */
		return was;
	}
}

uint64_t agent_change(void *at, int what, uint64_t value, uint64_t cond)
{
	int size = what & SHMEMI_SIZE;
	uint64_t was = load(at, size);

	if ((what & SHMEMI_OPERATION) != SHMEMI_READ) {
		store(at, size, change_of(what, was, value, cond));
	}
	return was;
}

uint64_t shmemi_atomic(shmem_ctx_t ctx, void *at, int what, uint64_t value,
		       uint64_t cond, int pe)
{
	uint64_t was;

	pe = shmemi_pe(ctx, pe, "an atomic operation");
	if (near_all()) {
		was = near_change(
			near_pointer(at, (uint32_t)pe, "an atomic operation"),
			what, value, cond);
		near_changed((uint32_t)pe);
		return was;
	}
	if (pe != shmem_my_pe()) {
		return agent_atomic(agent_place(at, "an atomic operation"),
				    what, value, cond, (uint32_t)pe);
	}
	weft_am_hold();
	was = agent_change(at, what, value, cond);
	weft_am_release();
	return was;
}
