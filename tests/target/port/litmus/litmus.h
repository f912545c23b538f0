/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shape is a few lines on two or three cores; its round says whether this core has
 * seen the outcome that one call forbids.
 */
#ifndef TESTS_LITMUS_H
#define TESTS_LITMUS_H

#include "arch/arch.h"

enum {
	ROUNDS = 150,
	LINES = 4,
	BYTES = LINES * ARCH_LINE,
	WORDS = BYTES / 4,
};

enum who {
	WRITER,
	READER, /* sees the outcome */
};

struct shape {
	const char *name, *call; /* null: there is none to leave out */
	bool (*round)(uint32_t n, bool with);
};
extern const struct shape shapes[]; /* up to one without a name */

extern uint32_t area, flags; /* BYTES of data, and a flag, on each core */
extern uint32_t torn_atoms;  /* that any core has seen */

/* A core that is not the reader. */
static inline uint32_t third(void)
{
	return arch_count() > 2 ? arch_count() - 1 : WRITER;
}

static inline void put_word(uint32_t rank, uint32_t value)
{
	arch_put(rank, ARCH_WINDOW_MPB, area, &value, sizeof(value));
}

static inline uint32_t get_word(uint32_t rank, uint32_t offset)
{
	uint32_t value;

	arch_get(&value, rank, ARCH_WINDOW_MPB, offset, sizeof(value));
	return value;
}

/* shapes_order.c: by interrupts and locks. */
bool flag_then_interrupt(uint32_t n, bool with);
bool flag_elsewhere(uint32_t n, bool with);
bool lock_hand_over(uint32_t n, bool with);

#endif
