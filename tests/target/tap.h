/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TAP from many cores: every core checks, rank 0 prints.
 *
 * A check is collective: all cores call it in the same order, it passes if it
 * passes on every core, and it names those on which it does not.
 */
#ifndef TESTS_TARGET_TAP_H
#define TESTS_TARGET_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loops of a test that should be fast where other code of it need not fit. */
#define TAP_HOT __attribute__((hot))

/* First and last; tap_end returns what main should return. */
void tap_begin(void);
int tap_end(void);

/* After tap_begin: a run of more cores than the test has room for is refused by name. */
void tap_cores(uint32_t most);

/* One line of TAP; returns whether all cores agreed that it is ok. */
bool tap_ok(bool ok, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same numbers on every core, from WEFT_SEED; and some of this core's own. */
uint32_t tap_random(void);
uint32_t tap_own_random(void);

/* A number in 0 .. n - 1 from r. */
uint32_t tap_below(uint32_t r, uint32_t n);

/* Byte i of the test pattern number `key`; fill and compare n bytes with it. */
TAP_HOT void tap_fill(void *data, size_t n, uint32_t key);
TAP_HOT bool tap_same(const void *data, size_t n, uint32_t key);

/* What a broadcast begins with: at the root the pattern, elsewhere zeroes. */
void tap_message(void *data, size_t n, uint32_t root, uint32_t key);

/* Zeroes from the heap, where arrays would not fit a core; never null. */
void *tap_room(size_t n);

/* The port's own wait, for a word of this core or of that: its result. */
int tap_await(uint32_t offset, uint32_t value, uint64_t deadline);
int tap_await_at(uint32_t rank, uint32_t offset, uint32_t value,
		 uint64_t deadline);

/*
 * A deadline in us for calls that are refused, or have nothing to do: they return at
 * once, with DEBUG=1 when all cores have come.
 */
#define TAP_SOON 1000000

/* Keep this core busy for about so many cycles without calling weft. */
TAP_HOT void tap_delay(uint32_t cycles);

#endif
