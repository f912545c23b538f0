/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for memory of this PE.  Whatever changes it from outside is a handler, and
 * counts; so a wait looks, and sleeps until that count is another one.
 */
#include <string.h>

#include "compat/shmem/shmem_own.h"

/* As a number that is compared with or without its sign. */
static uint64_t value_at(const volatile void *at, int kind)
{
	switch (kind) {
	case 2:
		return *(const volatile uint16_t *)at;
	case 2 | SHMEMI_SIGNED:
		return (uint64_t)(int64_t) * (const volatile int16_t *)at;
	case 4:
		return *(const volatile uint32_t *)at;
	case 4 | SHMEMI_SIGNED:
		return (uint64_t)(int64_t) * (const volatile int32_t *)at;
	default:
		return *(const volatile uint64_t *)at;
	}
}

/* A handler may come between two halves: then they are read again. */
static uint64_t whole_at(const volatile void *at, int kind)
{
	uint32_t seen;
	uint64_t value;

	if ((size_t)(kind & SHMEMI_SIZE) <= sizeof(uintptr_t)) {
		return value_at(at, kind);
	}
	do {
		seen = agent_seen();
		value = value_at(at, kind);
	} while (agent_seen() != seen);
	return value;
}

static bool holds(const volatile void *at, int kind, int cmp, uint64_t value)
{
	uint64_t x = whole_at(at, kind);
	bool less =
		kind & SHMEMI_SIGNED ? (int64_t)x < (int64_t)value : x < value;

	switch (cmp) {
	case SHMEM_CMP_EQ:
		return x == value;
	case SHMEM_CMP_NE:
		return x != value;
	case SHMEM_CMP_GT:
		return !less && x != value;
	case SHMEM_CMP_GE:
		return !less;
	case SHMEM_CMP_LT:
		return less;
	case SHMEM_CMP_LE:
		return less || x == value;
	default:
		own_panic("shmem_wait_until", "no such comparison");
	}
}

int shmemi_test(const volatile void *at, int kind, int cmp, uint64_t value)
{
	bool yes = holds(at, kind, cmp, value);

	if (!yes) {
		agent_relax(0);
	} else {
		agent_waited();
	}
	return yes;
}

void shmemi_wait_until(const volatile void *at, int kind, int cmp,
		       uint64_t value)
{
	uint32_t seen = agent_seen(), turn = 0;

	while (!holds(at, kind, cmp, value)) {
		agent_wait(seen, ++turn);
		seen = agent_seen();
	}
	agent_waited();
}

uint64_t shmem_signal_wait_until(uint64_t *signal, int cmp, uint64_t value)
{
	shmemi_wait_until(signal, 8, cmp, value);
	return whole_at(signal, 8);
}

uint64_t shmem_signal_fetch(const uint64_t *signal)
{
	return whole_at(signal, 8);
}

/* Behind the one that was found last: so that none is found again and again. */
static size_t any_turn;

/* One look at all: how many hold, and, where they are wanted, which. */
static size_t look(const struct shmemi_many *many, int kind, int cmp, int how,
		   size_t *indices, size_t *asked)
{
	size_t size = (size_t)(kind & SHMEMI_SIZE), found = 0;
	size_t first = how & SHMEMI_ANY && any_turn < many->n ? any_turn : 0;

	*asked = 0;
	for (size_t k = 0; k < many->n; k++) {
		const char *value = many->values;
		size_t i = first + k < many->n ? first + k
					       : first + k - many->n;

		if (many->status && many->status[i] != 0) {
			continue;
		}
		(*asked)++;
		value += how & SHMEMI_VECTOR ? i * size : 0;
		if (!holds((const volatile char *)many->ivars + i * size, kind,
			   cmp, value_at(value, kind))) {
			continue;
		}
		if (how & (SHMEMI_ANY | SHMEMI_SOME)) {
			indices[how & SHMEMI_SOME ? found : 0] = i;
		}
		found++;
		if (how & SHMEMI_ANY) {
			any_turn = i + 1;
			break;
		}
	}
	return found;
}

size_t shmemi_wait_many(struct shmemi_many many, int kind, int cmp, int how,
			size_t *indices)
{
	size_t found, asked, one = SIZE_MAX;
	uint32_t seen, turn = 0;

	if (how & SHMEMI_ANY) {
		indices = &one;
	}
	for (;;) {
		seen = agent_seen();
		found = look(&many, kind, cmp, how, indices, &asked);
		if (asked == 0 ||
		    (how & SHMEMI_ALL_OF ? found == asked : found > 0)) {
			break;
		}
		if (how & SHMEMI_TEST) {
			agent_relax(0);
			break;
		}
		agent_wait(seen, ++turn);
	}
	agent_waited();
	return how & SHMEMI_ANY      ? one
	       : how & SHMEMI_ALL_OF ? found == asked
				     : found;
}
